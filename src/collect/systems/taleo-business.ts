import {
  elementsOfClass,
  findElements,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { textAt } from '../answers/members'
import { pageEntries } from '../answers/page-rows'
import { lastPage, type Page } from '../answers/read-pages'
import { jobPostingMembers, jobPostingOf } from '../answers/schema-org/job-posting'
import { detail } from '../strategies/detail'
import { pagedList } from '../strategies/paged-list'
import type { Board, BoardAddress, System } from '../system'

/** Rows of a full page. */
const PAGE_SIZE = 10
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
    throw new Error(`the host of ${slug} is not known; add the board by its address`)
  }
  return `https://${host}/${instance}/ats/careers/v2/${page}?org=${organization}&cws=${site}${more}`
}

/** A page of the results. The pages behind the first one are those of a session, which its answer begins. */
interface At {
  url: string
  cookie?: string
}

/** A job has a link with its title, and another one that is a button. A list without jobs is not proved complete. */
export const business: Required<Pick<System, 'list' | 'detail'>> = {
  ...pagedList<Row, At | undefined>({
    start: undefined,
    request(board, at) {
      const { url = addressOf(board, 'searchResults'), cookie } = at ?? {}
      return { url, ...(cookie !== undefined && { headers: { cookie } }) }
    },
    page: (text, at, board, { headers }) =>
      pageOf(text, at ?? { url: addressOf(board, 'searchResults') }, headers),
    id: ({ id }) => id,
    isEmptyWhenUnknown: true,
    read: (rows) =>
      pageEntries(rows, {
        content: ({ title }) => title,
        reference: ({ title }) => title,
        untitled: 'the link has no title',
      }),
  }),
  ...detail({
    request: (board, { external_id }) => ({
      url: addressOf(board, 'viewRequisition', `&rid=${external_id}`),
    }),
    parse: parseHtml,
    read(html, { entry, url }) {
      const job = jobPostingOf(html, url)
      return {
        title: textAt(job, 'title') ?? entry.reference ?? '',
        url,
        ...jobPostingMembers(job),
      }
    },
  }),
}

interface Row {
  id: string
  title: string
}

function pageOf(text: string, at: At, headers: Headers): Page<Row, At> {
  const { url, cookie = sessionOf(headers) } = at
  if (!/oracletaleocwsv2|viewRequisition/.test(text)) {
    throw new Error(`${url} answered with something else than a list`)
  }
  const html = parseHtml(text)
  const titles = new Map<string, string>()
  for (const link of elementsOfClass(html, 'viewJobLink')) {
    const id = URL.parse(link.attribs.href ?? '', url)?.searchParams.get('rid') ?? ''
    if (/^\d+$/.test(id) && !titles.get(id)) titles.set(id, plainText(link) ?? '')
  }
  const rows = [...titles].map(([id, title]) => ({ id, title }))
  const inSession = (address: string): At => ({ url: address, ...(cookie && { cookie }) })
  const [more] = findElements(html, ({ attribs }) => /[?&]next\b/.test(attribs.href ?? ''))
  const next = more && URL.parse(more.attribs.href ?? '', url)?.href
  if (next !== undefined && next !== url) return { rows, next: inSession(next) }
  return lastPage(rows, { size: PAGE_SIZE, behind: inSession(behind(url)) })
}

/** The cookies that a response sets. Without them a later page is answered with an empty text. */
function sessionOf(headers: Headers): string | undefined {
  return (
    headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ') || undefined
  )
}

/** The page behind that of an address: `?org=ACME&cws=1`, or `?next&rowFrom=10`. */
function behind(address: string): string {
  const url = new URL(address)
  const from = Number(url.searchParams.get('rowFrom') ?? 0) + PAGE_SIZE
  url.searchParams.delete('next')
  url.searchParams.set('rowFrom', String(from))
  return `${url.href}&next`
}
