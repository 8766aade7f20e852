import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardLabel, hostOfBoard } from '../answers/addresses'
import { fingerprint } from '../answers/fingerprint'
import {
  containsOne,
  elementsNamed,
  enclosing,
  type HtmlElement,
  type HtmlRoot,
  largestAround,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { memberAt, textAt } from '../answers/members'
import { firstOfEach, pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { type Page, readPages } from '../answers/read-pages'
import { jobPostingMembers, jobPostingOf } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { detail } from '../strategies/detail'
import type { Board, BoardAddress, Fetch, HttpResponse, ListAnswer, System } from '../system'

const DOMAIN = 'careerplug.com'
/** Under the names of others: the slug of a board there is its host. */
const WHITE_LABELS = ['apscareerportal.com', 'r365hire.com']
const OWN_LABELS = 'www api app apply assets blog cdn go help info login status support'.split(' ')
const SLUG = new RegExp(
  `^(?!(?:${OWN_LABELS.join('|')})(?:$|\\.))[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?(?:\\.(?:apscareerportal|r365hire)\\.com)?$`,
)

const PAGE_SIZE = 30
const JOB_PATH = /^\/jobs\/(\d{1,18})(?=\/|$)/

/** The subdomain is an account, which often is a whole franchise. The ids of postings are those of the vendor. */
export const careerplug: System = {
  source: 'careerplug',
  name: 'CareerPlug',
  example: `https://acme.${DOMAIN}/jobs`,
  slug: SLUG,
  boardOf,
  isHost: (host) => [DOMAIN, ...WHITE_LABELS].some((domain) => label(host, domain) !== undefined),
  postingId: postingIdAt('/jobs/:id'),
  // One limit for all accounts: at two requests a second 1 % of them were refused.
  limits: { minIntervalMs: 1200, maxParallel: 1 },
  list,
  ...detail({
    request: (board, { external_id }) => ({ url: pageOf(board, external_id) }),
    isGone(response, url) {
      requirePosting(response, url)
      return false
    },
    parse: parseHtml,
    read: (page, { entry: { external_id }, url }) => {
      const job = jobOn(page, url, external_id)
      return {
        ...jobPostingMembers(job),
        title: textAt(job, 'title'),
        url,
        source_fields: sourceFields(job, SOURCE_FIELDS),
      }
    },
  }),
}

function label(host: string, domain: string): string | undefined {
  return boardLabel(host, domain, OWN_LABELS)
}

function boardOf({ hostname }: URL): BoardAddress | undefined {
  const slug = label(hostname, DOMAIN)
  if (slug !== undefined) return { slug }
  const isOther = WHITE_LABELS.some((domain) => label(hostname, domain) !== undefined)
  return isOther ? { slug: hostname } : undefined
}

function listOf(board: Board, page: number): string {
  return `https://${hostOfBoard(board, DOMAIN)}/jobs?page=${page}`
}

/** It redirects to the form for applying, which has the posting too. */
function pageOf(board: Board, id: string): string {
  return `https://${hostOfBoard(board, DOMAIN)}/jobs/${id}`
}

async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const url = listOf(board, 1)
  const response = await fetch({ url, accept: ABSENCE_STATUSES })
  const target = URL.parse(response.headers.get('location') ?? '', url)
  if (response.status !== 200 && target !== null) {
    const account = label(target.hostname, DOMAIN)
    if (WHITE_LABELS.some((domain) => board.slug.endsWith(domain)) && account !== undefined) {
      return await list({ ...board, slug: account }, fetch)
    }
    // An account with one posting shows it in place of the list.
    const id = JOB_PATH.exec(target.pathname)?.[1]
    if (id !== undefined && boardOf(target)?.slug === board.slug) {
      return await onlyPosting(board, id, fetch)
    }
  }
  const absence = absenceOf(response, url, isVendorSite)
  if (absence !== undefined) return absence
  const firstPage = withinLimit(() => listPage(response.text, 1))
  const { pages, count, incompleteReason } = await readPages({
    start: 1,
    firstPage,
    firstResponse: response,
    fetch: (page) => fetch({ url: listOf(board, page) }),
    page: ({ text }, page) => listPage(text, page),
    keyOf: ({ id }) => id,
    keep: ({ rows }) => pageEntries(rows, { content: ({ text }) => text, untitled: UNTITLED }),
  })
  return {
    kind: 'listed',
    postings: pages.flatMap(({ postings }) => postings),
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
    incompleteReason: incompleteByPages(count, firstPage) ?? incompleteReason,
  }
}

function isVendorSite(host: string): boolean {
  return /^(?:(?:www|app)\.)?careerplug\.com$/.test(host)
}

const UNTITLED = 'the link of the posting has no text'

/** All pages but the last are full. */
function incompleteByPages(count: number, { pages = 1, rows }: ListPage): string | undefined {
  if (rows.length === 0) return 'the page has no postings'
  return count > (pages - 1) * PAGE_SIZE ? undefined : `${pages} pages have ${count} postings`
}

async function onlyPosting(board: Board, id: string, fetch: Fetch): Promise<ListAnswer> {
  const url = pageOf(board, id)
  const response = await fetch({ url })
  requirePosting(response, url)
  const job = withinLimit(() => jobOn(parseHtml(response.text), url, id))
  const content = [jobPostingMembers(job), textAt(job, 'title')]
  const entry = { external_id: id, fingerprint: fingerprint(content) }
  return { kind: 'listed', postings: [entry] }
}

interface Row {
  id: string
  title: string
  text: string | undefined
}

type ListPage = Page<Row, number>

/** A page of the list, which names no total; its links to other pages leave out some in the middle. */
function listPage(text: string, at: number): ListPage {
  const html = parseHtml(text)
  const links = elementsNamed(html, 'a')
  const numbers = links.map(({ attribs: { href = '' } }) =>
    Number(/^(?:\/jobs)?\?(?:[^#]*&)?page=(\d{1,4})(?:[&#]|$)/.exec(href)?.[1] ?? 1),
  )
  const rows = rowsOf(links)
  const isWhole = text.trimEnd().toLowerCase().endsWith('</html>')
  if (!isWhole) throw new UnexpectedAnswer('answered with a page that is cut off')
  if (rows.length === 0 && at === 1 && !hasList(html)) {
    throw new UnexpectedAnswer('answered with a page without a list of jobs')
  }
  const pages = Math.max(at, ...numbers)
  const isFull = rows.length >= PAGE_SIZE
  if (at < pages) return { rows, pages, next: isFull ? at + 1 : undefined }
  return { rows, pages, next: undefined, ...(isFull && { behind: at + 1 }) }
}

function hasList(html: HtmlRoot): boolean {
  return elementsNamed(html, 'div').some(({ attribs }) => /^job_table$/i.test(attribs.id ?? ''))
}

/** Pages have two forms: rows with labels, and blocks without them. Each has several links to a posting. */
function rowsOf(links: readonly HtmlElement[]): Row[] {
  const ofJobs = links.flatMap((link) => {
    const id = jobOf(link)
    return id === undefined ? [] : [{ id, link, title: plainText(link) ?? '' }]
  })
  const isOnly = new Set(ofJobs.map(({ id }) => id)).size === 1
  const rows = ofJobs.map(({ id, link, title }) => {
    const others = (around: HtmlElement) => containsOne(around, (one) => (jobOf(one) ?? id) !== id)
    // Alone on a page, the row would be the whole page.
    const row = isOnly ? enclosing(link, ['tr', 'li']) : largestAround(link, (one) => !others(one))
    return { id, title, text: plainText(row ?? link) }
  })
  return firstOfEach(rows.toSorted((a, b) => Number(a.title === '') - Number(b.title === '')))
}

function jobOf({ attribs: { href = '' } }: HtmlElement): string | undefined {
  return JOB_PATH.exec(href)?.[1]
}

/** The list may be shown in place of a posting, with JobPostings of others. That is no proof that the posting has left. */
function requirePosting({ url: answered }: HttpResponse, url: string): void {
  const idOf = (address: string) => JOB_PATH.exec(new URL(address).pathname)?.[1]
  if (answered === undefined || idOf(answered) === idOf(url)) return
  throw new Error(`${url} leads to another page: ${answered.slice(0, 200)}`)
}

/** The JobPosting of a page, which says the id of its posting. */
function jobOn(page: HtmlRoot, url: string, id: string): unknown {
  const job = jobPostingOf(page, url)
  const said = textAt(job, 'identifier', 'value') ?? id
  if (said !== id) throw new Error(`${url} has the posting ${said.slice(0, 100)}`)
  // The vendor writes one requirement under a name of its own.
  const applicants = memberAt(job, 'applicationLocationRequirement')
  return {
    ...Object(job),
    ...(applicants !== undefined && { applicantLocationRequirements: applicants }),
  }
}

const SOURCE_FIELDS = fieldPaths('employmentType', 'industry', 'occupationalCategory', {
  streetAddress: 'jobLocation.address.streetAddress',
  postalCode: 'jobLocation.address.postalCode',
})
