import { fingerprint } from '../answers/fingerprint'
import { elementsOfClass, findElements, parseHtml, plainText } from '../answers/html-elements'
import { jobPostingMembers } from '../answers/job-posting'
import { jobPostingIn } from '../answers/json-ld'
import { textAt } from '../answers/members'
import { type Page, readPages } from '../answers/read-pages'
import { isTestPosting } from '../answers/test-posting'
import type {
  Board,
  BoardAddress,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
} from '../system'

const NAME = 'Taleo Business Edition'
const HOST = /^[\w-]+\.tbe\.taleo\.net$/
const SLUG = /^tbe\/([\w-]+)\/(\d+)$/

/** `ORGANIZATION` and number of the site; the host and the instance, such as `phe01`, are settings. */
export function businessBoardOf(address: URL): BoardAddress | undefined {
  const instance = /^\/([\w-]+)\/ats\/careers\//.exec(address.pathname)?.[1]
  const [organization, site] = ['org', 'cws'].map((name) => address.searchParams.get(name) ?? '')
  const slug = `tbe/${organization}/${site}`
  if (!HOST.test(address.hostname) || instance === undefined || !SLUG.test(slug)) return undefined
  return { slug, settings: { host: address.hostname, instance } }
}

export function isBusiness({ slug }: BoardAddress): boolean {
  return SLUG.test(slug)
}

function addressOf({ slug, settings }: Board, page: string, more = ''): string {
  const [, organization, site] = SLUG.exec(slug) ?? []
  const { host = '', instance = '' } = settings ?? {}
  if (!HOST.test(host) || instance === '') {
    throw new Error(`${NAME}: the host of ${slug} is not known; add the board by its address`)
  }
  return `https://${host}/${instance}/ats/careers/v2/${page}?org=${organization}&cws=${site}${more}`
}

/**
 * Reads the results and the pages that they link to. A job has a link with its title, and another one that is a button. A list
 * without jobs is not proved complete.
 */
export async function listBusiness(board: Board, fetch: Fetch): Promise<Listing> {
  const start = addressOf(board, 'searchResults')
  const { status, text } = await fetch({ url: start, accept: [404, 410] })
  if (status !== 200) return { kind: 'missing', reason: `${start} answered ${status}` }
  const { rows, doubt } = await readPages({
    start,
    firstPage: pageOf(text, start),
    read: async (url) => pageOf((await fetch({ url })).text, url),
    keyOf: ({ id }) => id,
  })
  return {
    kind: 'listed',
    postings: rows
      .filter(({ title }) => title !== '' && !isTestPosting(title))
      .map(({ id, title }) => ({
        external_id: id,
        fingerprint: fingerprint(title),
        reference: title,
      })),
    unreadable: rows
      .filter(({ title }) => title === '')
      .map(({ id }) => ({ external_id: id, reason: 'the link has no title' })),
    doubt: rows.length === 0 ? `${NAME} lists no jobs` : doubt,
  }
}

interface Row {
  id: string
  title: string
}

function pageOf(text: string, url: string): Page<Row, string> {
  if (!/oracletaleocwsv2|viewRequisition/.test(text)) {
    throw new Error(`${url} answered with something else than a list`)
  }
  const html = parseHtml(text)
  const titles = new Map<string, string>()
  for (const link of elementsOfClass(html, 'viewJobLink')) {
    const id = URL.parse(link.attribs.href ?? '', url)?.searchParams.get('rid') ?? ''
    if (/^\d+$/.test(id) && !titles.get(id)) titles.set(id, plainText(link) ?? '')
  }
  const [more] = findElements(html, ({ attribs }) => /[?&]next\b/.test(attribs.href ?? ''))
  const next = more && URL.parse(more.attribs.href ?? '', url)?.href
  return {
    rows: [...titles].map(([id, title]) => ({ id, title })),
    next: next === undefined || next === url ? undefined : next,
  }
}

export async function businessDetail(
  board: Board,
  { external_id, reference = '' }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const url = addressOf(board, 'viewRequisition', `&rid=${external_id}`)
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const job = jobPostingIn(parseHtml(text))
  if (job === undefined) throw new Error(`${url} has no JobPosting`)
  return {
    external_id,
    title: textAt(job, 'title') ?? reference,
    url,
    ...jobPostingMembers(job),
  }
}
