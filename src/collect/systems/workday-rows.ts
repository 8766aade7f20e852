import { listIn, parseAnswer } from '../answers/entries'
import { countAt, listAt, memberAt, pick, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import type { Fetch } from '../system'

/** More are answered with 400. */
const PAGE_SIZE = 20

/** Tenants name no higher total, and answer later offsets with the first page. A few tenants have no such limit. */
const CAP = 2000

/** Facets of which a posting has one value at most: the sum of their counts is no more than the number of postings. */
const EXCLUSIVE_FACETS = ['jobFamilyGroup', 'timeType', 'workerSubType']

/** A capped list is split by the first of these that it has, else by any other. */
const SPLIT_ORDER = ['jobFamilyGroup', 'locationHierarchy1', 'locations', 'jobFamily']

const MAX_DEPTH = 4

/** `postedOn` is relative to the day of the request; `bulletFields` are the tenant's choice, and may be relative too. */
export const CONTENT = ['title', 'externalPath', 'locationsText', 'timeType', 'remoteType']

type Filter = Readonly<Record<string, readonly string[]>>

interface Rows {
  rows: unknown[]
  /** Why the rows may not be all. */
  incompleteReason: string | undefined
  /** The status that says that there is no such board. */
  missing?: number
}

/**
 * The rows of a list, each path once. A list that reaches the cap is split by facets, the slices are split in turn, and
 * the number of rows is compared with the counts of the facets.
 */
export async function readWorkdayRows(url: string, fetch: Fetch): Promise<Rows> {
  const reader = new WorkdayList(url, fetch)
  const first = await reader.request({}, 0)
  if (first.status !== 200) return { rows: [], incompleteReason: undefined, missing: first.status }
  const answer = parseAnswer(first.text)
  const facets = facetsOf(answer)
  const sums = EXCLUSIVE_FACETS.map((name) => sum(facets.get(name) ?? []))
  const expected = Math.max(...sums)
  return await reader.read({}, answer, expected, 0)
}

class WorkdayList {
  constructor(
    private readonly url: string,
    private readonly fetch: Fetch,
  ) {}

  /** All four members of the body, or the answer is 422. */
  async request(appliedFacets: Filter, offset: number) {
    const body = { limit: PAGE_SIZE, offset, appliedFacets, searchText: '' }
    const isFirst = offset === 0 && Object.keys(appliedFacets).length === 0
    return await this.fetch({
      url: this.url,
      method: 'POST',
      headers: { accept: 'application/json', 'accept-language': 'en-US' },
      body,
      accept: isFirst ? [404, 410] : [],
    })
  }

  /** The rows of a filter whose first page is `answer`. `expected` is their number by the facets, for capped lists. */
  async read(filter: Filter, answer: unknown, expected: number, depth: number): Promise<Rows> {
    const total = countAt(answer, 'total')
    if (total === undefined) throw new UnexpectedAnswer('answered without a total')
    if (total < CAP) return await this.readPages(filter, answer, total)
    if (total > CAP) {
      const whole = await this.readPages(filter, answer, total)
      if (whole.incompleteReason === undefined) return whole
    }
    return await this.split(filter, answer, expected, depth)
  }

  private async readPages(filter: Filter, answer: unknown, total: number): Promise<Rows> {
    const { pages, incompleteReason } = await readPages({
      start: 0,
      firstPage: pageOf(answer, 0, total),
      fetch: (offset) => this.request(filter, offset),
      page: ({ text }, offset) => pageOf(parseAnswer(text), offset, total),
      keyOf,
      keep: ({ rows }) => rows.map((row) => pick(row, CONTENT)),
    })
    return { rows: pages.flat(), incompleteReason }
  }

  private async split(
    filter: Filter,
    answer: unknown,
    expected: number,
    depth: number,
  ): Promise<Rows> {
    const facets = facetsOf(answer)
    const names = [...SPLIT_ORDER, ...facets.keys()]
    const name = names.find((candidate) => {
      const values = facets.get(candidate) ?? []
      return filter[candidate] === undefined && values.length > 1
    })
    if (name === undefined || depth === MAX_DEPTH) {
      const { rows } = await this.readPages(filter, answer, countAt(answer, 'total') ?? CAP)
      return {
        rows,
        incompleteReason: `the list ends at ${CAP} rows, and has no facet to split it by`,
      }
    }
    const byKey = new Map<string, unknown>()
    let incompleteReason: string | undefined
    for (const { id, count } of facets.get(name) ?? []) {
      const slice = { ...filter, [name]: [id] }
      const first = parseAnswer((await this.request(slice, 0)).text)
      const part = await this.read(slice, first, count, depth + 1)
      incompleteReason ??= part.incompleteReason
      for (const row of part.rows) byKey.set(keyOf(row), row)
    }
    const unsplit = listAt(answer, 'jobPostings').filter((row) => !byKey.has(keyOf(row)))
    for (const row of unsplit) byKey.set(keyOf(row), row)
    if (unsplit.length > 0)
      incompleteReason ??= `no slice by ${name} has ${unsplit.length} of the first rows`
    if (byKey.size !== expected) {
      incompleteReason ??= `the slices by ${name} have ${byKey.size} rows, and the facets count ${expected}`
    }
    return { rows: [...byKey.values()], incompleteReason }
  }
}

/** Only the first page has the total; the others say 0. */
function pageOf(answer: unknown, offset: number, total: number): Page<unknown, number> {
  const rows = listIn(answer, 'jobPostings')
  const end = offset + PAGE_SIZE
  const said = countAt(answer, 'total') || total
  const page = countedPage(rows, { total, end, size: PAGE_SIZE, next: end })
  return { ...page, total: said }
}

function keyOf(row: unknown): string {
  return textAt(row, 'externalPath') ?? JSON.stringify(row)
}

interface FacetValue {
  id: string
  count: number
}

/** The values of facets by parameter. Groups of facets, such as that of places, are flattened. */
function facetsOf(answer: unknown): Map<string, FacetValue[]> {
  const facets = new Map<string, FacetValue[]>()
  const visit = (facet: unknown): void => {
    const name = textAt(facet, 'facetParameter')
    for (const value of listAt(facet, 'values')) {
      if (memberAt(value, 'values') !== undefined) visit(value)
      const [id, count] = [textAt(value, 'id'), countAt(value, 'count')]
      if (name === undefined || id === undefined || count === undefined) continue
      facets.set(name, [...(facets.get(name) ?? []), { id, count }])
    }
  }
  for (const facet of listAt(answer, 'facets')) visit(facet)
  return facets
}

function sum(values: readonly FacetValue[]): number {
  return values.reduce((total, { count }) => total + count, 0)
}
