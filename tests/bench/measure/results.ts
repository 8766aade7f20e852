import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Bench } from '../bench'
import type { BenchCatalogue } from '../catalogue/open-catalogue'
import type { Report } from './report'

/** Writes all figures as JSON beside the catalogue; returns the file. */
export async function writeResults(
  { directory, jobs, activeJobs }: Bench,
  { bytes, manifest }: BenchCatalogue,
  reports: ReadonlyMap<string, Report>,
): Promise<string> {
  const time = new Date()
  const file = join(directory, `results-${time.toISOString().replaceAll(/[:.]/g, '-')}.json`)
  const { buildSeconds, rivalSeconds, version } = manifest
  const results = {
    time,
    jobs,
    activeJobs,
    bytes,
    buildSeconds,
    rivalSeconds,
    version,
    machine: { cores: cpus().length, processor: cpus()[0]?.model, memoryBytes: totalmem() },
    bun: Bun.version,
    works: Object.fromEntries([...reports].map(([name, { figures }]) => [name, figures])),
    claims: [...reports.values()].flatMap(({ claims }) => claims),
  }
  await Bun.write(file, `${JSON.stringify(results, null, 2)}\n`)
  return file
}
