import { withDeadline } from '../database/deadline'
import { type Queries, queryErrorCause } from '../database/drizzle'
import { measureCatalogue } from '../database/queries/measure-catalogue'
import { singleFlight } from '../database/single-flight'
import { DatabaseUnavailable } from '../values/errors'
import type { Metric } from './metrics'
import { catalogueMetrics, type MeasuredCatalogue } from './metrics-gauges'

/** How long figures hold: counting jobs reads an index from end to end. */
const FRESH_MS = 60_000

/** How long a reader waits for new figures; those that come later are for the next. */
const WAIT_MS = 1_000

/** The metrics of the catalogue, measured at most once a minute. The last figures stay until there are new ones. */
export function createCatalogueMetrics(queries: Queries, now: () => Date): () => Promise<Metric[]> {
  let isUp = true
  let measured: MeasuredCatalogue | undefined
  const measure = singleFlight(async () => {
    const at = now()
    try {
      measured = { figures: await measureCatalogue(queries), at }
      isUp = true
    } catch (error) {
      // Any other failure, as of a query that takes too long, is the answer of a database that is there.
      isUp = !(queryErrorCause(error) instanceof DatabaseUnavailable)
    }
  })
  return async () => {
    if (measured === undefined || now().getTime() - measured.at.getTime() >= FRESH_MS) {
      await withDeadline(measure(), performance.now() + WAIT_MS).catch(() => undefined)
    }
    return catalogueMetrics(isUp, measured, now())
  }
}
