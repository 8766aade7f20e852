import type { Posting } from '../../catalogue/import/posting'
import type { LocationResolver } from '../../text/locations/location-resolver'
import type { Country } from '../../values/country'
import { type LineToImport, printLine } from '../board/line-to-import'
import type { Board, CollectedPosting } from '../system'
import { resolvePlaces } from './resolve-places'

/** A line to import, or the reason why a posting has none. */
export type PostingLine =
  | { kind: 'line'; line: LineToImport; countries: Country[] }
  | { kind: 'skipped'; reason: 'foreign' | 'unresolved'; detail: string }

export interface LineContext {
  board: Board
  resolver: LocationResolver
  /** The employer's name as the board gives it. */
  boardName: string | undefined
}

/** `known`: the countries of a posting in the catalogue, which it keeps when its places can no longer be resolved. */
export function importLine(
  { external_id, places: published, ...posting }: CollectedPosting,
  known: readonly Country[] | undefined,
  { board, resolver, boardName }: LineContext,
): PostingLine {
  const resolved = resolvePlaces(published, resolver, board.country)
  // The only place that decides whose name for the employer wins.
  const organization = board.organization ?? posting.organization ?? boardName ?? null
  const identity = { source: board.source, source_slug: board.slug, external_id }
  if (resolved.kind === 'places') {
    const { places, countries, arrangement } = resolved
    const line = { ...identity, ...posting, organization, ...arranged(posting, arrangement) }
    // Without a place, only the countries tell the views.
    const where =
      places.length > 0 ? { locations: places.map((place) => ({ ...place })) } : { countries }
    return { kind: 'line', line: printLine({ ...line, ...where }), countries }
  }
  if (resolved.kind === 'unresolved' && known !== undefined) {
    const countries = [...known].sort()
    return {
      kind: 'line',
      line: printLine({ ...identity, ...posting, organization, countries }),
      countries,
    }
  }
  return { kind: 'skipped', reason: resolved.kind, detail: resolved.texts }
}

function arranged(
  { work_arrangement, location_type }: Pick<Posting, 'work_arrangement' | 'location_type'>,
  arrangement: NonNullable<Posting['work_arrangement']> | undefined,
): Pick<Posting, 'work_arrangement' | 'location_type'> {
  if (arrangement === undefined || work_arrangement || location_type) return {}
  return {
    work_arrangement: arrangement,
    ...(arrangement === 'remote' && { location_type: 'TELECOMMUTE' }),
  }
}
