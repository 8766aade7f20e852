import { boardLabel, boardOfOwnHost, boardsByHost } from '../answers/addresses'
import { listIn, parseAnswer } from '../answers/entries'
import { fingerprint } from '../answers/fingerprint'
import { parseHtml } from '../answers/markup/html-elements'
import { incompleteEnd } from '../answers/markup/xml'
import { countAt, memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { countedPage, type Page } from '../answers/read-pages'
import { jobPostingMembers, jobPostingOf } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { type SitemapEntry, SitemapReader } from '../sites/sitemap-reader'
import { detail, storedRow } from '../strategies/detail'
import { byOffset, pagedList } from '../strategies/paged-list'
import { type Found, wholeList } from '../strategies/whole-list'
import type { Board, BoardAddress, HttpResponse, ListEntry, System } from '../system'
import {
  DOMAIN,
  originOf,
  type Reference,
  readPositions,
  readSearchResults,
} from './eightfold-positions'

const VENDOR_LABELS = ['www', 'app', 'api', 'static', 'docs', 'help', 'status', 'info']
/** Eightfold returns 10 positions whatever is asked for, and none from this offset on. */
const PAGE_SIZE = 10
const MAX_OFFSET = 2000
const { end, next } = byOffset(PAGE_SIZE)

const bySitemap = wholeList({
  request: (board) => ({ url: sitemapOf(board) }),
  parse: (text) => text,
  read: readSitemap,
})

const bySearch = pagedList({
  start: 0,
  request: (board, start) => ({
    url: `${originOf(board)}/api/pcsx/search?${queryOf(board, { query: '', start: String(start) })}`,
    ...(start === 0 && { accept: REFUSALS }),
  }),
  isKnown: true,
  page(text, start, board, { status }) {
    if (status !== 200) throw new Error(refusal(board, status))
    const data = memberAt(parseAnswer(text), 'data')
    const total = countAt(data, 'count')
    const rows = listIn(data, 'positions')
    if (total === undefined) return { rows, next: undefined }
    return countedPage(rows, { total, end: end(start), size: PAGE_SIZE, next: next(start) })
  },
  id: 'id',
  read: (rows, board) => readSearchResults(rows, board),
  incompleteReason: uncounted,
})

/** The list of an employer that another product of the vendor serves: the sitemap, or else the search of that product. */
const ofOtherProduct: Pick<System, 'list'> = {
  async list(board, fetch) {
    const found = await bySitemap.list(board, fetch)
    return found.kind === 'missing' ? await bySearch.list(board, fetch) : found
  },
}

export const eightfold: System = {
  source: 'eightfold',
  name: 'Eightfold',
  ownHostSign: 'static.vscdn.net',
  example: 'https://acme.eightfold.ai/careers',
  ...boardsByHost(DOMAIN, VENDOR_LABELS),
  settings: ['domain'],
  boardOf: (address) => ofDomain(boardLabel(address.hostname, DOMAIN, VENDOR_LABELS), address),
  ownBoardOf: (address) => ofDomain(boardOfOwnHost(address)?.slug, address),
  postingId: postingIdAt('/careers/job/:id-:title', '/careers?pid'),
  limits: { minIntervalMs: 700, maxParallel: 2, isPerHost: true },
  ...pagedList({
    start: 0,
    request: (board, start) => ({
      url: `${originOf(board)}/api/apply/v2/jobs?${queryOf(board, { start: String(start), num: String(PAGE_SIZE) })}`,
      ...(start === 0 && { accept: [403] }),
    }),
    isVendorSite: (host) => /^(?:www\.)?eightfold\.ai$/.test(host),
    closed: { isClosed, ...ofOtherProduct },
    page: pageOf,
    id: 'id',
    read: (rows, board) => readPositions(rows, board),
    incompleteReason: uncounted,
  }),
  ...detail({
    request: (_board, entry) => ({ url: storedRow<Reference>(entry).page }),
    parse: parseHtml,
    read(html, { entry, url }) {
      const job = jobPostingOf(html, url)
      const { posting } = storedRow<Reference>(entry)
      return {
        source_fields: sourceFields(job, PAGE_FIELDS),
        ...jobPostingMembers(job),
        ...posting,
        title: posting.title ?? textAt(job, 'title'),
      }
    },
  }),
}

/** The board, with the domain that the address names: one host may have the jobs of several. */
function ofDomain(slug: string | undefined, { searchParams }: URL): BoardAddress | undefined {
  const domain = searchParams.get('domain')
  if (slug === undefined) return undefined
  return domain === null ? { slug } : { slug, settings: { domain } }
}

function queryOf({ settings }: Board, members: Record<string, string>): URLSearchParams {
  const domain = settings?.domain
  return new URLSearchParams({ ...members, sort_by: 'timestamp', ...(domain && { domain }) })
}

function uncounted({ total }: { total?: number | undefined }): string | undefined {
  return total === undefined ? 'the answer has no count' : undefined
}

function pageOf(text: string, start: number): Page<unknown, number> {
  const answer = parseAnswer(text)
  const total = countAt(answer, 'count')
  const rows = listIn(answer, 'positions')
  if (total === undefined || end(start) >= MAX_OFFSET) return { rows, next: undefined, total }
  return countedPage(rows, { total, end: end(start), size: PAGE_SIZE, next: next(start) })
}

/** `Not authorized for PCSX`: the employer has another product of the vendor. */
function isClosed({ status, text }: HttpResponse, url: string): boolean {
  if (status !== 403) return false
  if (/\bPCSX\b/.test(text)) return true
  throw new Error(`${new URL(url).origin} answered 403`)
}

/** With what the search answers for an employer that it does not serve, and for a domain that it does not know. */
const REFUSALS = [400, 403, 404, 422]

function refusal(board: Board, status: number): string {
  const origin = originOf(board)
  const hint = `; add the board by an address with its domain, such as ${origin}/careers?domain=acme.example`
  return `the list of ${board.slug} is closed, ${sitemapOf(board)} has no jobs of it, and its search answered ${status}${board.settings?.domain === undefined ? hint : ''}`
}

const sitemapOf = (board: Board) => `${originOf(board)}/careers/sitemap.xml`

/** The job pages of a sitemap, whose details are schema.org JobPostings. */
function readSitemap(xml: string, board: Board): Found {
  const url = sitemapOf(board)
  const postings = new Map<string, ListEntry>()
  for (const { address: text, lastmod } of entriesOf(xml, url)) {
    const address = URL.parse(text)
    const id = /\/careers\/job\/(\d+)/.exec(address?.pathname ?? '')?.[1]
    if (address === null || id === undefined) continue
    // Some closed employers publish the sitemap of Eightfold's own board.
    if (address.searchParams.get('domain') === DOMAIN && board.slug !== 'eightfold') {
      return { kind: 'missing', reason: `${url} lists the jobs of ${DOMAIN}` }
    }
    const page = `${originOf(board)}${address.pathname}${address.search}`
    const reference: Reference = { page, posting: { url: address.href } }
    postings.set(id, {
      external_id: id,
      fingerprint: fingerprint([address.href, lastmod || null]),
      reference: JSON.stringify(reference),
    })
  }
  if (postings.size === 0) return { kind: 'missing', reason: `${url} has no jobs` }
  return { postings: [...postings.values()], incompleteReason: incompleteEnd(xml, 'urlset') }
}

function entriesOf(xml: string, url: string): SitemapEntry[] {
  const entries: SitemapEntry[] = []
  new SitemapReader(url, { page: (entry) => entries.push(entry), file: () => 0 }).write(xml)
  return entries
}

const PAGE_FIELDS = fieldPaths({ identifier: 'identifier.value' }, 'employmentType', 'inLanguage', {
  sameAs: 'hiringOrganization.sameAs',
})
