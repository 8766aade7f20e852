import { pathParts } from '../answers/addresses'
import {
  elementOfClass,
  elementsNamed,
  enclosing,
  type HtmlElement,
  type HtmlRoot,
  innerHtml,
  pageTitle,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { firstOfEach, pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { lastPage, type Page } from '../answers/read-pages'
import { jobPostingOf, jobPostingOfPage } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { detail, storedRow } from '../strategies/detail'
import { pagedList } from '../strategies/paged-list'
import type { Board, BoardAddress, System } from '../system'

const ORIGIN = 'https://jobs.jobvite.com'
/** Jobvite returns no more at once. */
const PAGE_SIZE = 50
const VENDOR_PATHS = ['careers', 'support', 'search', 'static', 'api']

export const jobvite: System = {
  source: 'jobvite',
  name: 'Jobvite',
  example: `${ORIGIN}/acme/jobs`,
  slug: /^\w[\w.-]*$/,
  boardOf,
  isHost: (host) => host === 'jobs.jobvite.com',
  postingId: postingIdAt('/careers/:board/job/:id', '/:board/job/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...pagedList({
    start: 0,
    // The search has all jobs: the page `/jobs` shortens long categories. Without the last slash, `p` is ignored.
    request: (board, page) => ({ url: `${pathOf(board)}/search/?p=${page}` }),
    isVendorSite: (host) => /^(?:search|www)\.jobvite\.com$/.test(host),
    page(text, page, board) {
      const html = parseHtml(text)
      const organization = /^(.+) Careers$/i.exec(pageTitle(html) ?? '')?.[1]
      return { ...pageOf(html, board, page), organization }
    },
    id: ({ id }) => id,
    read: (rows, _board, { organization }) => ({ ...pageEntries(rows), organization }),
    incompleteReason: ({ total }) =>
      total === undefined ? 'the page does not count its jobs' : undefined,
  }),
  ...detail({
    request: (board, { external_id }) => ({
      url: `${pathOf(board)}/job/${external_id}`,
      accept: [302, 303],
    }),
    // The answer for a job that was removed is a redirect.
    isGone({ status, headers }, url) {
      if (status === 200) return false
      const target = URL.parse(headers.get('location') ?? '', url)
      if (target?.origin === ORIGIN && target.searchParams.get('error') === '404') return true
      throw new Error(`${url} redirects to ${target?.href}`)
    },
    parse: parseHtml,
    read(html, { entry, url }) {
      const description = innerHtml(elementOfClass(html, 'jv-job-detail-description'))
      const job = jobPostingOf(html, url, description, 'a description')
      const row = storedRow<Row>(entry)
      const { department } = job === undefined ? metaOf(html) : {}
      return {
        ...jobPostingOfPage(job, {
          title: row.title,
          place: placeText(row.location) ?? placeText(metaOf(html).location),
          arrangement: row.location,
          description,
        }),
        url,
        apply_url: applyAddress(html),
        source_fields: sourceFields({ ...Object(job), department }, SOURCE_FIELDS),
      }
    },
  }),
}

const pathOf = ({ slug }: Board) => `${ORIGIN}/${encodeURIComponent(slug)}`

/** Boards are at `/acme/jobs`, and some at `/careers/acme/jobs` too. */
function boardOf(address: URL): BoardAddress | undefined {
  if (address.hostname !== 'jobs.jobvite.com') return undefined
  const [first, second] = pathParts(address)
  const slug = first === 'careers' ? second : first
  if (!slug || !/^[\w.-]+$/.test(slug) || VENDOR_PATHS.includes(slug)) return undefined
  return { slug }
}

/** A row of the list. */
interface Row {
  id: string
  title: string
  location?: string | undefined
}

/**
 * A page says `51-100 of 1,120`, or `51-100 de 1.120`. The first page is without jobs only when it says so; one behind the last
 * page has an empty list.
 */
function pageOf(html: HtmlRoot, board: Board, page: number): Page<Row, number> {
  const rows = rowsOf(html, board)
  const text = plainText(elementOfClass(html, 'jv-pagination-text')) ?? ''
  const [, last, total] = (text.match(/\d[\d,.]*/g) ?? []).map((number) =>
    Number(number.replace(/[,.]/g, '')),
  )
  if (rows.length > 0) {
    if (last !== undefined && total !== undefined && last < total)
      return { rows, next: page + 1, total }
    const behind = total === undefined ? undefined : page + 1
    return lastPage(rows, { size: PAGE_SIZE, behind, total })
  }
  const list = elementOfClass(html, 'jv-page-body') ?? elementOfClass(html, 'jv-job-list')
  const isSaid = /no results found|no jobs are currently available/i.test(plainText(list) ?? '')
  if (list === undefined || (page === 0 && !isSaid)) {
    throw new UnexpectedAnswer('answered with a page without jobs and without a word on it')
  }
  return { rows, next: undefined, total: 0 }
}

/** Two skins: items with name and location, and table rows with cells of these classes. */
function rowsOf(html: HtmlRoot, { slug }: Board): Row[] {
  const rows = elementsNamed(html, 'a').flatMap((link) => {
    const [company, job, id, more] = linkParts(link)
    const isOurs = company?.toLowerCase() === slug.toLowerCase() && job === 'job'
    const title = plainText(elementOfClass(link, 'jv-job-list-name')) ?? plainText(link)
    if (!isOurs || !id || more !== undefined || title === undefined) return []
    const row = enclosing(link, ['li', 'tr'])
    return { id, title, location: row && plainText(elementOfClass(row, 'jv-job-list-location')) }
  })
  return firstOfEach(rows)
}

function linkParts(link: HtmlElement): string[] {
  const address = URL.parse(link.attribs.href ?? '', ORIGIN)
  return address?.origin === ORIGIN ? pathParts(address) : []
}

/** `industry` is the department. */
const SOURCE_FIELDS = fieldPaths('department', 'industry', 'identifier')

/** `2 Locations` counts places and names none. */
function placeText(text: string | undefined): string | undefined {
  return text === undefined || /^\d+ locations?$/i.test(text) ? undefined : text
}

/** `Engineering | Toronto, Ontario` under the title. */
function metaOf(html: HtmlRoot): { department?: string; location?: string } {
  const text = plainText(elementOfClass(html, 'jv-job-detail-meta'))
  const [department, location] = (text ?? '').split('|').map((part) => part.trim())
  return { ...(department && { department }), ...(location && { location }) }
}

function applyAddress(html: HtmlRoot): string | undefined {
  const href = elementOfClass(html, 'jv-button-apply')?.attribs.href
  const address = href === undefined ? null : URL.parse(href, ORIGIN)
  return address?.origin === ORIGIN ? address.href : undefined
}
