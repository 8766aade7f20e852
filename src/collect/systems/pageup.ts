import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import { workArrangement } from '../../values/work-arrangement'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { isOwnHost } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entryReader, title } from '../answers/entries'
import {
  elementOfClass,
  elementsNamed,
  elementsOfClass,
  findElements,
  type HtmlRoot,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplace } from '../answers/workplace'
import type { Board, Fetch, ListAnswer, MissingBoard, PublishedPlace, System } from '../system'
import { addressOf, boardOf, HOST, isSameSite, ownBoardOf, SLUG } from './pageup-addresses'

export const pageup: System = {
  source: 'pageup',
  name: 'PageUp',
  aliases: ['pageuppeople'],
  example: `https://${HOST}/902/cw/en/listing/`,
  slug: SLUG,
  boardOf,
  ownBoardOf,
  isHost: (host, board) => host === HOST || isOwnHost(host, board),
  postingId: postingIdAt(
    '/:client/:site/:language/job/:id',
    '/mob/:client/:site/:language/job/:id',
    '/apply/:client/gateway/default.aspx?lJobID',
  ),
  limits: { minIntervalMs: 1000, maxParallel: 2, isPerHost: true },
  obeysRobots: 'own hosts',
  list,
}

/**
 * The feed has all postings and no total; the page of the board says how many there are. A client that has moved to another
 * site keeps a feed of postings whose pages lead away.
 */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const base = addressOf(board)
  const feed = await fetch({ url: `${base}/rss`, accept: ABSENCE_STATUSES })
  const absence = absenceOf(feed, `${base}/rss`, isOtherSite)
  if (absence !== undefined) return absence
  const found = readFeed(feed.text, board)
  const careers = await readPage(`${base}/listing/`, fetch)
  if (careers?.kind === 'missing') return careers
  const [first] = found.postings
  const posting = first && (await readPage(`${base}/job/${first.external_id}`, fetch))
  if (posting?.kind === 'missing') return posting
  const ids = new Set(found.postings.map(({ external_id }) => external_id))
  for (const { external_id } of found.unreadable) if (external_id) ids.add(external_id)
  return {
    kind: 'listed',
    ...found,
    organization: posting && siteName(posting.root),
    incompleteReason:
      incompleteEnd(feed.text, 'rss') ??
      incompleteByCount(ids.size, careers && totalOf(careers.root)),
  }
}

/** The newer sites of PageUp, on hosts of the clients. */
function isOtherSite(host: string, path: string): boolean {
  return host !== HOST && path.startsWith('/jobs')
}

type Page = { kind: 'page'; root: HtmlRoot } | MissingBoard

/** A page of a board. Undefined when it is not there, which is no proof: the feed is. */
async function readPage(url: string, fetch: Fetch): Promise<Page | undefined> {
  const { status, headers, text } = await fetch({ url, accept: ABSENCE_STATUSES })
  const root = parseHtml(text)
  const target =
    status === 200 ? refreshTarget(root, url) : URL.parse(headers.get('location') ?? '', url)
  const isMoved =
    target &&
    (status === 200
      ? target.hostname !== new URL(url).hostname
      : isOtherSite(target.hostname, target.pathname))
  if (isMoved) return { kind: 'missing', reason: `${url} redirects to ${target.hostname}` }
  return status === 200 ? { kind: 'page', root } : undefined
}

/** Where a page sends its readers by itself. */
function refreshTarget(root: HtmlRoot, base: string): URL | undefined {
  const refresh = elementsNamed(root, 'meta').find(
    ({ attribs }) => attribs['http-equiv']?.toLowerCase() === 'refresh',
  )
  const [, address] = /^\s*\d+\s*[;,]\s*url=(\S+)/i.exec(refresh?.attribs.content ?? '') ?? []
  return (address && URL.parse(address, base)) || undefined
}

function siteName(root: HtmlRoot): string | undefined {
  const names = elementsNamed(root, 'meta').filter(
    ({ attribs }) => attribs.property === 'og:site_name',
  )
  return textAt(names[0]?.attribs.content)
}

/** The postings of the page, and of `More Jobs`, which counts those that are left. Undefined for another page. */
function totalOf(root: HtmlRoot): number | undefined {
  const [results] = findElements(root, ({ attribs }) => attribs.id === 'search-results-content')
  if (results === undefined) return undefined
  const addresses = elementsOfClass(results, 'job-link').map(({ attribs }) => attribs.href ?? '')
  const ids = new Set(addresses.flatMap((address) => /\/job\/(\d+)/.exec(address)?.[1] ?? []))
  const more = elementOfClass(root, 'more-link')
  if (more === undefined) return ids.size
  const left = plainText(elementOfClass(more, 'count'))?.replaceAll(',', '') ?? ''
  return /^\d+$/.test(left) ? ids.size + Number(left) : undefined
}

