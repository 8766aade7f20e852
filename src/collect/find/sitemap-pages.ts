import { asHttps, isJobLike } from '../sites/page-address'
import type { SitemapEntry, SitemapTarget } from '../sites/sitemap-reader'
import { readSitemap, sitemapsOfRobots } from '../sites/sitemaps'
import type { Fetch } from '../system'
import { isOfDomain } from './career-links'

/** Pages of a site that may be postings, as one of its sitemaps names them. */
export interface SitemapPages {
  sitemap: string
  /** What it names, for people. */
  result: string
  pages: string[]
}

/** Pages that are enough to see whether they are postings. */
const MAX_PAGES = 2

/**
 * Reads a sitemap that the robots.txt of the host names, or that is at the usual address: of several the one whose name says
 * jobs, and of an index the first file whose name does.
 */
export async function sitemapPages(
  host: string,
  domain: string,
  fetch: Fetch,
): Promise<SitemapPages> {
  const isNamed = (name: string) => isOfDomain(name, domain)
  const read = async (url: string) => {
    const named = new NamedPages(isNamed)
    const issue = await readSitemap({ url }, named, { isNamed, fetch })
    return { named, issue }
  }
  const inRobots = await sitemapsOfRobots(host, fetch)
  const starts = inRobots.flatMap((text) => URL.parse(text, `https://${host}/`) ?? []).map(asHttps)
  let sitemap = starts.find(isJobLike) ?? starts[0] ?? `https://${host}/sitemap.xml`
  let content = await read(sitemap)
  const { part } = content.named
  if (content.issue === undefined && part !== undefined) {
    sitemap = part
    content = await read(part)
  }
  const { named, issue } = content
  if (issue !== undefined) {
    const result = issue.incompleteReason.replace(`the sitemap ${sitemap}: `, '')
    return { sitemap, result, pages: [] }
  }
  return {
    sitemap,
    result: `names ${named.count} pages whose addresses say jobs`,
    pages: named.deepest,
  }
}

/** The pages of a sitemap whose addresses say jobs: their number, and the deepest. */
class NamedPages implements SitemapTarget {
  count = 0
  deepest: string[] = []
  /** The first file of an index whose name says jobs. */
  part: string | undefined

  constructor(private readonly isNamed: (host: string) => boolean) {}

  page({ address }: SitemapEntry): number {
    const url = URL.parse(address)
    if (url === null || !this.isNamed(url.hostname) || !isJobLike(url.href)) return 0
    this.count += 1
    this.deepest = [...this.deepest, asHttps(url)].sort(deepestFirst).slice(0, MAX_PAGES)
    return 0
  }

  file(url: string): number {
    if (isJobLike(url)) this.part ??= url
    return 0
  }
}

/** Postings are deeper than the pages about careers. */
function deepestFirst(a: string, b: string): number {
  const depth = (address: string) => address.split('/').length
  return depth(b) - depth(a) || b.length - a.length
}
