import { employmentTypes } from '../../values/employment-types'
import { boardsBySubdomain } from '../answers/addresses'
import { distinct } from '../answers/fingerprint'
import {
  elementsOfClass,
  type HtmlRoot,
  innerHtml,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { textAt } from '../answers/members'
import { pageEntries } from '../answers/page-rows'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry } from '../answers/published-place'
import { lastPage, type Page } from '../answers/read-pages'
import { jobPostingMembers } from '../answers/schema-org/job-posting'
import { jobPostingIn } from '../answers/schema-org/json-ld'
import { labelledFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplace } from '../answers/workplace'
import { type DetailDraft, detail, storedRow } from '../strategies/detail'
import { pagedList } from '../strategies/paged-list'
import type { Board, PublishedPlace, System } from '../system'
import { type IcimsCard, icimsCards } from './icims-cards'

/** Sites choose the size of their pages; none is known to have less. */
const SMALLEST_PAGE = 20
const VENDOR_LABELS = [
  'www',
  'api',
  'cdn',
  'cdn01',
  'cdn02',
  'login',
  'media',
  'support',
  'community',
  'developer',
]

/** The slug is the label of the host, such as `careers-acme`: an employer may have several boards. */
export const icims: System = {
  source: 'icims',
  name: 'iCIMS',
  example: 'https://careers-acme.icims.com/jobs/search',
  ...boardsBySubdomain('icims.com', VENDOR_LABELS),
  postingId: postingIdAt('/jobs/:id'),
  limits: { minIntervalMs: 500, maxParallel: 3 },
  ...pagedList({
    start: 0,
    request: (board, page) => ({
      url: `https://${hostOf(board)}/jobs/search?pr=${page}&in_iframe=1`,
    }),
    isVendorSite: (host) => /^(?:www\.)?icims\.com$/.test(host),
    page: (text, page, board) => pageOf(text, page, hostOf(board)),
    id: ({ id }) => id,
    read: (rows) =>
      pageEntries(rows.map(withoutRelative), {
        content: ({ title, path, fields }) => [title, path, fields],
        untitled: 'a card without an id or a title',
      }),
    // A page without cards is no proof of an empty board.
    incompleteReason: ({ pages, ofFirstPage }) =>
      pages === undefined || ofFirstPage === 0
        ? 'the first page has no number of pages, or no jobs'
        : undefined,
  }),
  ...detail({
    request: (board, entry) => ({
      url: `${pageAddress(board, storedRow<IcimsCard>(entry))}?in_iframe=1`,
    }),
    parse: parseHtml,
    read(html, { board, entry }) {
      const card = storedRow<IcimsCard>(entry)
      return postingOf(html, card, pageAddress(board, card))
    },
  }),
}

function hostOf({ slug }: Board): string {
  return `${slug}.icims.com`
}

function pageAddress(board: Board, { host = hostOf(board), path }: IcimsCard): string {
  return `https://${host}${path}`
}

/** `Page 1 of 46`. Behind a full last page there may be another one: the number of pages may be too low. */
function pageOf(html: string, page: number, host: string): Page<IcimsCard, number> {
  if (!html.includes('iCIMS_'))
    throw new UnexpectedAnswer('answered with something else than a list')
  const rows = icimsCards(html, host)
  const pages = Number(/Page\s+\d+\s+of\s+(\d+)/.exec(html)?.[1])
  const hasNext = /<link\s+rel="next"/.test(withoutComments(html))
  const isLast = Number.isNaN(pages) ? !hasNext : page + 1 >= pages
  const counted = Number.isNaN(pages) ? {} : { pages }
  if (!isLast) return { rows, next: page + 1, ...counted }
  return lastPage(rows, { size: SMALLEST_PAGE, behind: page + 1, ...counted })
}

function withoutComments(html: string): string {
  return html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.split('-->').slice(1).join('-->')))
    .join('')
}

/** Labels whose values change from day to day. */
const RELATIVE = /posted|updated|\bdays?\b/i

function withoutRelative(card: IcimsCard): IcimsCard {
  return { ...card, fields: card.fields.filter(([label]) => !RELATIVE.test(label)) }
}

const PAY_LABEL = /\b(?:salary|pay|compensation)\b/i
const WORKPLACE_LABEL = /\b(?:remote|workplace|work (?:arrangement|model|location type))\b/i
const TYPE_LABEL = /^(?:job|position|employment)? ?(?:type|status)$/i

function postingOf(html: HtmlRoot, card: IcimsCard, url: string): DetailDraft {
  const job = jobPostingIn(html)
  const page = jobPostingMembers(job)
  const isDescribed = page.description_html || page.description_text
  const own = isDescribed ? {} : { description_html: contentOf(html) }
  if (own.description_html === null) {
    throw new Error(`${url} has neither a JobPosting nor a content`)
  }
  /** What the first field under such a label says. */
  const labelled = <Value>(pattern: RegExp, read: (text: string) => Value | undefined) =>
    card.fields
      .filter(([name]) => pattern.test(name))
      .map(([, value]) => read(value))
      .find((value) => value !== undefined)
  const places = page.places.length > 0 ? page.places : placesOf(card)
  const country = commonCountry(places)
  const pay = labelled(PAY_LABEL, (text) => salaryInText(text, country))
  const setting = labelled(WORKPLACE_LABEL, (text) => {
    const found = workplace(text)
    return found.work_arrangement ? found : undefined
  })
  return {
    title: textAt(job, 'title') ?? card.title,
    url,
    ...page,
    ...setting,
    date_posted: page.date_posted ?? card.posted,
    places,
    salary: page.salary ?? pay,
    employment_type: page.employment_type ?? labelled(TYPE_LABEL, employmentTypes),
    ...own,
    source_fields: labelledFields(new Map(card.fields)),
  }
}

/** Pages without JSON-LD have the description in parts of the page, which may be inside one with header and buttons. */
function contentOf(html: HtmlRoot): string | null {
  const parts = ['iCIMS_InfoMsg_Job', 'iCIMS_JobContent']
    .map((name) => elementsOfClass(html, name).filter((part) => plainText(part) !== undefined))
    .find((found) => found.length > 0)
  return parts === undefined ? null : parts.map(innerHtml).join('\n')
}

const PLACE_LABEL = /\blocations?$/i
const STRUCTURE = /^([A-Z]{2,3})-([A-Z]{2})(?:-(.+))?$/

/** `US-CA-Monrovia`; several are separated by bars. */
function placesOf({ fields }: IcimsCard): PublishedPlace[] {
  const texts = fields.filter(([label]) => PLACE_LABEL.test(label)).slice(0, 1)
  return distinct(texts.flatMap(([, value]) => value.split('|').flatMap(placeOf)))
}

function placeOf(value: string): PublishedPlace[] {
  const text = value.trim()
  const [, country, region, city] = STRUCTURE.exec(text) ?? []
  if (text === '') return []
  if (country === undefined || region === undefined) return [{ text }]
  return [{ address: { city, region, country }, text }]
}
