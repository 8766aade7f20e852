import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'

/** The metrics of a process, as workers send them to the parent process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** A value, with its labels beside it: `{ country: 'CA', value: 7 }`. */
interface Sample {
  value: number
  [label: string]: string | number
}

/** A registry of values that are measured elsewhere and set once: one value, or samples with labels. */
export class Snapshot {
  readonly registry = new Registry()

  gauge(
    name: string,
    help: string,
    values: number | readonly Sample[],
    aggregator: 'sum' | 'max' = 'sum',
  ): void {
    const { samples, labelNames } = samplesOf(values)
    const gauge = new Gauge({ name, help, labelNames, aggregator, registers: [this.registry] })
    for (const { value, ...labels } of samples) gauge.set(labels, value)
  }

  counter(name: string, help: string, values: number | readonly Sample[]): void {
    const { samples, labelNames } = samplesOf(values)
    const counter = new Counter({ name, help, labelNames, registers: [this.registry] })
    for (const { value, ...labels } of samples) counter.inc(labels, value)
  }
}

/** Sums the metrics of several processes; a gauge with the aggregator `max` takes the highest value. */
export function aggregate(processes: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...processes])
}

export async function valuesOf(...registries: readonly Registry[]): Promise<MetricValues> {
  return (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat()
}

function samplesOf(values: number | readonly Sample[]) {
  const samples: readonly Sample[] = typeof values === 'number' ? [{ value: values }] : values
  const { value: _, ...labels } = samples[0] ?? { value: 0 }
  return { samples, labelNames: Object.keys(labels) }
}
