import { CAREER_PAGE } from '../../values/source'
import { HOST_NAME } from '../answers/addresses'
import { withinLimit } from '../answers/within-limit'
import { RefusedAddress } from '../http/failures'
import { listOf, pageAddress, pageFilter, siteHosts } from '../sites/page-address'
import { readPage } from '../sites/read-page'
import { asHttps, readSitemaps, type SitemapList, sitemapsOfRobots } from '../sites/sitemaps'
import type { Board, Fetch, Listing, PageAnswer, System } from '../system'

const PAGE_BYTES = 5 * 1024 * 1024

/** Where sitemaps are when robots.txt names none. */
const USUAL_SITEMAPS = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap.xml.gz']

/** An employer's own site: its sitemaps name pages, and pages hold a schema.org JobPosting. */
export const careerpage: System = {
  source: CAREER_PAGE,
  name: "an employer's own site",
  example: 'careerpage/acme.example',
  slug: HOST_NAME,
  settings: ['hosts', 'path', 'sitemap'],
  isNamedByHost: true,
  boardOf: ({ host, pathname, search }) =>
    HOST_NAME.test(host) && pathname === '/' && search === '' ? { slug: host } : undefined,
  ownBoardOf: ({ host, href, pathname }) =>
    !HOST_NAME.test(host)
      ? undefined
      : /\.xml(?:\.gz)?$/.test(pathname)
        ? { slug: host, settings: { sitemap: href } }
        : { slug: host },
  isHost: (host, board) => board !== undefined && siteHosts(board).has(host),
  // At most 1,200 requests an hour to a host.
  limits: { minIntervalMs: 3_000, maxParallel: 1, isPerHost: true, boardsAtOnce: 24 },
  obeysRobots: true,
  list,
  readPage: read,
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const { entries, files, doubt } = await readFirst(board, fetch)
  if (files === 0) {
    const hint = 'name one in the setting sitemap'
    throw new Error(`${board.slug} has no sitemap that can be read; ${hint}: ${doubt}`)
  }
  const mayHold = pageFilter(board)
  const postings = new Map(
    entries.flatMap(({ address: text, lastmod }) => {
      const address = pageAddress(text, `https://${board.slug}/`)
      if (address === undefined || !mayHold(address)) return []
      return [[address, { external_id: address, fingerprint: lastmod }] as const]
    }),
  )
  return {
    kind: 'listed',
    postings: [...postings.values()],
    doubt: postings.size === 0 ? 'the sitemaps name no page of the site' : doubt,
  }
}

/** The sitemaps of the setting, else those of robots.txt, else the first that is at a usual address. */
async function readFirst(board: Board, fetch: Fetch): Promise<SitemapList> {
  const base = `https://${board.slug}/`
  const hosts = siteHosts(board)
  const read = (texts: readonly string[]) => {
    const urls = texts.flatMap((text) => URL.parse(text, base) ?? [])
    return readSitemaps(urls.map(asHttps), (host) => hosts.has(host), fetch)
  }
  const named = listOf(board.settings?.sitemap)
  if (named.length > 0) return await read(named)
  const inRobots = await sitemapsOfRobots(board.slug, fetch)
  if (inRobots.length > 0) return await read(inRobots)
  const doubts: (string | undefined)[] = []
  for (const path of USUAL_SITEMAPS) {
    const list = await read([path])
    if (list.files > 0) return list
    doubts.push(list.doubt)
  }
  return { entries: [], files: 0, doubt: doubts[0] }
}

async function read(board: Board, address: string, now: Date, fetch: Fetch): Promise<PageAnswer> {
  const hosts = siteHosts(board)
  try {
    const response = await fetch({ url: address, accept: [404, 410], maxBytes: PAGE_BYTES })
    const context = {
      address,
      now,
      agent: 'job-catalogue',
      isNamed: (host: string) => hosts.has(host),
    }
    return withinLimit(() => readPage(response, context))
  } catch (error) {
    // Postings that ended often redirect to another site, and others are published there.
    if (error instanceof RefusedAddress)
      return { kind: 'empty', reason: error.message, isRefused: true }
    throw error
  }
}