function incompleteByCount(count: number, total: number | undefined): string | undefined {
  if (total === undefined) return 'the page of the board does not say how many postings there are'
  return count === total
    ? undefined
    : `the feed has ${count} postings, and the page of the board ${total}`
}

function readFeed(xml: string, board: Board) {
  const [, prefix = 'job'] = /xmlns:([\w-]+)="http:\/\/pageuppeople\.com\/"/.exec(xml) ?? []
  const [channel] = readXml(xml, 'channel', { html: [`${prefix}:description`] })
  if (channel === undefined) throw new UnexpectedAnswer('answered without a feed')
  const link = URL.parse(textAt(channel, 'link') ?? '')
  const found = (link && (boardOf(link) ?? ownBoardOf(link)))?.slug
  if (found === undefined || !isSameSite(found, board.slug)) {
    throw new UnexpectedAnswer(`answered with the feed of ${found ?? 'no board'}`)
  }
  const items = [memberAt(channel, 'item') ?? []].flat()
  return readItems(
    items.map((item) => toItem(item, prefix)),
    board,
  )
}

/** An item with its number, and the names of its own namespace as in `job:location`. */
function toItem(item: unknown, prefix: string): unknown {
  if (typeof item !== 'object' || item === null) return item
  const members = Object.entries(item).map(([name, value]) => [
    name.startsWith(`${prefix}:`) ? `job:${name.slice(prefix.length + 1)}` : name,
    Array.isArray(value) ? value[0] : value,
  ])
  const link = textAt(item, 'link') ?? textAt(item, 'guid') ?? ''
  return { ...Object.fromEntries(members), id: /\/job\/(\d+)/.exec(link)?.[1] }
}

const SOURCE_FIELDS = fieldPaths({
  refNo: 'job:refNo',
  workType: 'job:workType',
  category: 'job:category',
  subCategory: 'job:subCategory',
  businessLayer1: 'job:businessLayer1',
  location: 'job:location',
})

const readItems = entryReader(
  Type.Object({ id: Type.String({ pattern: '^\\d+$' }), title }),
  'id',
  (item, board) => {
    const parts = splitNames(textAt(item, 'job:location'))
    return {
      external_id: item.id,
      title: item.title,
      url: `${addressOf(board)}/job/${item.id}`,
      apply_url: webAddress(memberAt(item, 'job:applyLink')),
      places: parts.flatMap((part) => placeOf(part) ?? []),
      ...workplace(arrangementIn(item, parts)),
      date_posted: instantOf(textAt(item, 'pubDate')),
      date_valid_through: instantOf(textAt(item, 'job:closingDate')),
      employment_type: employmentTypes(textAt(item, 'job:workType')),
      description_html: textAt(item, 'job:description'),
      source_fields: sourceFields(item, SOURCE_FIELDS),
    }
  },
)

/** `VIC|Melbourne,WA|Perth` is two; the comma of `Providence, Rhode Island` is part of a name. */
function splitNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(/,(?! )/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** `VIC|Melbourne`: what is after the bar lies in what is before it. */
function placeOf(part: string): PublishedPlace | undefined {
  const names = part.split('|').map((name) => name.trim())
  const text = names.filter((name) => name !== '').reverse()
  if (text.length === 0 || arrangementWord(part) !== undefined) return undefined
  return { text: text.join(', ') }
}

/** `Work Arrangement|Hybrid` among the categories, else a place that is none. `Remote` beside a town is a choice. */
function arrangementIn(item: unknown, parts: readonly string[]): string | undefined {
  const labelled = splitNames(textAt(item, 'job:category')).flatMap(
    (part) => /^Work Arrangement\|(.+)$/i.exec(part)?.[1] ?? [],
  )
  if (labelled.length > 0) return labelled.length === 1 ? labelled[0] : undefined
  const [word, other] = new Set(parts.flatMap((part) => arrangementWord(part) ?? []))
  const isChoice = word === 'remote' && parts.some((part) => arrangementWord(part) === undefined)
  return other === undefined && !isChoice ? word : undefined
}

function arrangementWord(part: string): string | undefined {
  return /^partial(?:ly)? remote$/i.test(part) ? 'hybrid' : workArrangement(part)
}

/** `Thu, 01 Oct 2026 20:35:00 Z`. */
function instantOf(text: string | undefined): string | undefined {
  return publishedInstant(text?.replace(/ Z$/, ' GMT'))
}
