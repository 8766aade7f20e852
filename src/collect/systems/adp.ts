import { type Salary, salaryOf } from '../../values/pay/salary'
import type { PayUnit } from '../../values/vocabulary'
import { absenceOf, absenceStatuses } from '../answers/absence'
import { parseAnswer } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { listAt, memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import type { Board, Fetch, ListAnswer, System } from '../system'
import {
  type AdpRows,
  fieldOf,
  namedValues,
  placeOf,
  readAdpRows,
  readTranslated,
  unescaped,
} from './adp-rows'

const HOST = 'workforcenow.adp.com'
const STAFFING = `https://${HOST}/mascsr/default/careercenter/public/events/staffing`
const PAGE = `https://${HOST}/mascsr/default/mdf/recruitment/recruitment.html`
const ROWS = 'v1/job-requisitions'
const DEFAULT_CENTER = '19000101_000001'
const CLIENT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The slug is `CLIENT/CENTER`: a GUID, whose case counts, and one of the client's career centers. */
export const adp: System = {
  source: 'adp',
  name: 'ADP Workforce Now',
  aliases: ['adp_workforce_now', 'workforcenow'],
  example: `${PAGE}?cid=11111111-2222-3333-4444-555555555555`,
  slug: /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\/[\w-]+$/,
  boardOf({ hostname, pathname, searchParams }) {
    const client = searchParams.get('cid') ?? ''
    const center = searchParams.get('ccId') || DEFAULT_CENTER
    const isCenter = pathname.startsWith('/mascsr/') && /^[\w-]+$/.test(center)
    if (hostname !== HOST || !isCenter || !CLIENT.test(client)) return undefined
    return { slug: `${client}/${center}` }
  },
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/mascsr/default/mdf/recruitment/recruitment.html?jobId'),
  // The vendor refuses the request after the 200th of a minute, whatever the board.
  limits: { minIntervalMs: 340, maxParallel: 3 },
  list,
  ...detail({
    request: (board, entry) => ({
      url: addressOf(board, `${ROWS}/${encodeURIComponent(entry.external_id)}`, {
        lang: storedRow<Stored>(entry).language,
      }),
    }),
    parse: parseAnswer,
    read(answer, { board, entry, url }) {
      const found = listAt(answer, 'jobRequisitions')[0] ?? answer
      if (typeof found !== 'object' || found === null) throw new Error(`${url} has no posting`)
      // A posting that is closed is answered with 200 and members without a title.
      if (textAt(found, 'requisitionTitle') === undefined) return undefined
      const { language, languages } = storedRow<Stored>(entry)
      const posting = { ...found, language, languages }
      const locations = listAt(posting, 'requisitionLocations')
      const [client = '', center = ''] = board.slug.split('/')
      const page = new URLSearchParams({
        cid: client,
        ccId: center,
        lang: language,
        jobId: entry.external_id,
      })
      return {
        title: unescaped(textAt(posting, 'requisitionTitle')),
        url: `${PAGE}?${page}`,
        date_posted: memberAt(posting, 'postDate'),
        places: distinct(locations.map(placeOf)),
        ...arrangementOf(locations.map(arrangement)),
        salary: payOf(posting),
        employment_type: memberAt(posting, 'workLevelCode', 'shortName'),
        description_html: textAt(posting, 'requisitionDescription'),
        source_fields: sourceFields(withFields(posting), SOURCE_FIELDS),
      }
    },
  }),
}

/** What the list stores for the detail, which answers in the language of the posting only. */
interface Stored {
  language: string
  languages: readonly string[]
}

function addressOf(
  board: Board,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const [cid = '', ccId = ''] = board.slug.split('/')
  return `${STAFFING}/${path}?${new URLSearchParams({ cid, ccId, ...parameters })}`
}

/**
 * The list is the union over the languages of the center, as each is asked for alone. A language without postings, and a
 * center that does not exist, are answered alike: only the links of the center tell whether it is published.
 */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const url = addressOf(board, 'v1/content-links/career-center')
  const response = await fetch({ url, accept: absenceStatuses(undefined) })
  const absence = absenceOf(response, url)
  if (absence !== undefined) return absence
  const center = withinLimit(() => readCenter(response.text))
  if (center.isPublished === false) {
    return { kind: 'missing', reason: `${url} says that it is not published` }
  }
  const lists: AdpRows[] = []
  for (const language of center.languages) {
    const rows = await readAdpRows(
      language,
      (parameters) => addressOf(board, ROWS, parameters),
      fetch,
    )
    if ('kind' in rows) return rows
    lists.push(rows)
  }
  // One request less of the few that the vendor allows, where the operator gave the name.
  const isNamed = board.organization !== undefined
  return {
    kind: 'listed',
    ...withinLimit(() => readTranslated(lists)),
    incompleteReason:
      center.incompleteReason ??
      lists.find(({ incompleteReason }) => incompleteReason !== undefined)?.incompleteReason ??
      incompleteReasonOf(center, lists),
    organization: isNamed ? undefined : await clientName(board, fetch),
  }
}

