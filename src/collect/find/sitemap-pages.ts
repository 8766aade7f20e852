import { isJobLike } from '../sites/page-address'
import { asHttps, readSitemap, sitemapsOfRobots } from '../sites/sitemaps'
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
  const read = (url: string) => readSitemap({ url }, isNamed, fetch)
  const inRobots = await sitemapsOfRobots(host, fetch)
  const named = inRobots.flatMap((text) => URL.parse(text, `https://${host}/`) ?? []).map(asHttps)
  let sitemap = named.find(isJobLike) ?? named[0] ?? `https://${host}/sitemap.xml`
  let content = await read(sitemap)
  const part = 'incompleteReason' in content ? undefined : content.files.find(isJobLike)
  if (part !== undefined) {
    sitemap = part
    content = await read(part)
  }
  if ('incompleteReason' in content) {
    return {
      sitemap,
      result: content.incompleteReason.replace(`the sitemap ${sitemap}: `, ''),
      pages: [],
    }
  }
  const addresses = content.entries.flatMap(({ address }) => URL.parse(address) ?? [])
  const jobs = addresses.filter(({ href, hostname }) => isNamed(hostname) && isJobLike(href))
  return {
    sitemap,
    result: `names ${jobs.length} pages whose addresses say jobs`,
    pages: jobs.map(asHttps).sort(deepestFirst).slice(0, MAX_PAGES),
  }
}

/** Postings are deeper than the pages about careers. */
function deepestFirst(a: string, b: string): number {
  const depth = (address: string) => address.split('/').length
  return depth(b) - depth(a) || b.length - a.length
}
