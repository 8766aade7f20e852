import type { Queries } from '../database/connection'
import { type CatalogueFigures, measureCatalogue } from '../database/queries/measure-catalogue'
import type { Metric } from './metrics'
import { catalogueMetrics } from './metrics-gauges'

/** How long figures hold: counting jobs reads an index from end to end. */
const FRESH_MS = 60_000

/** The metrics of the catalogue, measured at most once a minute; those of an absent database say so. */
export function createCatalogueMetrics(queries: Queries, now: () => Date): () => Promise<Metric[]> {
  let measured: { at: number; figures: CatalogueFigures } | undefined
  return async () => {
    const instant = now()
    if (measured === undefined || instant.getTime() - measured.at >= FRESH_MS) {
      const figures = await measureCatalogue(queries).catch(() => undefined)
      measured = figures && { at: instant.getTime(), figures }
    }
    return catalogueMetrics(measured?.figures, instant)
  }
}
