import { calendarDay, DAY_MS } from '../../values/instant'
import { countIn, listIn, parseAnswer } from '../answers/entries'
import { memberAt, textAt } from '../answers/members'
import { type Page, readPages } from '../answers/read-pages'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import type { Fetch, HttpResponse } from '../system'

export const SERVICE = 'https://data.usajobs.gov'

/** `Anywhere in the U.S. (remote job)`, `Location Negotiable After Selection`, `Multiple Locations` are no cities. */
const NO_CITY = /\b(?:anywhere|negotiable|multiple|many vacancies|remote)\b/i

/** Whether the name of a place is that of a city. */
export function isCity(name: string): boolean {
  return !NO_CITY.test(name)
}

/** A total that is no total: a list that has it may be cut. */
const CAP = 10_000

/** How many days of an open range are read first, when all of them are too many. */
const FIRST_DAYS = 30

/** More parts are none of a sound list: a part is a month, or less where one has `CAP` announcements. */
const MAX_PARTS = 200

interface Announcements {
  rows: unknown[]
  incompleteReason: string | undefined
}

/** Announcements that close on one of these days; without a number on any day from the first one on. */
interface Range {
  from: Date
  days?: number
}

/**
 * All announcements that have not closed, each once. A list that reaches the cap is split by the days on which they close, until each
 * part is below it.
 */
export async function readAnnouncements(fetch: Fetch): Promise<Announcements> {
  const byId = new Map<string, unknown>()
  const ranges: Range[] = [{ from: await dayThere(fetch) }]
  let parts = 0
  let incompleteReason: string | undefined
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    parts += 1
    if (parts > MAX_PARTS) return { rows: [...byId.values()], incompleteReason: TOO_MANY_PARTS }
    const response = await fetch({ url: SERVICE + PATH + queryOf(range) })
    const firstPage = withinLimit(() => pageOf(response.text))
    const halves = (firstPage.total ?? 0) < CAP ? undefined : halvesOf(range)
    if (halves !== undefined) {
      ranges.push(...halves)
      continue
    }
    const part = await readRange(queryOf(range), { firstPage, response }, fetch)
    for (const row of part.rows) byId.set(idOf(row), row)
    incompleteReason ??= part.incompleteReason
  }
  // Somebody always hires.
  if (byId.size === 0) throw new UnexpectedAnswer('answered without an announcement')
  return { rows: [...byId.values()], incompleteReason }
}

const TOO_MANY_PARTS = `the list has more than ${MAX_PARTS} parts`

async function readRange(
  query: string,
  { firstPage, response }: { firstPage: AnnouncementPage; response: HttpResponse },
  fetch: Fetch,
): Promise<Announcements> {
  const { pages, incompleteReason } = await readPages({
    start: query,
    firstPage,
    firstResponse: response,
    fetch: (at) => fetch({ url: SERVICE + PATH + at }),
    page: ({ text }) => pageOf(text),
    keyOf: idOf,
    keep: ({ rows }) => rows,
  })
  return { rows: pages.flat(), incompleteReason: incompleteByCap(firstPage) ?? incompleteReason }
}

const PATH = '/api/historicjoa'

type AnnouncementPage = Page<unknown, string>

function incompleteByCap({ total = 0, rows, next }: AnnouncementPage): string | undefined {
  if (total >= CAP) return `the announcements that close on one day reach ${CAP}`
  const isOnePage = total === PAGE_SIZE && rows.length === total && next === undefined
  return isOnePage ? `the total is that of one page, ${total}` : undefined
}

const PAGE_SIZE = 500

/** The day there, or the one before: an announcement closes at the end of a day in Washington. */
async function dayThere(fetch: Fetch): Promise<Date> {
  const { headers } = await fetch({ url: `${SERVICE}/api/codelist/positionopeningstatuses` })
  const now = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(now)) throw new UnexpectedAnswer('answered without a date')
  return new Date(Math.floor(now / DAY_MS - 0.5) * DAY_MS)
}

function queryOf({ from, days }: Range): string {
  const end =
    days === undefined ? '' : `&EndPositionCloseDate=${calendarDay(after(from, days - 1))}`
  return `?StartPositionCloseDate=${calendarDay(from)}${end}`
}

function halvesOf({ from, days }: Range): Range[] | undefined {
  if (days === 1) return undefined
  const half = days === undefined ? FIRST_DAYS : Math.floor(days / 2)
  const rest = days === undefined ? {} : { days: days - half }
  return [
    { from: after(from, half), ...rest },
    { from, days: half },
  ]
}

function after(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS)
}

/** Without rows the answer is a text, `204 No Content`. */
function pageOf(text: string): AnnouncementPage {
  if (/^\s*"?204 No Content"?\s*$/i.test(text)) return { rows: [], next: undefined, total: 0 }
  const answer = parseAnswer(text)
  const rows = listIn(answer, 'data')
  const total = countIn(answer, 'paging.metadata.totalCount')
  // Only its query is used: it is a path or an address.
  const next = textAt(memberAt(answer, 'paging', 'next'))
  const query = next === undefined ? undefined : URL.parse(next, SERVICE)?.search
  const isLast = rows.length === 0 || rows.length >= total || !query
  return { rows, total, next: isLast ? undefined : query }
}

function idOf(row: unknown): string {
  return textAt(row, 'usajobsControlNumber') ?? JSON.stringify(row)
}
