import Type from 'typebox'
import { nullable } from '../../catalogue/import/posting'
import { hostOfBoard } from '../answers/addresses'
import { epochInstant } from '../answers/dates'
import {
  contentFingerprint,
  type Entries,
  entrySplitter,
  maybeText,
  title,
} from '../answers/entries'
import { distinct, primaryFirst } from '../answers/fingerprint'
import { listAt, memberAt, textAt, webAddress } from '../answers/members'
import { descriptionMembers } from '../answers/schema-org/job-posting'
import { type FieldPaths, fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import type { Board, CollectedPosting, ListEntry, PublishedPlace } from '../system'

export const DOMAIN = 'eightfold.ai'

export const originOf = (board: Board) => `https://${hostOfBoard(board, DOMAIN)}`

const labels = nullable(Type.Union([Type.String(), Type.Array(Type.String())]))

const split = entrySplitter(
  Type.Object({
    id: Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })]),
    name: title,
    canonicalPositionUrl: maybeText,
    location: maybeText,
    locations: nullable(Type.Array(Type.String())),
    department: labels,
    business_unit: labels,
    work_location_option: maybeText,
    t_create: nullable(Type.Number()),
    job_description: maybeText,
  }),
  'id',
  'name',
)

type Position = ReturnType<typeof split>['entries'][number]

/** What the detail needs: the page, and the posting as far as the list has it. */
export interface Reference {
  page: string
  posting: Partial<CollectedPosting> & { url: string }
}

/** The postings of a list of `/api/apply/v2/jobs`. */
export function readPositions(
  rows: readonly unknown[],
  board: Board,
  paths = SOURCE_FIELDS,
): Entries {
  const { entries, unreadable } = split(rows)
  return { postings: entries.map((position) => toEntry(position, board, paths)), unreadable }
}

/** Those of `/api/pcsx/search`, which has other names for the members. */
export function readSearchResults(rows: readonly unknown[], board: Board): Entries {
  const positions = rows.map((row) => {
    const text = (name: string) => textAt(row, name) ?? null
    const [places, standardized] = ['locations', 'standardizedLocations'].map((name) =>
      listAt(row, name),
    )
    return {
      ...Object(row),
      canonicalPositionUrl: text('positionUrl'),
      work_location_option: text('workLocationOption'),
      locations: places?.length ? places : standardized,
      t_create: memberAt(row, 'postedTs') ?? memberAt(row, 'creationTs') ?? null,
    }
  })
  return readPositions(positions, board, SEARCH_FIELDS)
}

/** A posting of a list; `paths` are the paths of its source fields. */
function toEntry(position: Position, board: Board, paths: FieldPaths): ListEntry {
  const external_id = String(position.id)
  const domain = board.settings?.domain
  const query = domain === undefined ? '' : `?${new URLSearchParams({ domain })}`
  const page = `${originOf(board)}/careers/job/${external_id}${query}`
  const arrangement = workplace(position.work_location_option?.replace(/_(?:local|global)$/, ''))
  const posted = epochInstant((position.t_create ?? 0) * 1000)
  const fields = sourceFields(position, paths)
  // Only what the list says: the page has the rest.
  const posting = {
    external_id,
    title: position.name.trim(),
    url: webAddress(position.canonicalPositionUrl) ?? page,
    places: placesOf(position),
    ...(arrangement.work_arrangement && arrangement),
    ...(posted && { date_posted: posted }),
    ...(fields && { source_fields: fields }),
  }
  const description = textAt(position, 'job_description')
  if (description !== undefined) {
    const whole = { ...posting, ...descriptionMembers(description) }
    return { external_id, fingerprint: contentFingerprint(whole), posting: whole }
  }
  const reference: Reference = { page, posting }
  return {
    external_id,
    fingerprint: contentFingerprint(posting),
    reference: JSON.stringify(reference),
  }
}

const SOURCE_FIELDS = fieldPaths(
  'display_job_id',
  'ats_job_id',
  'department',
  'business_unit',
  'work_location_option',
  'location',
  'locations',
)

const SEARCH_FIELDS = fieldPaths(
  { display_job_id: 'displayJobId', ats_job_id: 'atsJobId' },
  'department',
  'business_unit',
  { work_location_option: 'workLocationOption' },
  'locations',
)

function placesOf({ location, locations }: Position): PublishedPlace[] {
  const place = (text: string) => (text.trim() === '' ? [] : [{ text: text.trim() }])
  const all = (locations ?? []).flatMap(place)
  const [main] = place(location ?? '')
  return main === undefined ? distinct(all) : primaryFirst(main, all)
}
