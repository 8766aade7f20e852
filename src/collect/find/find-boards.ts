import { messageOf } from '../../values/errors'
import { CAREER_PAGE } from '../../values/source'
import { elementsNamed, parseHtml, plainText } from '../answers/markup/html-elements'
import { Unreadable, withinLimit } from '../answers/within-limit'
import {
  FetchFailure,
  HostMoved,
  HostNotFound,
  hostGone,
  RequestsSpent,
  VendorBlocked,
} from '../failures'
import type { HttpClient } from '../http/client'
import type { RequestBudget } from '../http/request-budget'
import type { Fetch, RequestPolicy, System } from '../system'
import { careerLinks, isOfDomain } from './career-links'
import { boardAt, boardsOnPage, type NamedBoard, unseen } from './page-boards'
import { sitemapPages } from './sitemap-pages'

/** A board that the site of an employer names. */
export interface FoundBoard extends NamedBoard {
  /** The page that names it. */
  on: string
}

export interface SiteReport {
  domain: string
  boards: FoundBoard[]
  /** The names of the employer: from its domain, and from its pages. */
  names: string[]
  /** The pages that were read, and what each contained. */
  pages: { address: string; result: string }[]
  /** The limit that ended the search before all pages were looked at. */
  endedBy?: string
}

/** Requests that are kept for a sitemap, a part of it, and two of its pages. */
const FOR_SITEMAPS = 4
const MAX_HOSTS = 4
const PAGE_BYTES = 5 * 1024 * 1024
const REDIRECTS = [301, 302, 303, 307, 308]

/** A home page with more names says nothing of whose it is. */
const MAX_NAMES = 10

/** A site that names more employers on one system than this lists other employers. */
const MAX_OF_SYSTEM = 3

/** The requests to an employer's site: its robots.txt is obeyed, and no other domain is asked. */
const SITE: RequestPolicy = {
  source: CAREER_PAGE,
  isHost: (host, board) => board !== undefined && isOfDomain(host, board.slug),
  limits: { minIntervalMs: 1000, maxParallel: 1, isPerHost: true },
  obeysRobots: true,
}

/**
 * Looks for the boards of an employer on its site: on the home page, on the pages for careers to which it links, on those at
 * the usual addresses, and where these redirect to; then among the pages that its sitemaps name. The first page that names
 * boards ends it.
 */
export async function findBoards(
  domain: string,
  { systems, client }: { systems: readonly System[]; client: Pick<HttpClient, 'session'> },
  budget: RequestBudget,
): Promise<SiteReport> {
  const { fetch } = client.session(SITE, { board: { slug: domain }, budget })
  const walk = new SiteWalk(domain, { systems, fetch, budget })
  try {
    await walk.run()
  } catch (error) {
    if (!(error instanceof RequestsSpent)) throw error
    walk.report.endedBy = error.message
  }
  return walk.report
}

class SiteWalk {
  readonly report: SiteReport
  private readonly waiting: string[]
  private readonly usual: string[]
  private readonly seen = new Set<string>()
  private readonly hosts = new Set<string>()
  /** The hosts that answered with a page, the last one first. */
  private readonly answered: string[] = []

  constructor(
    private readonly domain: string,
    private readonly context: { systems: readonly System[]; fetch: Fetch; budget: RequestBudget },
  ) {
    this.waiting = [`https://${domain}/`]
    this.usual = [
      `https://${domain}/careers`,
      `https://careers.${domain}/`,
      `https://jobs.${domain}/`,
      `https://${domain}/jobs`,
      `https://${domain}/careers/jobs`,
    ]
    this.report = { domain, boards: [], names: [labelOf(domain)], pages: [] }
  }

  async run(): Promise<void> {
    while (!this.isFound && this.context.budget.requests > FOR_SITEMAPS) {
      const address = this.waiting.shift() ?? this.usual.shift()
      if (address === undefined) break
      await this.visit(address)
    }
    for (const host of new Set(this.answered)) {
      if (!this.isFound) await this.visitPostings(host)
    }
  }

  private get isFound(): boolean {
    return this.report.boards.length > 0
  }

  private async visit(address: string): Promise<void> {
    const { host } = new URL(address)
    if (this.seen.has(address) || (this.hosts.size === MAX_HOSTS && !this.hosts.has(host))) return
    this.seen.add(address)
    this.hosts.add(host)
    const result = await this.readPage(address).catch((error) => this.reasonOf(error, address))
    this.report.pages.push({ address, result })
  }

  /** A host whose robots.txt redirects to another one does so with its pages too. */
  private reasonOf(error: unknown, address: string): string {
    const gone = hostGone(error)
    if (!(gone instanceof HostMoved)) return reasonOf(error)
    return this.follow(new URL(address), gone.to)
  }

