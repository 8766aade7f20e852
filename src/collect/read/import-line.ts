import { htmlToText } from '../../catalogue/import/job/html-text'
import type { Posting } from '../../catalogue/import/posting'
import type {
  LocationResolver,
  Resolution,
  ResolvedPlace,
} from '../../text/locations/location-resolver'
import { arrangementSentences } from '../../text/stated/arrangement-sentences'
import type { Country } from '../../values/country'
import { DAY_MS, parseInstant } from '../../values/instant'
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
  now: Date
}

/** `known`: the countries of a posting in the catalogue, which it keeps when its places can no longer be resolved. */
export function importLine(
  { external_id, places: published, ...collected }: CollectedPosting,
  known: readonly Country[] | undefined,
  { board, resolver, boardName, now }: LineContext,
): PostingLine {
  const posting = withoutFutureDate(collected, now)
  const resolved = resolvePlaces(published, resolver, board.country)
  // The only place that decides whose name for the employer wins.
  const organization = board.organization ?? posting.organization ?? boardName ?? null
  const identity = { source: board.source, source_slug: board.slug, external_id }
  const arrangement = isDenied(posting, resolved.arrangement) ? undefined : resolved.arrangement
  if (resolved.kind === 'places') {
    const { places, countries } = resolved
    const line = { ...identity, ...posting, organization, ...arranged(posting, arrangement) }
    // Without a place, only the countries tell the views.
    const where =
      places.length > 0 ? { locations: places.map((place) => ({ ...place })) } : { countries }
    return { kind: 'line', line: printLine({ ...line, ...where }), countries }
  }
  if (resolved.kind === 'unresolved' && known !== undefined) {
    const countries = [...known].sort()
    const line = { ...identity, ...posting, organization, ...arranged(posting, arrangement) }
    return { kind: 'line', line: printLine({ ...line, countries }), countries }
  }
  const scope = resolved.kind === 'unresolved' ? scopeOf(posting, resolver) : undefined
  if (scope !== undefined) {
    const line = { ...identity, ...posting, organization, ...arranged(posting, 'remote') }
    const locations = scope.map((place) => ({ ...place }))
    const countries = [...new Set(scope.map(({ address }) => address.addressCountry))].sort()
    return { kind: 'line', line: printLine({ ...line, locations }), countries }
  }
  return { kind: 'skipped', reason: resolved.kind, detail: resolved.texts }
}

/** A date more than a day ahead is not when a posting was posted: only a source field keeps it. */
function withoutFutureDate<Members extends Pick<Posting, 'date_posted' | 'source_fields'>>(
  posting: Members,
  now: Date,
): Members {
  const { date_posted: date, source_fields } = posting
  if (!date || (parseInstant(date)?.getTime() ?? 0) <= now.getTime() + DAY_MS) return posting
  const { version = 1, fields = {} } = source_fields ?? {}
  const published = { value: date, source_path: 'date_posted' }
  return {
    ...posting,
    date_posted: null,
    source_fields: { version, fields: { date_posted: published, ...fields } },
  }
}

/** Whether the text of the posting says that it is not as remote as its place (`US, TX, Remote`) has it. */
function isDenied(posting: Described, arrangement: Resolution['arrangement']): boolean {
  if (arrangement !== 'remote' || posting.work_arrangement || posting.location_type) return false
  const { stated, isDenied: isNoRemote } = arrangementSentences(textOf(posting))
  return isNoRemote || (stated !== undefined && stated.value !== 'remote')
}

/** The places within which one may work, as a text says for a bare `Remote`: `remote within the US and Canada`. */
function scopeOf(
  posting: Described,
  resolver: LocationResolver,
): readonly ResolvedPlace[] | undefined {
  const { stated, isDenied: isNoRemote } = arrangementSentences(textOf(posting))
  if (stated?.scope === undefined || isNoRemote) return undefined
  const resolution = resolver.resolve(stated.scope)
  const isArea =
    resolution.kind === 'places' &&
    resolution.places.every(({ address }) => address.addressLocality === undefined)
  return isArea ? resolution.places : undefined
}

type Described = Pick<
  Posting,
  'description_text' | 'description_html' | 'work_arrangement' | 'location_type'
>

function textOf({ description_text, description_html }: Described): string {
  return description_text?.trim() ? description_text : htmlToText(description_html ?? '')
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
