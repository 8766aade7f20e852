/** A quantity that Prometheus reads. */
export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Of several processes the highest value counts, not the sum. */
  isHighest?: boolean
  samples: Sample[]
}

export interface Sample {
  /** What a histogram adds to the name of its samples. */
  suffix?: '_bucket' | '_sum' | '_count'
  labels: Readonly<Record<string, string>>
  value: number
}

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export function printMetrics(metrics: readonly Metric[]): string {
  return metrics.map(printMetric).join('')
}

/** Adds up what several processes counted; a sample keeps its place among those of the first that has it. */
export function sumMetrics(processes: readonly (readonly Metric[])[]): Metric[] {
  const sums = new Map<string, Sum>()
  for (const metric of processes.flat()) {
    const { name } = metric
    const sum = sums.get(name) ?? { ...metric, samples: [], byKey: new Map() }
    sums.set(name, sum)
    for (const sample of metric.samples) addSample(sum, sample)
  }
  return [...sums.values()].map(({ byKey, ...metric }) => ({
    ...metric,
    samples: [...byKey.values()],
  }))
}

type Sum = Metric & { byKey: Map<string, Sample> }

function addSample({ byKey, isHighest }: Sum, sample: Sample): void {
  const key = `${sample.suffix}${JSON.stringify(sample.labels)}`
  const known = byKey.get(key)?.value ?? 0
  const value = isHighest === true ? Math.max(known, sample.value) : known + sample.value
  byKey.set(key, { ...sample, value })
}

function printMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = '', labels, value }) => `${name}${suffix}${printLabels(labels)} ${value}\n`,
  )
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function printLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
