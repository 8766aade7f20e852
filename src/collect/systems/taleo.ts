import Type from 'typebox'
import { pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entrySplitter, listIn, parseAnswer } from '../answers/entries'
import { distinct, fingerprint } from '../answers/fingerprint'
import { elementsNamed, findElements, parseHtml, plainText } from '../answers/html-elements'
import { joinSections } from '../answers/html-parts'
import { countAt, listAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { labelledFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
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
import { business, businessBoardOf, isBusiness } from './taleo-business'

const NAME = 'Taleo'
const HOST = /^([\w-]+)\.taleo\.net$/

/**
 * The slug is `TENANT/SECTION`, and `tbe/ORGANIZATION/SITE` for boards of Taleo Business Edition, which is another system
 * under the same name.
 */
export const taleo: System = {
  source: 'taleo',
  name: NAME,
  example: 'https://acme.taleo.net/careersection/2/jobsearch.ftl',
  slug: /^(?:[\w-]+\/[\w-]+|tbe\/[\w-]+\/[\w-]+)$/,
  settings: ['host', 'instance'],
  boardOf,
  isHost: (host) => host.endsWith('.taleo.net'),
  requires: (board) => (isBusiness(board) ? ['host', 'instance'] : []),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  list: (board, fetch) => (isBusiness(board) ? business.list(board, fetch) : list(board, fetch)),
  detail: (board, entry, fetch) =>
    isBusiness(board) ? business.detail(board, entry, fetch) : detail(board, entry, fetch),
}

function boardOf(address: URL): BoardAddress | undefined {
  const tenant = HOST.exec(address.hostname)?.[1]
  const [first, section = ''] = pathParts(address)
  if (tenant === undefined) return businessBoardOf(address)
  const isSection = first === 'careersection' && /^[\w-]+$/.test(section) && section !== 'rest'
  return isSection ? { slug: `${tenant}/${section}` } : undefined
}

function originOf({ slug }: Board): { origin: string; section: string } {
  const [tenant, section = ''] = slug.split('/')
  return { origin: `https://${tenant}.taleo.net/careersection`, section }
}

/** Reads the search page, which names the portal and the columns, then the rows. */
async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const { origin, section } = originOf(board)
  const page = `${origin}/${section}/jobsearch.ftl?lang=en`
  const shell = await fetch({ url: page, accept: [404, 410] })
  if (shell.status !== 200) return { kind: 'missing', reason: `${page} answered ${shell.status}` }
  const portal = /\bportal(?:No)?['"]?\s*[:=]\s*['"]?(\d+)/.exec(shell.text)?.[1]
  if (portal === undefined) throw new Error(`${page} names no portal`)
  const url = `${origin}/rest/jobboard/searchjobs?lang=en&portal=${portal}`
  const read = async (pageNo: number) => {
    const { text } = await fetch({ url, method: 'POST', headers: ZONE, body: searchOf(pageNo) })
    return pageOf(text, pageNo)
  }
  const { rows, doubt } = await readPages({
    start: 1,
    firstPage: await read(1),
    read,
    keyOf: (row) => textAt(row, 'jobId') ?? JSON.stringify(row),
  })
  const { entries, unreadable } = split(rows)
  const labels = elementsNamed(parseHtml(shell.text), 'th').map((label) => plainText(label) ?? '')
  const jobs = entries.map((entry) => readRow(entry, labels))
  return {
    kind: 'listed',
    postings: jobs.filter(({ title }) => title !== '' && !isTestPosting(title)).map(listed),
    unreadable: [
      ...unreadable,
      ...jobs
        .filter(({ title }) => title === '')
        .map(({ id }) => ({ external_id: id, reason: 'no column is the title' })),
    ],
    doubt,
  }
}

/** Without a time zone the answer is 500. */
const ZONE = { tz: 'GMT-05:00', tzname: 'America/New_York' }

function searchOf(pageNo: number) {
  return {
    multilineEnabled: false,
    sortingSelection: { sortBySelectionParam: '3', ascendingSortingOrder: 'false' },
    fieldData: { fields: { KEYWORD: '', LOCATION: '' }, valid: true },
    filterSelectionParam: { searchFilterSelections: [] },
    advancedSearchFiltersSelectionParam: { searchFilterSelections: [] },
    pageNo,
  }
}

function pageOf(text: string, pageNo: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const total = countAt(answer, 'pagingData', 'totalCount')
  const size = countAt(answer, 'pagingData', 'pageSize')
  if (total === undefined || !size) throw new Error(`${NAME} answered without pagingData`)
  const rows = listIn(answer, 'requisitionList', NAME)
  return countedPage(rows, { total, end: pageNo * size, size, next: pageNo + 1 })
}

const split = entrySplitter(
  Type.Object({
    jobId: Type.String({ pattern: '^\\d+$' }),
    column: Type.Array(Type.String()),
  }),
  'jobId',
)

type Entry = ReturnType<typeof split>['entries'][number]

interface Row {
  id: string
  /** What the page of the job is asked for by. */
  number: string
  title: string
  places: string[]
  posted?: string
  fields: [label: string, value: string][]
}

/** The tenant chooses the columns: `linkedColumn` is the title, `locationsColumns` are lists as JSON texts. */
function readRow(entry: Entry, labels: readonly string[]): Row {
  const { jobId, column } = entry
  const title = countAt(entry, 'linkedColumn') ?? 0
  const named = listAt(entry, 'locationsColumns')
  const isPlace = (index: number) =>
    named.length > 0 ? named.includes(index) : listOf(column[index]).length > 0
  const others = column
    .map((value, index) => ({ value: value.trim(), index }))
    .filter(({ value, index }) => value !== '' && index !== title && !isPlace(index))
  const hasLabels = labels.length === column.length
  const dates = others.filter(
    ({ value, index }) =>
      dateOf(value) !== undefined && (!hasLabels || /post|publi/i.test(labels[index] ?? '')),
  )
  const posted = dates.length === 1 ? dateOf(dates[0]?.value ?? '') : undefined
  return {
    id: jobId,
    number: textAt(entry, 'contestNo') ?? jobId,
    title: column[title]?.trim() ?? '',
    places: column.flatMap((value, index) => (isPlace(index) ? listOf(value) : [])),
    ...(posted === undefined ? {} : { posted }),
    fields: others.map(({ value, index }) => [
      (hasLabels && labels[index]) || `column ${index + 1}`,
      value,
    ]),
  }
}

function listOf(text: string | undefined): string[] {
  try {
    const list: unknown = JSON.parse(text ?? '')
    return Array.isArray(list) ? list.flatMap((name) => (typeof name === 'string' ? name : [])) : []
  } catch {
    // A column that is no list of places.
    return []
  }
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `Sep 18, 2026` */
function dateOf(text: string): string | undefined {
  const [, name = '', day = '', year = ''] =
    /^([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})$/.exec(text) ?? []
  const month = String(MONTHS.indexOf(name) + 1).padStart(2, '0')
  return publishedInstant(`${year}-${month}-${day.padStart(2, '0')}`)
}

function listed(row: Row): ListedPosting {
  const { id, title, places, fields } = row
  return {
    external_id: id,
    fingerprint: fingerprint([title, places.toSorted(), fields]),
    reference: JSON.stringify(row),
  }
}

async function detail(
  board: Board,
  { external_id, reference = '' }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  // `listed` wrote it.
  const row: Row = JSON.parse(reference)
  const { origin, section } = originOf(board)
  const url = `${origin}/${section}/jobdetail.ftl?job=${encodeURIComponent(row.number)}&lang=en`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const html = descriptionIn(text)
  if (html === null) throw new Error(`${url} has no description`)
  return {
    external_id,
    title: row.title,
    url,
    date_posted: row.posted ?? null,
    places: distinct(row.places.map((place): PublishedPlace => ({ text: place }))),
    description_html: html,
    source_fields: labelledFields(new Map([['contestNo', row.number], ...row.fields])),
  }
}

const FILL = /fillList\(\s*'requisitionDescriptionInterface'\s*,\s*'descRequisition'\s*,\s*\[/
/** An escape or a quote of a list, or its end. */
const MARK = /\\.|'|\]/gs

/** Texts in HTML are escaped as in addresses, and begin with `!*!`. They are in a script or in a hidden field. */
function descriptionIn(page: string): string | null {
  const filled = textsOf(page).map((text) => text.replace(/\\(.)/gs, '$1'))
  const hidden = findElements(parseHtml(page), ({ attribs }) => attribs.id === 'initialHistory')
  const parts = hidden.flatMap(({ attribs }) => (attribs.value ?? '').split('!*!').slice(1))
  const texts = filled.filter((text) => text.startsWith('!*!')).map((text) => text.slice(3))
  return joinSections([...new Set([...texts, ...(texts.length > 0 ? [] : parts)])].map(decoded))
}

/** The texts in quotes, with their escapes, of the list that a script fills in; none when the list does not end. */
function textsOf(page: string): string[] {
  const fill = FILL.exec(page)
  if (fill === null) return []
  const list = page.slice(fill.index + fill[0].length)
  const texts: string[] = []
  let start: number | undefined
  for (const { 0: mark, index } of list.matchAll(MARK)) {
    if (mark === "'" && start === undefined) start = index + 1
    else if (mark === "'") {
      texts.push(list.slice(start, index))
      start = undefined
    } else if (mark === ']' && start === undefined) return texts
  }
  return []
}

function decoded(text: string): { html: string } {
  try {
    return { html: decodeURIComponent(text) }
  } catch {
    // A text with a percent sign that is no escape.
    return { html: text }
  }
}
