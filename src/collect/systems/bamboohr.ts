import Type from 'typebox'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entrySplitter, listIn, parseAnswer, title, webAddress } from '../answers/entries'
import { fingerprint } from '../answers/fingerprint'
import { unescapedOnce } from '../answers/html-parts'
import { countAt, memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { arrangementOf } from '../answers/workplace'
import type {
  Board,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../system'

const NAME = 'BambooHR'
const VENDOR_LABELS =
  'www app api help support status blog partners marketplace documentation developers resources'.split(
    ' ',
  )

export const bamboohr: System = {
  source: 'bamboohr',
  name: NAME,
  example: 'https://acme.bamboohr.com/careers',
  ...boardsBySubdomain('bamboohr.com', VENDOR_LABELS),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  list,
  detail,
}

const headers = { accept: 'application/json' }

const split = entrySplitter(
  Type.Object({
    // Numbers from 1 on in every tenant.
    id: Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })]),
    jobOpeningName: title,
  }),
  'id',
)

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const url = `https://${board.slug}.bamboohr.com/careers/list`
  const response = await fetch({ url, headers, isConditional: true, accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, url, (host) => /^(?:www\.)?bamboohr\.com$/.test(host))
  if (absence !== undefined) return absence
  const answer = parseAnswer(response.text, NAME)
  const rows = listIn(answer, 'result', NAME)
  const total = countAt(answer, 'meta', 'totalCount')
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: entries.filter((entry) => !isTestPosting(entry.jobOpeningName)).map(listed),
    unreadable,
    doubt: total === rows.length ? undefined : `${rows.length} jobs listed, total ${total}`,
  }
}

/** The members of an opening in both answers that say where one works. The list has more of them. */
const PLACE_MEMBERS = ['location', 'atsLocation', 'isRemote', 'locationType']

function listed(entry: { id: string | number }): ListedPosting {
  const place = PLACE_MEMBERS.map((name): [string, unknown] => [name, memberAt(entry, name)])
  return {
    external_id: String(entry.id),
    fingerprint: fingerprint(entry),
    reference: JSON.stringify(Object.fromEntries(place)),
  }
}

async function detail(
  board: Board,
  { external_id, reference = '{}' }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const careers = `https://${board.slug}.bamboohr.com/careers/${external_id}`
  const { status, text } = await fetch({ url: `${careers}/detail`, headers, accept: [404, 410] })
  if (status !== 200) return undefined
  const opening = memberAt(parseAnswer(text, NAME), 'result', 'jobOpening')
  const title = textAt(opening, 'jobOpeningName')
  if (title === undefined) throw new Error(`${careers}/detail has no jobOpeningName`)
  const entry: unknown = JSON.parse(reference)
  const place = placeOf(opening, entry)
  const places = place === undefined ? [] : [place]
  const html = textAt(opening, 'description')
  return {
    external_id,
    title,
    url: webAddress(memberAt(opening, 'jobOpeningShareUrl')) ?? careers,
    date_posted: publishedInstant(memberAt(opening, 'datePosted')) ?? null,
    places,
    ...arrangementOf([arrangement(opening, entry)]),
    salary:
      salaryInText(memberAt(opening, 'compensation'), commonCountry(places) ?? board.country) ??
      null,
    employment_type: employmentTypes(memberAt(opening, 'employmentStatusLabel')) ?? null,
    description_html: html === undefined ? null : unescapedOnce(html),
    source_fields: sourceFields(opening, {
      departmentId: 'departmentId',
      departmentLabel: 'departmentLabel',
      employmentStatusLabel: 'employmentStatusLabel',
      employmentType: 'employmentType',
      minimumExperience: 'minimumExperience',
      compensation: 'compensation',
      locationType: 'locationType',
      postalCode: 'location.postalCode',
    }),
  }
}

/** `location` is an office; `atsLocation`, usually of remote jobs, adds the country or stands alone. */
function placeOf(opening: unknown, entry: unknown): PublishedPlace | undefined {
  const read = (name: string, ...members: readonly string[]) =>
    [opening, entry]
      .flatMap((answer) => members.map((member) => textAt(answer, name, member)))
      .find((text) => text !== undefined)
  const office = { city: read('location', 'city'), region: read('location', 'state') }
  const hasOffice = office.city !== undefined || office.region !== undefined
  const city = hasOffice ? office.city : read('atsLocation', 'city')
  const region = hasOffice ? office.region : read('atsLocation', 'state', 'province')
  const country = read('location', 'addressCountry') ?? read('atsLocation', 'country')
  return publishedPlace({ city, region, country })
}

const ARRANGEMENTS: ReadonlyMap<unknown, 'onsite' | 'remote' | 'hybrid'> = new Map([
  ['0', 'onsite'],
  ['1', 'remote'],
  ['2', 'hybrid'],
] as const)

/** `isRemote`, a boolean or its text, counts only when there is no `locationType`. */
function arrangement(opening: unknown, entry: unknown): 'onsite' | 'remote' | 'hybrid' | undefined {
  const type = textAt(opening, 'locationType') ?? textAt(entry, 'locationType')
  if (type !== undefined) return ARRANGEMENTS.get(type)
  const isRemote = memberAt(opening, 'isRemote') ?? memberAt(entry, 'isRemote')
  return /^(?:true|1|yes)$/i.test(String(isRemote)) ? 'remote' : undefined
}
