import { Parser } from 'htmlparser2'
import { asHttps } from './page-address'

/** An address of a sitemap, with its `lastmod` as it is written there. */
export interface SitemapEntry {
  address: string
  lastmod: string
}

/** Receives what a sitemap names. Each method returns the bytes that stay in memory. */
export interface SitemapTarget {
  page(entry: SitemapEntry): number
  /** A file that an index names. */
  file(url: string): number
}

/** The root elements, and the element of an entry in each. */
const ENTRIES = { urlset: 'url', sitemapindex: 'sitemap' }

const MAX_DEPTH = 50
/** A longer address is left out: no page of a site has one, without the parameters of tracking. */
const MAX_TEXT = 10_000

/**
 * Reads a sitemap in parts, XML or a text with an address on each line, and holds one entry at a time. `write` and `end` return
 * the bytes that stay in memory, and throw when it is no sitemap; `end` also when it is cut off.
 */
export class SitemapReader {
  private file: XmlSitemap | TextSitemap | undefined

  /** `url`: its own address, to which an index may refer. */
  constructor(
    private readonly url: string,
    private readonly target: SitemapTarget,
  ) {}

  write(part: string): number {
    const text = this.file === undefined ? part.trimStart() : part
    if (text === '') return 0
    this.file ??= text.startsWith('<')
      ? new XmlSitemap(this.url, this.target)
      : new TextSitemap(this.target)
    return this.file.write(text)
  }

  end(): number {
    return this.file?.end() ?? 0
  }
}

class XmlSitemap {
  private readonly parser: Parser
  private depth = 0
  private root: { name: keyof typeof ENTRIES; depth: number; isClosed: boolean } | undefined
  private entry: { loc?: string; lastmod?: string; depth: number } | undefined
  /** The open member of the entry. */
  private member: 'loc' | 'lastmod' | undefined
  private keptBytes = 0

  constructor(
    private readonly url: string,
    private readonly target: SitemapTarget,
  ) {
    const handler = {
      onopentagname: (name: string) => this.open(name),
      ontext: (text: string) => this.add(text),
      onclosetag: () => this.close(),
    }
    this.parser = new Parser(handler, { xmlMode: true })
  }

  write(part: string): number {
    this.keptBytes = 0
    this.parser.write(part)
    return this.keptBytes
  }

  end(): number {
    // The parser closes what is open at the end without a word.
    if (!this.root?.isClosed) throw new Error('neither a urlset nor a sitemapindex, or cut off')
    this.parser.end()
    return 0
  }

  private open(name: string): void {
    this.depth += 1
    const { depth, root, entry } = this
    if (depth > MAX_DEPTH) throw new Error(`XML: nested deeper than ${MAX_DEPTH} levels`)
    if (root === undefined) {
      if (name === 'urlset' || name === 'sitemapindex') this.root = { name, depth, isClosed: false }
    } else if (entry === undefined) {
      if (name === ENTRIES[root.name]) this.entry = { depth }
    } else if (depth === entry.depth + 1 && (name === 'loc' || name === 'lastmod')) {
      if (entry[name] === undefined) this.member = name
    }
  }

  private add(text: string): void {
    const { entry, member } = this
    if (entry === undefined || member === undefined) return
    const before = entry[member] ?? ''
    if (before.length <= MAX_TEXT) entry[member] = before + text
  }

  private close(): void {
    const { depth, root, entry } = this
    this.depth -= 1
    if (entry !== undefined && depth === entry.depth + 1) this.member = undefined
    if (depth === entry?.depth) this.take(entry)
    if (root !== undefined && depth === root.depth) root.isClosed = true
  }

  private take({ loc = '', lastmod = '' }: { loc?: string; lastmod?: string }): void {
    this.entry = undefined
    const address = loc.trim()
    if (address === '' || address.length > MAX_TEXT) return
    if (this.root?.name === 'urlset') {
      this.keptBytes += this.target.page({ address, lastmod: lastmod.trim() })
      return
    }
    const file = URL.parse(address, this.url)
    if (file !== null) this.keptBytes += this.target.file(asHttps(file))
  }
}

class TextSitemap {
  /** The beginning of a line whose end has not come. */
  private rest = ''

  constructor(private readonly target: SitemapTarget) {}

  write(part: string): number {
    const lines = part.split('\n')
    lines[0] = this.rest + lines[0]
    this.rest = (lines.pop() ?? '').slice(0, MAX_TEXT + 1)
    return lines.reduce((bytes, line) => bytes + this.take(line.trim()), 0)
  }

  end(): number {
    return this.take(this.rest.trim())
  }

  private take(line: string): number {
    if (line === '') return 0
    if (!/^https?:\/\//.test(line)) throw new Error('neither XML nor a list of addresses')
    return line.length > MAX_TEXT ? 0 : this.target.page({ address: line, lastmod: '' })
  }
}
