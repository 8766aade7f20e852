import Type from 'typebox'
import { nullable } from '../../import/posting'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardLabel, boardOfOwnHost, boardsByHost, hostOfBoard } from '../answers/addresses'
import { epochInstant } from '../answers/dates'
import {
  contentFingerprint,
  entrySplitter,
  listIn,
  maybeText,
  parseAnswer,
  title,
  webAddress,
} from '../answers/entries'
import { distinct, fingerprint, primaryFirst } from '../answers/fingerprint'
import { parseHtml } from '../answers/html-elements'
import { descriptionMembers, jobPostingMembers } from '../answers/job-posting'
import { jobPostingIn } from '../answers/json-ld'
import { countAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { workplace } from '../answers/workplace'
import { readXml } from '../answers/xml'
import type {
  Board,
  BoardAddress,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  PublishedPlace,
  System,
} from '../system'

const NAME = 'Eightfold'
const DOMAIN = 'eightfold.ai'
const VENDOR_LABELS = ['www', 'app', 'api', 'static', 'docs', 'help', 'status', 'info']
/** Eightfold returns 10 positions whatever is asked for, and none from this offset on. */
const PAGE_SIZE = 10
const MAX_OFFSET = 2000

export const eightfold: System = {
  source: 'eightfold',
  name: NAME,
  example: 'https://acme.eightfold.ai/careers',
  ...boardsByHost(DOMAIN, VENDOR_LABELS),
  settings: ['domain'],
  boardOf: (address) => ofDomain(boardLabel(address.hostname, DOMAIN, VENDOR_LABELS), address),
  ownBoardOf: (address) => ofDomain(boardOfOwnHost(address)?.slug, address),
  limits: { minIntervalMs: 500, maxParallel: 2, isPerHost: true },
  list,
  detail,
}

const originOf = (board: Board) => `https://${hostOfBoard(board, DOMAIN)}`

/** The board, with the domain that the address names: one host may have the jobs of several. */
function ofDomain(slug: string | undefined, { searchParams }: URL): BoardAddress | undefined {
  const domain = searchParams.get('domain')
  if (slug === undefined) return undefined
  return domain === null ? { slug } : { slug, settings: { domain } }
}

/** Reads the list, or the sitemap of employers whose list is closed. */
async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const origin = originOf(board)
  const url = (start: number) => {
    const query = new URLSearchParams({ start: String(start), num: String(PAGE_SIZE) })
    query.set('sort_by', 'timestamp')
    if (board.settings?.domain !== undefined) query.set('domain', board.settings.domain)
    return `${origin}/api/apply/v2/jobs?${query}`
  }
  const response = await fetch({ url: url(0), accept: [...ABSENCE_STATUSES, 403] })
  const isVendorSite = (host: string) => /^(?:www\.)?eightfold\.ai$/.test(host)
  const absence = absenceOf(response, url(0), isVendorSite)
  if (absence !== undefined) return absence
  if (response.status === 403) {
    if (!/\bPCSX\b/.test(response.text)) throw new Error(`${origin} answered 403`)
    return await listOfSitemap(board, `${origin}/careers/sitemap.xml`, fetch)
  }
  const firstPage = pageOf(response.text, 0)
  const { rows, doubt } = await readPages({
    start: 0,
    firstPage,
    read: async (start) => pageOf((await fetch({ url: url(start) })).text, start),
    keyOf: (row) => textAt(row, 'id') ?? JSON.stringify(row),
  })
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: entries
      .filter(({ name }) => !isTestPosting(name))
      .map((position) => listed(position, board)),
    unreadable,
    doubt: firstPage.total === undefined ? 'the answer has no count' : doubt,
  }
}

function pageOf(text: string, start: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const total = countAt(answer, 'count')
  const rows = listIn(answer, 'positions', NAME)
  const end = start + PAGE_SIZE
  if (total === undefined || end >= MAX_OFFSET) return { rows, next: undefined, total }
  return countedPage(rows, { total, end, size: PAGE_SIZE, next: end })
}

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
)

