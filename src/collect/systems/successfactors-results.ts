import { messageOf } from '../../values/errors'
import {
  elementsNamed,
  elementsOfClass,
  hasClass,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { memberAt, textAt } from '../answers/members'
import type { Page } from '../answers/read-pages'
import { withinLimit } from '../answers/within-limit'
import { mustRethrow } from '../failures'
import { inLocales, LOCALES } from '../strategies/locales'
import { byNumber, jsonPage, pagedList } from '../strategies/paged-list'
import type { Board, Fetch, HttpRequest } from '../system'

/** The page of results: a table with its total, or on newer sites a page that asks for the results itself. */
export const SEARCH = '/search/'
const RESULTS = '/services/recruiting/v1/jobs'

/** Newer sites return so many results a page, whatever is asked for. */
const PAGE_SIZE = 10

/** More results are not read to prove a feed. */
const MOST_RESULTS = 2000

/** What the results of a site say of its postings: their number, and the ids on the first page. */
interface Results {
  total: number
  ids: readonly string[]
}

/** Why the results do not prove that the feed has all postings. */
export async function incompleteByResults(
  board: Board,
  ids: ReadonlySet<string>,
  fetch: Fetch,
): Promise<string | undefined> {
  try {
    const { text } = await fetch({ url: `https://${board.slug}${SEARCH}` })
    const table = withinLimit(() => resultsIn(text))
    if (table === undefined) return await incompleteByLanguages(board, ids, fetch)
    return incompleteByTotal(table, ids) ?? incompleteByIds(table.ids, ids)
  } catch (error) {
    if (mustRethrow(error)) throw error
    return `no total: ${messageOf(error)}`
  }
}

function incompleteByTotal({ total }: Results, ids: ReadonlySet<string>): string | undefined {
  return total === ids.size
    ? undefined
    : `the feed has ${ids.size} postings, and the site has ${total}`
}

function incompleteByIds(shown: readonly string[], ids: ReadonlySet<string>): string | undefined {
  const missing = shown.find((id) => !ids.has(id))
  return missing === undefined ? undefined : `the feed lacks posting ${missing}`
}

/** `Results 1 – 25 of 1,312`, in the language of the site; a row is printed for desktops and for phones. */
function resultsIn(html: string): Results | undefined {
  const page = parseHtml(html)
  const [label] = elementsOfClass(page, 'paginationLabel')
  const digits = label && plainText(elementsNamed(label, 'b').at(-1))?.replace(/\D/g, '')
  if (!digits) return undefined
  const links = elementsNamed(page, 'a').filter((link) => hasClass(link, 'jobTitle-link'))
  const ids = links.flatMap(({ attribs }) => /\/(\d+)\/?$/.exec(attribs.href ?? '')?.[1] ?? [])
  return { total: Number(digits), ids }
}

/**
 * The results of newer sites are those of one language. The total proves the feed where one of our languages has results, and as
 * many as the feed; otherwise all results are read.
 */
async function incompleteByLanguages(
  board: Board,
  ids: ReadonlySet<string>,
  fetch: Fetch,
): Promise<string | undefined> {
  const pages: Page<unknown, number>[] = []
  for (const locale of LOCALES) {
    const { text } = await fetch(resultsRequest(board, locale, 0))
    pages.push(pageOf(text, 0))
  }
  const [only, other] = pages.filter(({ total }) => total)
  if (only === undefined) return incompleteByTotal({ total: 0, ids: [] }, ids)
  if (other === undefined && only.total === ids.size) {
    return incompleteByIds(only.rows.map(idOf), ids)
  }
  const all = await allResults.list(board, fetch)
  if (all.kind === 'missing') return all.reason
  return (
    all.incompleteReason ??
    incompleteByIds(
      all.postings.map(({ external_id }) => external_id),
      ids,
    )
  )
}

const allResults = inLocales((locale) =>
  pagedList({
    start: 0,
    request: (board, page) => resultsRequest(board, locale, page),
    page: pageOf,
    id: idOf,
    read: (rows) => ({
      postings: rows.map((row) => ({ external_id: idOf(row), fingerprint: '' })),
    }),
  }),
)

function resultsRequest({ slug }: Board, locale: string, pageNumber: number): HttpRequest {
  return {
    url: `https://${slug}${RESULTS}`,
    method: 'POST',
    body: {
      locale: locale.replace('-', '_'),
      pageNumber,
      sortBy: 'date',
      keywords: '',
      location: '',
      facetFilters: {},
      brand: '',
      skills: [],
      categoryId: 0,
      alertId: '',
      rcmCandidateId: '',
    },
  }
}

const readPage = jsonPage({
  ...byNumber(0, PAGE_SIZE),
  rows: 'jobSearchResult',
  total: 'totalJobs',
  isBareWhenEmpty: true,
})

function pageOf(text: string, at: number): Page<unknown, number> {
  const page = readPage(text, at)
  const { total = 0 } = page
  if (total > MOST_RESULTS) throw new Error(`${total} results are too many to be read`)
  return page
}

function idOf(row: unknown): string {
  return textAt(memberAt(row, 'response'), 'id') ?? JSON.stringify(row)
}
