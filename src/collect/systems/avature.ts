import { boardLabel, boardOfOwnHost, hostOfBoard, isOwnHost } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import {
  containsOne,
  elementOfClass,
  elementsNamed,
  elementsOfClass,
  type HtmlElement,
  type HtmlRoot,
  innerHtml,
  largestAround,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { joinHtml } from '../answers/markup/html-parts'
import { pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { lastPage, type Page } from '../answers/read-pages'
import { isPersonal, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplaceInText } from '../answers/workplace'
import { boardsOfRobots } from '../strategies/boards-of-robots'
import { detail, storedRow } from '../strategies/detail'
import { pagedList } from '../strategies/paged-list'
import type { BoardAddress, System } from '../system'

const DOMAIN = 'avature.net'
const VENDOR_LABELS = ['www', 'static', 'help', 'support', 'status', 'blog', 'info']
/** Sites choose the size of their pages; none is known to have less. */
const SMALLEST_PAGE = 6
/** Beyond this offset Avature answers with 200 and an error page. */
const MAX_OFFSET = 2000
/** A language before the section, and the section of the career site. */
const SECTION = /^\/((?:[a-z]{2}_[A-Z]{2}\/)?(?![a-z]{2}_[A-Z]{2}(?:\/|$))[\w-]+)(?:\/|$)/

/** `acme/en_US/careers`, or with the host of an employer. Without a section: robots.txt names them. */
const SLUG =
  /^(?:[a-z0-9_-]+|(?=[^/]{4,253}(?:\/|$))(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])(?:(?:\/[a-z]{2}_[A-Z]{2})?\/[\w-]+)?$/

export const avature: System = {
  source: 'avature',
  name: 'Avature',
  example: `https://acme.${DOMAIN}/careers`,
  slug: SLUG,
  boardOf,
  ownBoardOf: (address) => inSection(boardOfOwnHost(address)?.slug, address),
  isHost: (host, board) =>
    boardLabel(host, DOMAIN, VENDOR_LABELS) !== undefined || isOwnHost(host, board),
  boardsOfHost(board, fetch) {
    if (board.slug.includes('/')) return undefined
    return boardsOfRobots(hostOfBoard(board, DOMAIN), siteAt, fetch)
  },
  postingId: postingIdAt('/:language/:site/JobDetail/:title/:id', '/:site/JobDetail/:title/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 1, isPerHost: true },
  ...pagedList({
    start: 0,
    request: (board, offset) => {
      const [, ...section] = board.slug.split('/')
      return { url: `${originOf(board)}/${section.join('/')}/SearchJobs/?jobOffset=${offset}` }
    },
    page: (text, offset, board) => pageOf(text, originOf(board), offset),
    id: ({ id }) => id,
    read: (rows) => pageEntries(rows),
    incompleteReason: ({ count }) =>
      count >= MAX_OFFSET ? `a list ends at ${count} jobs` : undefined,
  }),
  ...detail({
    request: (_board, entry) => ({ url: storedRow<Row>(entry).url }),
    parse: (text) => readDetails(parseHtml(text)),
    read({ labelled, description }, { entry, url }) {
      if (description === null) throw new Error(`${url} has no description`)
      const { title, posted, reference, ...row } = storedRow<Row>(entry)
      const labels = Object.keys(labelled)
      const labelledAs = (pattern: RegExp) =>
        labelled[labels.find((label) => pattern.test(label)) ?? '']
      const location = labelledAs(/^(?:work |primary |job )?locations?(?:\(s\))?$/i) ?? row.location
      const kept = labels.filter((label) => /^[\w #/&()-]+$/.test(label) && !isPersonal(label))
      const names = ['reference', 'location', ...kept]
      return {
        title,
        url,
        date_posted: dateOf(posted),
        places: [publishedPlace({ text: location })],
        ...workplaceInText(location),
        employment_type: labelledAs(/employment|work(?:ing)? (?:type|time)|contract|schedule/i),
        description_html: description,
        source_fields: sourceFields(
          { ...labelled, reference, location: row.location },
          Object.fromEntries(names.map((name) => [name, name])),
        ),
      }
    },
  }),
}

const originOf = (board: BoardAddress) => `https://${hostOfBoard(board, DOMAIN)}`

/** A board is an employer's site, such as `acme/en_US/careers`. */
function boardOf(address: URL): BoardAddress | undefined {
  return inSection(boardLabel(address.hostname, DOMAIN, VENDOR_LABELS), address)
}

/** The board of an address whose host is known to be of Avature. */
function siteAt(address: URL): BoardAddress | undefined {
  return boardOf(address) ?? inSection(boardOfOwnHost(address)?.slug, address)
}

function inSection(site: string | undefined, { pathname }: URL): BoardAddress | undefined {
  const section = SECTION.exec(pathname)?.[1]
  if (site === undefined) return undefined
  if (section !== undefined) return { slug: `${site}/${section}` }
  return pathname === '/' ? { slug: site } : undefined
}

/** A row of the list. */
interface Row {
  id: string
  url: string
  title: string
  location?: string | undefined
  /** Only a date: sites may show `3 days ago` instead, which differs from day to day. */
  posted?: string | undefined
  reference?: string | undefined
}

/** The next page is the nearest one that a link names; a page beyond the last one has no jobs and links back only. */
function pageOf(text: string, origin: string, offset: number): Page<Row, number> {
  const html = parseHtml(text)
  const rows = rowsOf(html, origin)
  const total = totalOf(html)
  const offsets = elementsNamed(html, 'a').flatMap(({ attribs }) => {
    const found = /[?&]jobOffset=(\d+)/.exec(attribs.href ?? '')?.[1]
    return found === undefined ? [] : [Number(found)]
  })
  if (rows.length === 0) {
    if (offset === 0 && /no jobs? (?:were )?found/i.test(text))
      return { rows, next: undefined, total }
    const back = offsets.find((other) => other < offset)
    if (back !== undefined) return { rows, next: back, total }
    throw new UnexpectedAnswer(`answered with a page without jobs at the offset ${offset}`)
  }
  const next = Math.min(...offsets.filter((other) => other > offset))
  if (next <= MAX_OFFSET) return { rows, next, total }
  // The last page is full when all pages before it have as many rows.
  const isFull = next === Number.POSITIVE_INFINITY && offset % rows.length === 0
  return lastPage(rows, {
    size: SMALLEST_PAGE,
    behind: isFull ? offset + rows.length : undefined,
    total,
  })
}

/** `13-24 of 1,024 results`; older skins have no total, and `999+ results` is none. */
function totalOf(html: HtmlRoot): number | undefined {
  const legend = plainText(elementOfClass(html, 'list-controls__text__legend')) ?? ''
  const number = legend.match(/[\d,.+]+/g)?.findLast((part) => /^\d/.test(part))
  return number === undefined || number.endsWith('+')
    ? undefined
    : Number(number.replace(/[,.]/g, ''))
}

function rowsOf(html: HtmlRoot, origin: string): Row[] {
  const rows = new Map<string, Row>()
  const jobs = new Map(
    elementsNamed(html, 'a').flatMap((link): [HtmlElement, { id: string; url: string }][] => {
      const address = jobAddress(link, origin)
      return address === undefined ? [] : [[link, address]]
    }),
  )
  for (const [link, address] of jobs) {
    const title = plainText(link)
    if (title === undefined || rows.has(address.id)) continue
    const isOfOtherJob = (element: HtmlElement) =>
      (jobs.get(element)?.id ?? address.id) !== address.id
    // Skins have no class in common: a row is the largest element without another job.
    const row = largestAround(link, (element) => !containsOne(element, isOfOtherJob))
    const posted = textOfClass(row, 'list-item-posted', 'daysAgo')
    rows.set(address.id, {
      ...address,
      title,
      location: textOfClass(row, 'list-item-location', 'locationText'),
      posted: dateOf(posted) && posted,
      reference: textOfClass(row, 'list-item-ref', 'list-item-jobId'),
    })
  }
  return [...rows.values()]
}

/** Only links to jobs of this site: rows also have links to share them by mail, and to apply. */
function jobAddress(link: HtmlElement, origin: string): { id: string; url: string } | undefined {
  const address = URL.parse(link.attribs.href ?? '', origin)
  const id = address?.pathname.includes('/JobDetail/') && address.pathname.split('/').at(-1)
  if (address?.origin !== origin || !id || !/^\d+$/.test(id)) return undefined
  return { id, url: origin + address.pathname }
}

function textOfClass(row: HtmlElement, ...names: readonly string[]): string | undefined {
  const texts = names.map((name) => plainText(elementOfClass(row, name)))
  return texts.find((text) => text !== undefined)?.replace(/^[\w ]+:\s*/, '')
}

/** The fields of a page: those with a label, and the description, which is in fields without one. */
function readDetails(html: HtmlRoot): {
  labelled: Record<string, string>
  description: string | null
} {
  const labelled: [string, string][] = []
  const parts: string[] = []
  for (const block of elementsOfClass(html, 'article--details')) {
    for (const field of elementsOfClass(block, 'article__content__view__field')) {
      const label = plainText(elementOfClass(field, 'article__content__view__field__label'))
      const value = elementOfClass(field, 'article__content__view__field__value') ?? field
      const text = plainText(value)
      if (text === undefined) continue
      if (label === undefined) parts.push(innerHtml(value) ?? '')
      else labelled.push([label.replace(/:$/, '').trim(), text])
    }
  }
  return { labelled: Object.fromEntries(labelled), description: joinHtml(parts) }
}

/** `10-Jul-2025` or `Jul-28-2026`, in English. */
function dateOf(text: string | undefined): string | undefined {
  const dayFirst = text?.replace(/\b([A-Z][a-z]{2})-(\d{1,2})-/, '$2-$1-')
  const found = /\b(\d{1,2})-([A-Z][a-z]{2})-(\d{4})$/.exec(dayFirst ?? '')
  return found === null ? undefined : publishedInstant(`${found.slice(1).join(' ')} 00:00 GMT`)
}
