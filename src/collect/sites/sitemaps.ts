import robotsParser from 'robots-parser'
import { messageOf } from '../../values/errors'
import { readXml } from '../answers/markup/xml'
import { textAt } from '../answers/members'
import { Unreadable, withinLimit } from '../answers/within-limit'
import { type HostGone, hostGone, ListTooLarge, mustRethrow } from '../failures'
import type { Fetch } from '../system'

/** Limits of https://www.sitemaps.org/protocol.html, which also allows no index in an index. */
const MAX_FILE_ADDRESSES = 50_000
const MAX_DEPTH = 2

const MAX_FILES = 100
const MAX_ADDRESSES = 500_000

/** An address of a sitemap, with its `lastmod` as it is written there. */
export interface SitemapEntry {
  address: string
  lastmod: string
}

export interface SitemapList {
  entries: SitemapEntry[]
  /** Files that were read. */
  files: number
  /** Why the entries may not be all; undefined when every file was read whole. */
  incompleteReason: string | undefined
  /** The host of a file is gone. */
  gone: HostGone | undefined
}

/** What a file of sitemaps names: pages, or other files. */
export interface SitemapFile {
  entries: SitemapEntry[]
  files: string[]
}

export interface UnreadSitemap {
  incompleteReason: string
  gone?: HostGone | undefined
}

interface File {
  url: string
  depth: number
}

/**
 * Reads sitemaps and the files that their indexes name: XML, text or gzip. A file that cannot be read makes the list
 * incomplete, and the others are read. `isNamed`: whether requests may go to a host.
 */
export async function readSitemaps(
  starts: readonly string[],
  isNamed: (host: string) => boolean,
  fetch: Fetch,
): Promise<SitemapList> {
  const entries = new Map<string, SitemapEntry>()
  const queue: File[] = [...new Set(starts)].map((url) => ({ url, depth: 1 }))
  const seen = new Set(queue.map(({ url }) => url))
  const incompleteReasons: string[] = []
  let files = 0
  let gone: HostGone | undefined
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (files === MAX_FILES) incompleteReasons.push(`there are more than ${MAX_FILES} sitemaps`)
    if (entries.size > MAX_ADDRESSES) incompleteReasons.push(`more than ${MAX_ADDRESSES} addresses`)
    if (files === MAX_FILES || entries.size > MAX_ADDRESSES) break
    const content = await readSitemap(file, isNamed, fetch).catch(tooLarge)
    if (content instanceof ListTooLarge) {
      incompleteReasons.push(content.message)
      break
    }
    if ('incompleteReason' in content) {
      incompleteReasons.push(content.incompleteReason)
      gone ??= content.gone
      continue
    }
    files += 1
    if (content.entries.length > MAX_FILE_ADDRESSES) {
      incompleteReasons.push(`${file.url} has more than ${MAX_FILE_ADDRESSES} addresses`)
    }
    for (const entry of content.entries.slice(0, MAX_FILE_ADDRESSES)) {
      if (!entries.has(entry.address)) entries.set(entry.address, entry)
    }
    for (const url of content.files) {
      if (seen.has(url)) continue
      seen.add(url)
      if (file.depth === MAX_DEPTH) incompleteReasons.push(`${file.url} is an index in an index`)
      else queue.push({ url, depth: file.depth + 1 })
    }
  }
  return {
    entries: [...entries.values()].slice(0, MAX_ADDRESSES),
    files,
    incompleteReason: incompleteReasons[0],
    gone,
  }
}

/** The entries of the files before it are read. */
function tooLarge(error: unknown): ListTooLarge {
  if (error instanceof ListTooLarge) return error
  throw error
}

/** The content of a file, or why it could not be read. Throws when the host may no longer be asked. */
export async function readSitemap(
  { url }: Pick<File, 'url'>,
  isNamed: (host: string) => boolean,
  fetch: Fetch,
): Promise<SitemapFile | UnreadSitemap> {
  const { hostname } = new URL(url)
  if (!isNamed(hostname)) {
    return { incompleteReason: `the sitemap ${url} is on another host; add hosts=${hostname}` }
  }
  try {
    const { text } = await fetch({ url })
    return withinLimit(() => contentOf(text, url))
  } catch (error) {
    if (mustRethrow(error)) throw error
    const incompleteReason = `the sitemap ${url}: ${messageOf(error)}`
    // The next one would hold the collector as long.
    if (error instanceof Unreadable) throw new Error(incompleteReason)
    return { incompleteReason, gone: hostGone(error) }
  }
}

function contentOf(text: string, url: string): SitemapFile {
  if (!text.trimStart().startsWith('<')) return { entries: textEntries(text), files: [] }
  const root = /<(urlset|sitemapindex)\b[^<>]*>/.exec(text)
  // A cut file has no end tag; the parser would close it without a word.
  const isWhole = root !== null && (root[0].endsWith('/>') || text.lastIndexOf(`</${root[1]}`) > 0)
  if (!isWhole) throw new Error('neither a urlset nor a sitemapindex, or cut off')
  if (root[1] === 'sitemapindex') {
    const files = readXml(text, 'sitemap').flatMap((entry) => {
      const file = URL.parse(textAt(entry, 'loc') ?? '', url)
      return file === null ? [] : [asHttps(file)]
    })
    return { entries: [], files }
  }
  const entries = readXml(text, 'url').flatMap((entry) => {
    const address = textAt(entry, 'loc')
    return address ? [{ address, lastmod: textAt(entry, 'lastmod') ?? '' }] : []
  })
  return { entries, files: [] }
}

/** A text file with an address on each line. */
function textEntries(text: string): SitemapEntry[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const addresses = lines.filter((line) => line !== '')
  if (!addresses.every((line) => /^https?:\/\//.test(line))) {
    throw new Error('neither XML nor a list of addresses')
  }
  return addresses.map((address) => ({ address, lastmod: '' }))
}

/** The sitemaps that the robots.txt of a host names. */
export async function sitemapsOfRobots(host: string, fetch: Fetch): Promise<string[]> {
  const url = `https://${host}/robots.txt`
  const { text } = await fetch({ url })
  return withinLimit(() => robotsParser(url, text).getSitemaps())
}

/** Sitemaps are often named with http by sites that are served with https. */
export function asHttps(url: URL): string {
  return url.port === '' ? url.href.replace(/^http:/, 'https:') : url.href
}