interface Center {
  /** Undefined: it does not say. */
  isPublished: boolean | undefined
  languages: readonly string[]
  incompleteReason?: string
}

const LANGUAGE = /^[a-z]{2}_[A-Z]{2}$/

function readCenter(text: string): Center {
  const group = memberAt(parseAnswer(text), 'meta', 'customFieldGroup')
  const published = namedValues(group, 'indicatorFields', 'PublishedIndicator', 'indicatorValue')
  const isPublished = [true, false].find((value) => published.includes(value))
  const locales = namedValues(group, 'stringFields', 'Locale', 'stringValue')
  const languages = locales.filter((name) => typeof name === 'string' && LANGUAGE.test(name.trim()))
  if (languages.length > 0) {
    return {
      isPublished,
      languages: [...new Set(languages.map((name) => String(name).trim()))].sort(),
    }
  }
  if (isPublished === undefined) {
    throw new UnexpectedAnswer('answered with neither PublishedIndicator nor Locale')
  }
  return {
    isPublished,
    languages: ['en_CA', 'en_US', 'fr_CA'],
    incompleteReason: 'the center does not say in which languages it has postings',
  }
}

/** Without rows, a center that does not exist looks like an empty one. */
function incompleteReasonOf(
  { isPublished }: Center,
  lists: readonly AdpRows[],
): string | undefined {
  const isProved = isPublished !== undefined || lists.some(({ rows }) => rows.length > 0)
  return isProved ? undefined : 'the center does not say whether it is published'
}

/** The name of the client as the payroll has it, which no posting names. */
async function clientName(board: Board, fetch: Fetch): Promise<string | undefined> {
  const url = addressOf(board, 'client-features')
  const { status, text } = await fetch({ url, accept: [403, 404, 410] })
  return status === 200 ? fieldOf(memberAt(parseAnswer(text), 'meta'), 'ClientName') : undefined
}

/** No member says it; employers begin the names of such places with it: `Remote- National, US`. */
function arrangement(location: unknown): 'remote' | undefined {
  return /^remote\b/i.test(textAt(location, 'nameCode', 'shortName') ?? '') ? 'remote' : undefined
}

const UNITS: ReadonlyMap<string | undefined, PayUnit> = new Map([
  ['HR', 'HOUR'],
  ['AN', 'YEAR'],
])

/** Pay an hour is below it, and pay a year above it: employers mix up the types. */
const HIGHEST_AN_HOUR = 1000

/** `Up to 40` has the minimum 0. */
function payOf(posting: object): Salary | undefined {
  const range = memberAt(posting, 'payGradeRange')
  const [min, max] = ['minimumRate', 'maximumRate'].map((name) =>
    memberAt(range, name, 'amountValue'),
  )
  const unit = UNITS.get(fieldOf(posting, 'SalaryType'))
  const isYearly = Math.max(Number(min ?? 0), Number(max ?? 0)) > HIGHEST_AN_HOUR
  if (isYearly !== (unit === 'YEAR')) return undefined
  const currency =
    textAt(range, 'minimumRate', 'currencyCode') ?? textAt(range, 'maximumRate', 'currencyCode')
  return salaryOf({ min, max, currency, unit })
}

function withFields(posting: object): object {
  const names = ['JobClass', 'SalaryType', 'SalaryRange']
  return { ...posting, ...Object.fromEntries(names.map((name) => [name, fieldOf(posting, name)])) }
}

const SOURCE_FIELDS = fieldPaths(
  'clientRequisitionID',
  'JobClass',
  'SalaryType',
  'SalaryRange',
  { workLevel: 'workLevelCode.shortName' },
  'language',
  'languages',
  {
    locationNames: 'requisitionLocations[*].nameCode.shortName',
    postalCodes: 'requisitionLocations[*].address.postalCode',
  },
)
