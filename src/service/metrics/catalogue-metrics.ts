import type { Registry } from 'prom-client'
import { withDeadline } from '../../catalogue/database/client/deadline'
import { type Queries, queryErrorCause } from '../../catalogue/database/client/drizzle'
import {
  type CatalogueFigures,
  measureCatalogue,
} from '../../catalogue/database/queries/measure-catalogue'
import { DatabaseUnavailable } from '../../values/errors'
import { singleFlight } from '../../values/single-flight'
import { Snapshot } from './registries'

/** Figures are measured again at this age; counting jobs scans a whole index. */
const FRESH_MS = 60_000

/** How long a scrape waits for new figures; after that it gets the previous ones. */
const WAIT_MS = 1_000

/** Figures and the time of their measurement. */
interface MeasuredCatalogue {
  figures: CatalogueFigures
  at: Date
}

/** Measures the catalogue at most once a minute. The previous figures are served until new ones exist. */
export function createCatalogueMetrics(
  queries: Queries,
  now: () => Date,
  /** For tests. */
  waitMs = WAIT_MS,
): () => Promise<Registry> {
  let isUp = true
  let measured: MeasuredCatalogue | undefined
  const measure = singleFlight(async () => {
    const at = now()
    try {
      measured = { figures: await measureCatalogue(queries), at }
      isUp = true
    } catch (error) {
      // After other failures, such as a timeout, the database is up.
      isUp = !(queryErrorCause(error) instanceof DatabaseUnavailable)
    }
  })
  return async () => {
    if (measured === undefined || now().getTime() - measured.at.getTime() >= FRESH_MS) {
      await withDeadline(measure(), performance.now() + waitMs).catch(() => undefined)
    }
    return catalogueMetrics(isUp, measured, now())
  }
}

/** The last measurement of the catalogue, if there is one, and whether the database answers. */
export function catalogueMetrics(
  isUp: boolean,
  measured: MeasuredCatalogue | undefined,
  now: Date,
): Registry {
  const snapshot = new Snapshot()
  snapshot.gauge('job_catalogue_database_up', 'Whether the database answers.', isUp ? 1 : 0)
  if (measured === undefined) return snapshot.registry
  const { figures, at } = measured
  const { count, lastFinished, ...lines } = figures.imports
  const seconds = (sinceMs: number) => Math.max(0, Math.round((now.getTime() - sinceMs) / 1000))
  const samples = <Row extends { count: number }>(rows: readonly Row[]) =>
    rows.map(({ count: value, ...labels }) => ({ ...labels, value }))
  snapshot.gauge(
    'job_catalogue_figures_age_seconds',
    'Time since these were measured.',
    seconds(at.getTime()),
  )
  snapshot.gauge('job_catalogue_jobs', 'Jobs by country and status.', samples(figures.jobs))
  snapshot.counter(
    'job_catalogue_changes_total',
    'Entries of the change log by country.',
    samples(figures.changes),
  )
  snapshot.counter('job_catalogue_imports_total', 'Imports that came to their end.', count)
  snapshot.counter(
    'job_catalogue_import_lines_total',
    'Lines of imports, and jobs that a complete listing expired, by what became of them.',
    Object.entries(lines).map(([outcome, value]) => ({ outcome, value })),
  )
  if (lastFinished !== null) {
    snapshot.gauge(
      'job_catalogue_last_import_age_seconds',
      'Time since the last import.',
      seconds(lastFinished * 1000),
    )
  }
  snapshot.gauge('job_catalogue_database_bytes', 'Size of the database.', figures.databaseBytes)
  return snapshot.registry
}
