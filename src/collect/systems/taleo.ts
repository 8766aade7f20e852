import Type from 'typebox'
import { absenceOf, absenceStatuses } from '../answers/absence'
import { pathParts } from '../answers/addresses'
import { writtenInstant } from '../answers/dates'
import { entrySplitter } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { elementsNamed, parseHtml, plainText } from '../answers/markup/html-elements'
import { countAt, listAt, textAt } from '../answers/members'
import { pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { digits } from '../answers/row-types'
import { labelledFields } from '../answers/source-fields'
import { withinLimit } from '../answers/within-limit'
import { detail, storedRow } from '../strategies/detail'
import { byNumber, jsonPages } from '../strategies/paged-list'
import type { Board, BoardAddress, Fetch, ListAnswer, PublishedPlace, System } from '../system'
import { business, businessBoardOf, isBusiness } from './taleo-business'
import { descriptionIn } from './taleo-description'

const HOST = /^([\w-]+)\.taleo\.net$/

/**
 * The slug is `TENANT/SECTION`, and `tbe/ORGANIZATION/SITE` for boards of Taleo Business Edition, which is another system
 * under the same name.
 */
export const taleo: System = {
  source: 'taleo',
  name: 'Taleo',
  example: 'https://acme.taleo.net/careersection/2/jobsearch.ftl',
  slug: /^(?:[\w-]+\/[\w-]+|tbe\/[\w-]+\/[\w-]+)$/,
  settings: ['host', 'instance'],
  boardOf,
  isHost: (host) => host.endsWith('.taleo.net'),
  requires: (board) => (isBusiness(board) ? ['host', 'instance'] : []),
  // Those of the other edition have the number of the requisition, which is no id.
  postingId: postingIdAt('/:instance/ats/careers/v2/viewRequisition?rid'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  list: (board, fetch) => readerOf(board).list(board, fetch),
  detail: (board, entry, fetch) => readerOf(board).detail(board, entry, fetch),
}

function readerOf(board: Board): Required<Pick<System, 'list' | 'detail'>> {
  return isBusiness(board) ? business : enterprise
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

/** The search page names the portal and the columns of the rows. */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const { origin, section } = originOf(board)
  const page = `${origin}/${section}/jobsearch.ftl?lang=en`
  const shell = await fetch({ url: page, accept: absenceStatuses(undefined) })
  const absence = absenceOf(shell, page)
  if (absence !== undefined) return absence
  const portal = /\bportal(?:No)?['"]?\s*[:=]\s*['"]?(\d+)/.exec(shell.text)?.[1]
  if (portal === undefined) throw new Error(`${page} names no portal`)
  return await rowsOf(portal, shell.text).list(board, fetch)
}

function rowsOf(portal: string, shell: string) {
  const labels = withinLimit(() =>
    elementsNamed(parseHtml(shell), 'th').map((label) => plainText(label) ?? ''),
  )
  return jsonPages({
    ...byNumber(1, 'pagingData.pageSize'),
    request: (board, pageNo) => ({
      url: `${originOf(board).origin}/rest/jobboard/searchjobs?lang=en&portal=${portal}`,
      method: 'POST',
      headers: ZONE,
      body: searchOf(pageNo),
    }),
    rows: 'requisitionList',
    total: 'pagingData.totalCount',
    id: 'jobId',
    isKnown: true,
    read(rows) {
      const { entries, unreadable } = split(rows)
      const jobs = entries.map((entry) => readRow(entry, labels))
      const found = pageEntries(jobs, {
        content: ({ title, places, fields }) => [title, places.toSorted(), fields],
        untitled: 'no column is the title',
      })
      return { ...found, unreadable: [...unreadable, ...found.unreadable] }
    },
  })
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

const split = entrySplitter(
  Type.Object({ jobId: digits, column: Type.Array(Type.String()) }),
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
    named.length > 0 ? named.includes(index) : placesOf(column[index]).length > 0
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
    places: column.flatMap((value, index) => (isPlace(index) ? placesOf(value) : [])),
    ...(posted === undefined ? {} : { posted }),
    fields: others.map(({ value, index }) => [
      (hasLabels && labels[index]) || `column ${index + 1}`,
      value,
    ]),
  }
}

function placesOf(text: string | undefined): string[] {
  try {
    const list: unknown = JSON.parse(text ?? '')
    return Array.isArray(list) ? list.flatMap((name) => (typeof name === 'string' ? name : [])) : []
  } catch {
    // A column that is no list of places.
    return []
  }
}

/** `Sep 18, 2026`. Other columns may have numbers that are no dates. */
function dateOf(text: string): string | undefined {
  return /^[A-Z][a-z]+ \d/.test(text) ? writtenInstant(text) : undefined
}

const enterprise: Required<Pick<System, 'list' | 'detail'>> = {
  list,
  ...detail({
    request(board, entry) {
      const { origin, section } = originOf(board)
      const job = encodeURIComponent(storedRow<Row>(entry).number)
      return { url: `${origin}/${section}/jobdetail.ftl?job=${job}&lang=en` }
    },
    parse: descriptionIn,
    read(html, { entry, url }) {
      if (html === null) throw new Error(`${url} has no description`)
      const { title, posted, places, number, fields } = storedRow<Row>(entry)
      return {
        title,
        url,
        date_posted: posted,
        places: distinct(places.map((place): PublishedPlace => ({ text: place }))),
        description_html: html,
        source_fields: labelledFields(new Map([['contestNo', number], ...fields])),
      }
    },
  }),
}
