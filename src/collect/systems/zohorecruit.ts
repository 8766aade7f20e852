import Type from 'typebox'
import { ABSENCE_STATUSES } from '../answers/absence'
import { pathParts } from '../answers/addresses'
import { entryReader, listIn, parseAnswer, texts, title } from '../answers/entries'
import { elementsNamed, parseHtml } from '../answers/markup/html-elements'
import { memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { flags } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { REMOTE } from '../answers/workplace'
import type { Board, BoardAddress, Fetch, ListAnswer, System } from '../system'

const VENDOR =
  /^(?!(?:www|api|app|accounts|help|recruit|static)\.)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.zohorecruit\.(?:com|eu|in)$/
const SLUG =
  /^(?=[^/]{4,253}(?:\/|$))(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}(?:\/[\w-]+)?$/
const PAGE = 'Careers'

/** What tenants leave out of their rows unless it is asked for. */
const EXTRA = encodeURIComponent(
  JSON.stringify(['State', 'Salary', 'Industry', 'Date_Opened', 'Job_Description', 'Job_Type']),
)

/** A page that a tenant cut has a round number of rows. */
const ROUND = 50

/** The slug is the host, with the page where that has another name than `Careers`. */
export const zohorecruit: System = {
  source: 'zohorecruit',
  name: 'Zoho Recruit',
  aliases: ['zoho'],
  example: 'https://acme.zohorecruit.com/jobs/Careers',
  slug: SLUG,
  boardOf: (address) => (VENDOR.test(address.hostname) ? boardAt(address) : undefined),
  ownBoardOf: boardAt,
  isHost: (host, board) =>
    VENDOR.test(host) || (board !== undefined && partsOf(board).host === host),
  postingId: ({ pathname }) => /^\/jobs\/[^/]+\/(\d{5,20})(?=\/|$)/.exec(pathname)?.[1],
  limits: { minIntervalMs: 1000, maxParallel: 2, isPerHost: true },
  obeysRobots: 'own hosts',
  async list(board, fetch) {
    const { rows, source } = await rowsOf(board, fetch)
    if (source.kind === 'missing') return source
    const isRound = rows.length > 0 && rows.length % ROUND === 0
    return {
      kind: 'listed',
      ...withinLimit(() => readOpenings(rows, board)),
      incompleteReason: isRound ? `${rows.length} rows may be the first ones of more` : undefined,
    }
  },
}

function boardAt(address: URL): BoardAddress | undefined {
  const [folder, name] = pathParts(address)
  const page = address.searchParams.get('pagename') ?? (folder === 'jobs' ? name : undefined)
  const slug = page === undefined || page === PAGE ? address.host : `${address.host}/${page}`
  return SLUG.test(slug) ? { slug } : undefined
}

function partsOf({ slug }: BoardAddress): { host: string; page: string } {
  const [host = '', page = PAGE] = slug.split('/')
  return { host, page }
}

type Rows = {
  rows: readonly unknown[]
  source: { kind: 'rows' } | Extract<ListAnswer, { kind: 'missing' }>
}

/** The rows of the interface; where a board has none there, those in its page. */
async function rowsOf(board: Board, fetch: Fetch): Promise<Rows> {
  const { host, page } = partsOf(board)
  const query = `pagename=${encodeURIComponent(page)}&source=CareerSite&extra_fields=${EXTRA}`
  const service = `https://${host}/recruit/v2/public/Job_Openings?${query}`
  const answer = await fetch({ url: service, accept: [204, 400, 401, 403, 404, 410] })
  if (answer.status === 200) {
    const rows = withinLimit(() => listIn(parseAnswer(answer.text), 'data'))
    return { rows, source: { kind: 'rows' } }
  }
  const url = `https://${host}/jobs/${encodeURIComponent(page)}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (ABSENCE_STATUSES.includes(status)) {
    return { rows: [], source: { kind: 'missing', reason: `${url} answered ${status}` } }
  }
  return { rows: withinLimit(() => rowsIn(text)), source: { kind: 'rows' } }
}

function rowsIn(text: string): readonly unknown[] {
  const input = elementsNamed(parseHtml(text), 'input').find(({ attribs }) => attribs.id === 'jobs')
  const value = input?.attribs.value
  if (value === undefined) throw new UnexpectedAnswer('answered with a page without postings')
  return listIn(parseAnswer(value))
}

const readOpenings = entryReader(
  Type.Object({
    id: Type.String({ pattern: '^\\d{5,20}$' }),
    Posting_Title: title,
    ...texts(
      'City',
      'State',
      'Country',
      'Date_Opened',
      'Job_Type',
      'Industry',
      'Salary',
      'Job_Description',
    ),
    ...flags('Remote_Job', 'Publish', 'Is_Locked'),
  }),
  'id',
  (opening, board) => {
    if (opening.Publish === false || opening.Is_Locked) return undefined
    const { host, page } = partsOf(board)
    const places = [
      publishedPlace({ city: opening.City, region: opening.State, country: opening.Country }),
    ]
    return {
      title: opening.Posting_Title,
      url: `https://${host}/jobs/${encodeURIComponent(page)}/${opening.id}`,
      date_posted: opening.Date_Opened,
      places,
      ...(opening.Remote_Job && REMOTE),
      salary: salaryInText(opening.Salary, commonCountry(places) ?? board.country),
      employment_type: opening.Job_Type,
      description_html: textAt(memberAt(opening, 'Job_Description')),
      source_fields: sourceFields(
        opening,
        fieldPaths('Job_Type', 'Industry', 'Salary', 'Work_Experience'),
      ),
    }
  },
)