  /** Looks at pages that may be postings, as the sitemaps of a host name them. */
  private async visitPostings(host: string): Promise<void> {
    const address = `https://${host}/sitemap.xml`
    const { sitemap, result, pages } = await sitemapPages(
      host,
      this.domain,
      this.context.fetch,
    ).catch((error) => ({ sitemap: address, result: reasonOf(error), pages: [] }))
    this.report.pages.push({ address: sitemap, result })
    for (const page of pages) {
      if (!this.isFound) await this.visit(page)
    }
  }

  /** What is at an address. Keeps the boards that it names, and the pages that come next. */
  private async readPage(address: string): Promise<string> {
    const base = new URL(address)
    const accept = [...REDIRECTS, 404, 410]
    const response = await this.context.fetch({ url: address, accept, maxBytes: PAGE_BYTES })
    if (REDIRECTS.includes(response.status)) {
      const target = URL.parse(response.headers.get('location') ?? '', base.href)
      return target === null ? `${response.status} to nowhere` : this.follow(base, target)
    }
    if (response.status !== 200) return String(response.status)
    this.answered.unshift(base.host)
    return withinLimit(() => this.read(response.text, base))
  }

  private read(text: string, base: URL): string {
    this.keep(boardsOnPage(text, base, this.context.systems), base.href)
    const isHome = base.pathname === '/' && isHomeHost(base.hostname, this.domain)
    const names = isHome ? namesOn(text) : []
    const isNamed = names.length <= MAX_NAMES
    if (isNamed) this.report.names.push(...names)
    this.waiting.push(...careerLinks(text, base, this.domain).slice(0, isHome ? 4 : 2))
    const result = this.isFound ? 'names boards' : (unseen(text, { isHome }) ?? 'names no board')
    return isNamed ? result : `${result}, and says ${names.length} names of its own`
  }

  private follow(base: URL, target: URL): string {
    target.pathname = target.pathname.replace(/\/robots\.txt$/, '/')
    const named = boardAt(target.href, base, this.context.systems)
    if (named !== undefined) this.keep([named], base.href)
    else if (isOfDomain(target.hostname, this.domain)) {
      target.protocol = 'https:'
      target.hash = ''
      this.waiting.unshift(target.href)
    }
    return `redirects to ${target.href.slice(0, 200)}`
  }

  private keep(boards: readonly NamedBoard[], on: string): void {
    this.report.boards.push(...boards.map((each) => ({ ...each, on })))
  }
}

/** The systems on which a site names boards of too many employers. An employer may have several boards. */
export function crowded(boards: readonly FoundBoard[]): string[] {
  const bySystem = Map.groupBy(boards, ({ board }) => board.source)
  return [...bySystem].flatMap(([source, ofSystem]) => {
    const employers = new Set(ofSystem.map(({ board }) => board.slug.split('/')[0]))
    return employers.size > MAX_OF_SYSTEM ? [source] : []
  })
}

/** `acme` of `acme.com` and `acme.co.uk`. */
function labelOf(domain: string): string {
  return domain.split('.')[0] ?? domain
}

function isHomeHost(host: string, domain: string): boolean {
  return host === domain || host === `www.${domain}`
}

/** What a home page calls its site. */
function namesOn(html: string): string[] {
  const page = parseHtml(html)
  const metas = elementsNamed(page, 'meta').flatMap(({ attribs }) =>
    attribs.property === 'og:site_name' ? [attribs.content ?? ''] : [],
  )
  const title = plainText(elementsNamed(page, 'title')[0]) ?? ''
  const names = [...metas, ...title.split(/\s[-–—|:·]\s/)].map((name) => name.trim())
  return names.filter((name) => name !== '' && !NO_NAME.test(name))
}

const NO_NAME = /^(?:home|home ?page|welcome|careers?|jobs?|official site)$/i

function reasonOf(error: unknown): string {
  if (error instanceof HostNotFound) return 'there is no such host'
  const isOfSite = [FetchFailure, VendorBlocked, Unreadable].some((kind) => error instanceof kind)
  if (isOfSite) return messageOf(error)
  throw error
}

/** The domain of an employer, from a name or an address of its site. Undefined for a text that is none. */
export function domainOf(text: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const host = url?.hostname.replace(/^(?:www|careers?|jobs)\.(?=.*\.)/, '')
  return host !== undefined && /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(host)
    ? host
    : undefined
}

const NOWHERE = new URL('https://nowhere.invalid')

/** A board whose address was given instead of a domain. */
export function boardOfText(text: string, systems: readonly System[]): FoundBoard | undefined {
  if (!/\//.test(text.replace(/^https?:\/\//i, '').replace(/\/$/, ''))) return undefined
  const named = boardAt(/^https?:/i.test(text) ? text : `https://${text}`, NOWHERE, systems)
  return named && { ...named, on: text }
}
