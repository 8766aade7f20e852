import { distinct, fingerprint } from './fingerprint'
import { findElements, hasClass, textOfElement } from './html-page'
import { membersOfJobPosting } from './job-posting-members'
import { jobPostingIn } from './json-ld'
import { textAt } from './members'
import type { Board, BoardAddress, CollectedPosting, Fetch, ListedPosting, Listing } from './system'
import { isTestPosting } from './test-posting'

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
 * The results are one page, in which a job has a link with its title and another one that is a button. Older skins page
 * them: a list with a link to more is not proved complete, nor is one without jobs.
 */
export async function listBusiness(board: Board, fetch: Fetch): Promise<Listing> {
  const url = addressOf(board, 'searchResults')
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return { kind: 'missing', reason: `${url} answered ${status}` }
  if (!/oracletaleocwsv2|viewRequisition/.test(text)) {
    throw new Error(`${url} answered with something else than a list`)
  }
  const titles = new Map<string, string>()
  for (const link of findElements(text, (element) => hasClass(element, 'viewJobLink'))) {
    const id = URL.parse(link.attribs.href ?? '', url)?.searchParams.get('rid') ?? ''
    const title = textOfElement(link)
    if (/^\d+$/.test(id) && !titles.get(id)) titles.set(id, title)
  }
  const jobs = [...titles]
  const isMore = findElements(text, ({ attribs }) =>
    /[?&]next\b|rowFrom=/.test(attribs.href ?? ''),
  ).length
  const doubt = isMore
    ? 'the page links to more results'
    : jobs.length === 0
      ? `${NAME} lists no jobs`
      : undefined
  return {
    kind: 'listed',
    postings: jobs
      .filter(([, title]) => title !== '' && !isTestPosting(title))
      .map(([id, title]) => ({
        external_id: id,
        fingerprint: fingerprint(title),
        reference: title,
      })),
    unreadable: jobs
      .filter(([, title]) => title === '')
      .map(([id]) => ({ external_id: id, reason: 'the link has no title' })),
    ...(doubt === undefined ? {} : { doubt }),
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
  const job = jobPostingIn(text)
  if (job === undefined) throw new Error(`${url} has no JobPosting`)
  const members = membersOfJobPosting(job)
  return {
    external_id,
    title: textAt(job, 'title') ?? reference,
    url,
    ...members,
    organization: board.organization ?? members.organization,
    places: distinct(members.places),
  }
}
