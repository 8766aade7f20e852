import { withinLimit } from '../answers/within-limit'
import { HostMoved, RefusedAddress } from '../failures'
import type { Board, Fetch, ListEntry, PageAnswer, System } from '../system'
import { asHttps, pageAddress, pageFilter, siteHosts, splitSetting } from './page-address'
import { type PageContext, readPage } from './read-page'
import type { SitemapEntry } from './sitemap-reader'
import { readSitemaps, type SitemapList, sitemapsOfRobots } from './sitemaps'

const PAGE_BYTES = 5 * 1024 * 1024

/** Where sitemaps are when robots.txt names none. */
const USUAL_SITEMAPS = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz']

/** What the systems of employers' own sites have in common: the hosts that the operator named, and politeness towards each. */
export const ON_SITES: Pick<System, 'isHost' | 'limits' | 'obeysRobots'> = {
  isHost: (host, board) => board !== undefined && siteHosts(board).has(host),
  // At most 1,200 requests an hour to a host.
  limits: { minIntervalMs: 3_000, maxParallel: 1, isPerHost: true, boardsAtOnce: 24 },
  obeysRobots: true,
}

/** The pages of a site that its sitemaps name, each once. Throws when no sitemap can be read. */
export async function pagesOfSite(
  board: Board,
  fetch: Fetch,
): Promise<{ pages: ListEntry[]; incompleteReason: string | undefined }> {
  const { pages, files, incompleteReason, gone } = await readFirst(board, fetch)
  if (files === 0) {
    if (gone !== undefined) throw gone
    const hint = 'name one in the setting sitemap'
    throw new Error(`${board.slug} has no sitemap that can be read; ${hint}: ${incompleteReason}`)
  }
  return { pages, incompleteReason }
}

/** The sitemaps of the setting, else of robots.txt, else the first one found at a usual address. */
async function readFirst(board: Board, fetch: Fetch): Promise<SitemapList> {
  const base = `https://${board.slug}/`
  const hosts = siteHosts(board)
  const mayHold = pageFilter(board)
  const pageOf = ({ address: text, lastmod }: SitemapEntry): ListEntry | undefined => {
    const address = pageAddress(text, base)
    if (address === undefined || !mayHold(address)) return undefined
    return { external_id: address, fingerprint: lastmod }
  }
  const read = (texts: readonly string[]) => {
    const urls = texts.flatMap((text) => URL.parse(text, base) ?? [])
    return readSitemaps(urls.map(asHttps), pageOf, { isNamed: (host) => hosts.has(host), fetch })
  }
  const named = splitSetting(board.settings?.sitemap)
  if (named.length > 0) return await read(named)
  const inRobots = await sitemapsOfRobots(board.slug, fetch)
  if (inRobots.length > 0) return await read(inRobots)
  const lists: SitemapList[] = []
  for (const path of USUAL_SITEMAPS) {
    const list = await read([path])
    if (list.files > 0) return list
    lists.push(list)
  }
  return {
    pages: [],
    files: 0,
    incompleteReason: lists[0]?.incompleteReason,
    gone: lists[0]?.gone,
  }
}

/** Requests pages; `parts` reads what the pages of a system contain beside a JobPosting. */
export function pageReader(
  parts?: PageContext['parts'],
): (board: Board, address: string, now: Date, fetch: Fetch) => Promise<PageAnswer> {
  return async (board, address, now, fetch) => {
    const hosts = siteHosts(board)
    const isNamed = (host: string) => hosts.has(host)
    const context = { address, now, agent: 'job-catalogue', isNamed, ...(parts && { parts }) }
    try {
      const response = await fetch({ url: address, accept: [404, 410], maxBytes: PAGE_BYTES })
      return withinLimit(() => readPage(response, context))
    } catch (error) {
      // Postings that ended often redirect to another site, and others are published there.
      if (error instanceof RefusedAddress || error instanceof HostMoved)
        return { kind: 'empty', reason: error.message, isRefused: true }
      throw error
    }
  }
}
