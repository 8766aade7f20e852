import Type, { type Static } from 'typebox'
import { agreedCurrency, type Salary, salaryOf } from '../../values/pay/salary'
import { boardLabel, pathParts } from '../answers/addresses'
import { entryReader, listIn, parseAnswer, texts, title } from '../answers/entries'
import { embeddedJson } from '../answers/markup/embedded-json'
import { countAt, textAt, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { countedPage, type Page } from '../answers/read-pages'
import { anything, arrayOf, flag, flags, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { REMOTE } from '../answers/workplace'
import { FetchFailure } from '../failures'
import { pagedList } from '../strategies/paged-list'
import { type TokenSource, withToken } from '../strategies/token'
import type { Board, BoardAddress, System } from '../system'

const CAREERS = 'careers.hireology.com'
const SERVICE = 'api.hireology.com'
const PAGE_SIZE = 500
const NO_TOKEN = 401

/** Names have an `&`, and a `/` where the address has `%2F`. */
const SLUG =
  /^(?!(?:api|www|app|static|assets|js|css)$)[a-z0-9][a-z0-9&'._+-]*(?:\/[a-z0-9][a-z0-9&'._+-]*)*$/

const pages = pagedList<unknown, number>({
  start: 1,
  request: ({ slug }, page) => ({
    url: `https://${SERVICE}/v2/public/careers/${encodeURIComponent(slug)}?page=${page}&page_size=${PAGE_SIZE}`,
  }),
  page: readPage,
  id: 'id',
  read: (rows, board) => readJobs(rows, board),
})

/** The page of a board has a token of half an hour, which the service does not always ask for. */
const session: TokenSource<string> = {
  async obtain(board, fetch) {
    const url = pageOf(board)
    const { status, text } = await fetch({ url, accept: [404, 410] })
    if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
    const token = textAt(embeddedJson(text, /\bstartingData\s*=\s*(?=\{)/), 'apiToken')
    if (token === undefined) throw new Error(`${url} has no token`)
    return { kind: 'token', token }
  },
  authorize: (request, token) => ({ ...request, headers: { authorization: `Bearer ${token}` } }),
}

export const hireology: System = {
  source: 'hireology',
  name: 'Hireology',
  example: `https://${CAREERS}/acme`,
  slug: SLUG,
  boardOf,
  isHost: (host) => host === SERVICE || host === CAREERS,
  postingId: postingIdAt('/:board/:id/description'),
  limits: { minIntervalMs: 600, maxParallel: 2 },
  async list(board, fetch) {
    try {
      return await pages.list(board, fetch)
    } catch (error) {
      if (!(error instanceof FetchFailure && error.status === NO_TOKEN)) throw error
      return await withToken(session, pages).list(board, fetch)
    }
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address).map((part) => part.toLowerCase())
  const [version, audience, careers, name] = parts
  const isService = version === 'v2' && audience === 'public' && careers === 'careers'
  const slugs: Readonly<Record<string, string | undefined>> = {
    [CAREERS]: version,
    [SERVICE]: isService ? name : undefined,
  }
  const slug = slugs[address.hostname] ?? boardLabel(address.hostname, 'hireology.careers') ?? ''
  return SLUG.test(slug) ? { slug } : undefined
}

function pageOf({ slug }: Board): string {
  return `https://${CAREERS}/${encodeURIComponent(slug)}`
}

/** Some answers lack the count of all rows: the list then ends with a page that says its number and is not full. */
function readPage(text: string, at: number): Page<unknown, number> {
  const answer = parseAnswer(text)
  const rows = listIn(answer, 'data')
  const size = countAt(answer, 'page_size') || PAGE_SIZE
  const total = countAt(answer, 'count')
  const next = at + 1
  if (total !== undefined) return countedPage(rows, { total, end: at * size, size, next })
  if (countAt(answer, 'page') !== at) throw new UnexpectedAnswer(`answered without page ${at}`)
  return { rows, next: rows.length < size ? undefined : next }
}

const Job = Type.Object({
  ...texts('created_at', 'status', 'employment_status', 'job_description'),
  id: Type.Integer({ minimum: 1 }),
  name: title,
  locations: arrayOf(Type.Unknown()),
  ...flags('remote', 'blind_posted'),
  organization: object(texts('name')),
  career_site_url: anything,
  compensation: object({
    is_comp_range: flag,
    comp_range_min: anything,
    comp_range_max: anything,
    comp_single_amount: anything,
    comp_period: anything,
  }),
})

type Job = Static<typeof Job>

const readJobs = entryReader(Job, 'id', (job, board) => {
  if (/^closed$/i.test(job.status ?? '')) return undefined
  const places = (job.locations ?? []).map(placeOf)
  return {
    title: job.name,
    url: webAddress(job.career_site_url) ?? `${pageOf(board)}/${job.id}/description`,
    // The shop of a group; the board of the group lists those of all its shops.
    organization: job.blind_posted ? undefined : textAt(job.organization?.name),
    date_posted: job.created_at,
    places,
    ...(job.remote && REMOTE),
    salary: salaryOfJob(job, commonCountry(places) ?? board.country),
    employment_type: job.employment_status,
    description_html: textAt(job.job_description),
    source_fields: sourceFields(job, SOURCE_FIELDS),
  }
})

const SOURCE_FIELDS = fieldPaths('employment_status', {
  job_family: 'job_family.name',
  organization_type: 'organization.type',
  pay_rhythm: 'compensation.comp_frequency',
  postalCode: 'locations[*].zip_code',
  streetAddress: 'locations[*].address',
})

/** Two letters of a state or a province tell the country. */
function placeOf(location: unknown) {
  if (typeof location === 'string') return publishedPlace({ text: location })
  return publishedPlace({ city: textAt(location, 'city'), region: textAt(location, 'state') })
}

/** `0.0` is no amount. `comp_frequency` says how often people are paid, and is no unit. */
function salaryOfJob({ compensation }: Job, country: Board['country']): Salary | undefined {
  const single = compensation?.comp_single_amount
  const isRange = compensation?.is_comp_range === true
  return salaryOf({
    min: isRange ? compensation.comp_range_min : single,
    max: isRange ? compensation.comp_range_max : single,
    currency: agreedCurrency(['$'], country),
    unit: compensation?.comp_period,
  })
}