type Position = ReturnType<typeof split>['entries'][number]

/** What `detail` needs: the page, and the posting as far as the list has it. */
interface Reference {
  page: string
  posting: Partial<CollectedPosting> & { url: string }
}

function listed(position: Position, board: Board): ListedPosting {
  const external_id = String(position.id)
  const domain = board.settings?.domain
  const query = domain === undefined ? '' : `?${new URLSearchParams({ domain })}`
  const page = `${originOf(board)}/careers/job/${external_id}${query}`
  const arrangement = workplace(position.work_location_option?.replace(/_(?:local|global)$/, ''))
  const posted = epochInstant((position.t_create ?? 0) * 1000)
  const fields = sourceFields(position, SOURCE_FIELDS)
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

const SOURCE_FIELDS = {
  display_job_id: 'display_job_id',
  ats_job_id: 'ats_job_id',
  department: 'department',
  business_unit: 'business_unit',
  work_location_option: 'work_location_option',
  location: 'location',
  locations: 'locations',
}

function placesOf({ location, locations }: Position): PublishedPlace[] {
  const place = (text: string) => (text.trim() === '' ? [] : [{ text: text.trim() }])
  const all = (locations ?? []).flatMap(place)
  const [main] = place(location ?? '')
  return main === undefined ? distinct(all) : primaryFirst(main, all)
}

/** The job pages of a sitemap, whose details are schema.org JobPostings. */
async function listOfSitemap(board: Board, url: string, fetch: Fetch): Promise<Listing> {
  const { text } = await fetch({ url, isConditional: true })
  const postings = new Map<string, ListedPosting>()
  for (const entry of readXml(text, 'url')) {
    const address = URL.parse(textAt(entry, 'loc') ?? '')
    const id = /\/careers\/job\/(\d+)/.exec(address?.pathname ?? '')?.[1]
    if (address === null || id === undefined) continue
    // Some closed employers publish the sitemap of Eightfold's own board.
    if (address.searchParams.get('domain') === DOMAIN && board.slug !== 'eightfold') {
      throw new Error(`${url} lists the jobs of ${DOMAIN}`)
    }
    const page = `${originOf(board)}${address.pathname}${address.search}`
    const reference: Reference = { page, posting: { url: address.href } }
    postings.set(id, {
      external_id: id,
      fingerprint: fingerprint([address.href, textAt(entry, 'lastmod') ?? null]),
      reference: JSON.stringify(reference),
    })
  }
  if (postings.size === 0)
    throw new Error(`the list of ${board.slug} is closed, and ${url} has no jobs`)
  const isWhole = /<\/urlset>\s*$/.test(text)
  return {
    kind: 'listed',
    postings: [...postings.values()],
    doubt: isWhole ? undefined : 'the sitemap ends early',
  }
}

async function detail(
  _board: Board,
  { external_id, reference }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  if (reference === undefined) throw new Error(`${NAME}: ${external_id} has no reference`)
  // `listed` or `listOfSitemap` wrote it.
  const { page, posting }: Reference = JSON.parse(reference)
  const { status, text } = await fetch({ url: page, accept: [404, 410] })
  if (status !== 200) return undefined
  const job = jobPostingIn(parseHtml(text))
  const title = posting.title ?? textAt(job, 'title')
  if (job === undefined || title === undefined) throw new Error(`${page} has no JobPosting`)
  return {
    source_fields: sourceFields(job, PAGE_FIELDS),
    ...jobPostingMembers(job),
    ...posting,
    external_id,
    title,
  }
}

const PAGE_FIELDS = {
  identifier: 'identifier.value',
  employmentType: 'employmentType',
  inLanguage: 'inLanguage',
  sameAs: 'hiringOrganization.sameAs',
}
