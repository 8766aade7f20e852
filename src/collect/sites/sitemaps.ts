import robotsParser from 'robots-parser'
import { messageOf } from '../../values/errors'
import { ownCopy } from '../answers/own-copy'
import { Unreadable, withinLimit } from '../answers/within-limit'
import { type HostGone, hostGone, ListTooLarge, mustRethrow } from '../failures'
import type { Fetch, ListEntry } from '../system'
import { type SitemapEntry, SitemapReader, type SitemapTarget } from './sitemap-reader'

/** Limits of https://www.sitemaps.org/protocol.html, which also allows no index in an index. */
const MAX_FILE_ADDRESSES = 50_000
const MAX_DEPTH = 2

const MAX_FILES = 100
const MAX_ADDRESSES = 500_000

/**
 * Bytes of a page beside its texts, as `ListMemoryShare` counts them: its row and its places in the tables of a turn. With four times as
 * much in memory, as was measured.
 */
const PAGE_BYTES = 200

export interface SitemapList {
  pages: ListEntry[]
  /** Files that were read. */
  files: number
  /** Why the pages may not be all; undefined when every file was read whole. */
  incompleteReason: string | undefined
  /** The host of a file is gone. */
  gone: HostGone | undefined
}

export interface UnreadSitemap {
  incompleteReason: string
  gone?: HostGone | undefined
  /** No more files can be read. */
  isLast?: true
}

export interface SitemapContext {
  /** Whether requests may go to a host. */
  isNamed: (host: string) => boolean
  fetch: Fetch
}

interface File {
  url: string
  depth: number
}

/**
 * Reads sitemaps and the files that their indexes name: XML, text or gzip. A file that cannot be read makes the list
 * incomplete, and the others are read. `pageOf`: the page of an address, or undefined when none is kept of it.
 */
export async function readSitemaps(
  starts: readonly string[],
  pageOf: (entry: SitemapEntry) => ListEntry | undefined,
  context: SitemapContext,
): Promise<SitemapList> {
  const pages = new Map<string, ListEntry>()
  const queue: File[] = [...new Set(starts)].map((url) => ({ url, depth: 1 }))
  const seen = new Set(queue.map(({ url }) => url))
  const incompleteReasons: string[] = []
  let files = 0
  let gone: HostGone | undefined
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (files === MAX_FILES) incompleteReasons.push(`there are more than ${MAX_FILES} sitemaps`)
    if (pages.size > MAX_ADDRESSES) incompleteReasons.push(`more than ${MAX_ADDRESSES} addresses`)
    if (files === MAX_FILES || pages.size > MAX_ADDRESSES) break
    const content = new SitemapContent(pageOf)
    const issue = await readSitemap(file, content, context).catch(tooLarge)
    if (issue !== undefined) {
      incompleteReasons.push(issue.incompleteReason)
      if (issue.isLast) break
      gone ??= issue.gone
      continue
    }
    files += 1
    if (content.count > MAX_FILE_ADDRESSES) {
      incompleteReasons.push(`${file.url} has more than ${MAX_FILE_ADDRESSES} addresses`)
    }
    for (const [id, page] of content.pages) if (!pages.has(id)) pages.set(id, page)
    for (const url of content.files) {
      if (seen.has(url)) continue
      seen.add(url)
      if (file.depth === MAX_DEPTH) incompleteReasons.push(`${file.url} is an index in an index`)
      else queue.push({ url, depth: file.depth + 1 })
    }
  }
  return {
    pages: [...pages.values()].slice(0, MAX_ADDRESSES),
    files,
    incompleteReason: incompleteReasons[0],
    gone,
  }
}

/** The pages and further sitemaps that one sitemap names. */
class SitemapContent implements SitemapTarget {
  readonly pages = new Map<string, ListEntry>()
  readonly files: string[] = []
  /** The addresses that it names. */
  count = 0

  constructor(private readonly pageOf: (entry: SitemapEntry) => ListEntry | undefined) {}

  page(entry: SitemapEntry): number {
    this.count += 1
    const page = this.count > MAX_FILE_ADDRESSES ? undefined : this.pageOf(entry)
    if (page === undefined || this.pages.has(page.external_id)) return 0
    const { copy, length } = ownCopy(page)
    this.pages.set(copy.external_id, copy)
    return length + PAGE_BYTES
  }

  file(url: string): number {
    this.count += 1
    if (this.count > MAX_FILE_ADDRESSES) return 0
    this.files.push(url)
    return url.length
  }
}

/** The pages of the files before it are kept. */
function tooLarge(error: unknown): UnreadSitemap {
  if (error instanceof ListTooLarge) return { incompleteReason: error.message, isLast: true }
  throw error
}

/**
 * Reads a file as it arrives. Returns why it could not be read; `target` may have received a part of it then. Throws when the host
 * may no longer be asked.
 */
export async function readSitemap(
  { url }: Pick<File, 'url'>,
  target: SitemapTarget,
  { isNamed, fetch }: SitemapContext,
): Promise<UnreadSitemap | undefined> {
  const { hostname } = new URL(url)
  if (!isNamed(hostname)) {
    return { incompleteReason: `the sitemap ${url} is on another host; add hosts=${hostname}` }
  }
  try {
    await readParts(url, new SitemapReader(url, target), fetch)
    return undefined
  } catch (error) {
    if (mustRethrow(error)) throw error
    const incompleteReason = `the sitemap ${url}: ${messageOf(error)}`
    // The next one would hold the collector as long.
    if (error instanceof Unreadable) throw new Error(incompleteReason)
    return { incompleteReason, gone: hostGone(error) }
  }
}

async function readParts(url: string, reader: SitemapReader, fetch: Fetch): Promise<void> {
  let issue: unknown
  // Thrown after the exchange: a file that is no sitemap is no failure of its host.
  const read = (work: () => number): number => {
    if (issue !== undefined) return 0
    try {
      return withinLimit(work)
    } catch (error) {
      issue = error
      return 0
    }
  }
  const response = await fetch({ url, onText: (part) => read(() => reader.write(part)) })
  read(() => reader.write(response.text) + reader.end())
  if (issue === undefined) return
  response.kept?.(0)
  throw issue
}

/** The sitemaps that the robots.txt of a host names. */
export async function sitemapsOfRobots(host: string, fetch: Fetch): Promise<string[]> {
  const url = `https://${host}/robots.txt`
  const { text } = await fetch({ url })
  return withinLimit(() => robotsParser(url, text).getSitemaps())
}
