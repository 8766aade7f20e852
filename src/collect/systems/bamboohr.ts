import Type from 'typebox'
import { boardsBySubdomain } from '../answers/addresses'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { unescapedOnce } from '../answers/markup/html-parts'
import { memberAt, pick, textAt, webAddress } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { jsonList } from '../strategies/whole-list'
import type { Board, PublishedPlace, System } from '../system'

const VENDOR_LABELS = [
  'www',
  'app',
  'api',
  'help',
  'support',
  'status',
  'blog',
  'partners',
  'marketplace',
  'documentation',
  'developers',
  'resources',
]

/** Why a board that exists redirects. It may come back, so that none of these is a proof of absence. */
const REDIRECTS: ReadonlyMap<string, string> = new Map([
  ['/login.php', 'the employer has turned its board off'],
  ['/settings/account/expired.php', "the employer's account has expired"],
  ['/settings/account/temporarily_suspended', "the employer's account is suspended for now"],
])

const careersOf = ({ slug }: Board) => `https://${slug}.bamboohr.com/careers`
const headers = { accept: 'application/json' }

export const bamboohr: System = {
  source: 'bamboohr',
  name: 'BambooHR',
  aliases: ['bamboo'],
  example: 'https://acme.bamboohr.com/careers',
  ...boardsBySubdomain('bamboohr.com', VENDOR_LABELS),
  postingId: postingIdAt('/careers/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...jsonList({
    request: (board) => ({ url: `${careersOf(board)}/list`, headers }),
    isVendorSite: (host) => /^(?:www\.)?bamboohr\.com$/.test(host),
    redirectReason: (path) => REDIRECTS.get(path),
    rows: 'result',
    total: 'meta.totalCount',
    read: (rows) => readRows(rows),
  }),
  ...detail({
    request: (board, { external_id }) => ({
      url: `${careersOf(board)}/${external_id}/detail`,
      headers,
    }),
    parse: parseAnswer,
    read(answer, { board, entry }) {
      const opening = memberAt(answer, 'result', 'jobOpening')
      const places = [placeOf(opening, storedRow(entry))]
      const html = textAt(opening, 'description')
      const country = commonCountry(places) ?? board.country
      return {
        title: textAt(opening, 'jobOpeningName'),
        url:
          webAddress(memberAt(opening, 'jobOpeningShareUrl')) ??
          `${careersOf(board)}/${entry.external_id}`,
        date_posted: memberAt(opening, 'datePosted'),
        places,
        ...arrangementOf([arrangement(opening, storedRow(entry))]),
        salary: salaryInText(memberAt(opening, 'compensation'), country),
        employment_type: memberAt(opening, 'employmentStatusLabel'),
        description_html: html && unescapedOnce(html),
        source_fields: sourceFields(opening, SOURCE_FIELDS),
      }
    },
  }),
}

const readRows = rowReader(
  Type.Object({
    // Numbers from 1 on in every tenant.
    id: Type.Union([Type.String({ pattern: '^\\d+$' }), Type.Integer({ minimum: 0 })]),
    jobOpeningName: title,
  }),
  { id: 'id', title: 'jobOpeningName' },
  // The members that say where one works. The list has more of them than the detail.
  (row) => ({
    content: row,
    stored: pick(row, ['location', 'atsLocation', 'isRemote', 'locationType']),
  }),
)

const SOURCE_FIELDS = fieldPaths(
  'departmentId',
  'departmentLabel',
  'employmentStatusLabel',
  'employmentType',
  'minimumExperience',
  'compensation',
  'locationType',
  { postalCode: 'location.postalCode' },
)

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
