import type { Report } from './measure/report'

/** What all works are given. */
export interface Bench {
  /** Of the sample; jobs are about a tenth more, since some postings are in both countries. */
  jobs: number
  activeJobs: number
  /** `jobs` in millions: what targets that grow with the catalogue are multiplied by. */
  scale: number
  directory: string
  /** The catalogue, and the rival's tables in a schema of their own. */
  databaseUrl: string
  keys: readonly string[]
  /** How long memory is watched. */
  memorySeconds: number
  /** The reports of the works before, by name. */
  reports: ReadonlyMap<string, Report>
  log(line: string): void
}

/** One row of what is promised, or several that are measured together. */
export interface Work {
  name: string
  about: string
  /** Fills a database of its own: without other works, no catalogue is built. */
  isSelfContained?: true
  run(bench: Bench): Promise<Report>
}
