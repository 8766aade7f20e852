import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'

/** The metrics of a process, as workers send them to the parent process. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** A sample of a metric. */
export interface Sample {
  labels?: Readonly<Record<string, string>>
  value: number
}

/** A registry of values that are measured elsewhere and set once. */
export class Snapshot {
  readonly registry = new Registry()

  gauge(
    name: string,
    help: string,
    samples: readonly Sample[],
    aggregator: 'sum' | 'max' = 'sum',
  ): void {
    const labelNames = labelsOf(samples)
    const gauge = new Gauge({ name, help, labelNames, aggregator, registers: [this.registry] })
    for (const { labels = {}, value } of samples) gauge.set({ ...labels }, value)
  }

  counter(name: string, help: string, samples: readonly Sample[]): void {
    const counter = new Counter({
      name,
      help,
      labelNames: labelsOf(samples),
      registers: [this.registry],
    })
    for (const { labels = {}, value } of samples) counter.inc({ ...labels }, value)
  }
}

/** Sums the metrics of several processes; a gauge with the aggregator `max` takes the highest value. */
export function aggregate(processes: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...processes])
}

export async function valuesOf(...registries: readonly Registry[]): Promise<MetricValues> {
  return (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat()
}

function labelsOf(samples: readonly Sample[]): string[] {
  return Object.keys(samples[0]?.labels ?? {})
}
