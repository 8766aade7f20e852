import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { BoardListError, type Member } from './board-list-error'

/**
 * The members of a record, each with its names here and in public lists; of several that are filled, the first counts. Case, `_`, `-` and
 * spaces make no difference (`careersUrl`, `Careers URL`).
 */
const MEMBER_NAMES: Readonly<Record<Member, readonly string[]>> = {
  address: words(`address board_url ats_url job_board_url careers_url career_url careers_page_url
    career_page_url careers_page career_page jobs_url url link`),
  source: words(`source ats ats_type ats_provider ats_platform ats_vendor platform provider
    monitor_type`),
  // `slug` is often a name of the list's own, where another of these is the board's.
  slug: words('board_token board_identifier board_id ats_identifier ats_slug token slug'),
  organization: words('organization company company_name organization_name name'),
  country: ['country'],
  settings: ['settings'],
}

// The cast: the keys of the table are the members.
const OWN_NAMES = Object.keys(MEMBER_NAMES) as Member[]

const MEMBERS: ReadonlyMap<string, Member> = new Map(
  OWN_NAMES.flatMap((member) => MEMBER_NAMES[member].map((name) => [plain(name), member] as const)),
)

/** What a record has to say, for people. */
export const EXPECTED_MEMBERS = `expected address (or ${namesOf('address')}), or source (or ${namesOf('source')}) and slug (or ${namesOf('slug')})`

/** For each member, the columns of a record that have a value for it, in the order of its names. */
export type Columns = Partial<Record<Member, readonly string[]>>

export function columnsOf(record: Readonly<Record<string, unknown>>): Columns {
  const filled = new Map(
    Object.entries(record).flatMap(([column, value]) =>
      isEmpty(value) ? [] : [[plain(column), column] as const],
    ),
  )
  return Object.fromEntries(
    OWN_NAMES.flatMap((member) => {
      const columns = MEMBER_NAMES[member].flatMap((name) => filled.get(plain(name)) ?? [])
      return columns.length === 0 ? [] : [[member, columns]]
    }),
  )
}

export function isMemberName(name: string): boolean {
  return MEMBERS.has(plain(name))
}

/** Columns that are not members are ignored, unless a name of our own is misspelt or a board has no address. */
export function checkHeader(columns: string[], isOfOneSystem: boolean): string[] {
  const written = new Set(columns.flatMap((column) => MEMBERS.get(plain(column)) ?? []))
  for (const column of columns) {
    const nearest = isMemberName(column) ? undefined : nearestName(column, OWN_NAMES)
    const isWritten = OWN_NAMES.some((member) => member === nearest && written.has(member))
    if (nearest === undefined || isWritten) continue
    throw new BoardListError(
      `line 1: ${quoteValue(column)}: unknown column; did you mean ${nearest}?`,
    )
  }
  if (written.has('address')) return columns
  if (written.has('slug') && (isOfOneSystem || written.has('source'))) return columns
  throw new BoardListError(
    `line 1: ${EXPECTED_MEMBERS}; got the columns ${quoteValue(columns.join(','))}`,
  )
}

function words(names: string): string[] {
  return names.split(/\s+/)
}

/** The names of public lists. */
function namesOf(member: Member): string {
  return MEMBER_NAMES[member].filter((name) => name !== member).join(', ')
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_\s-]/g, '')
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
