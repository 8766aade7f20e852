import { LRUCache } from 'lru-cache'
import robotsParser from 'robots-parser'
import { messageOf } from '../../values/errors'
import { DAY_MS, HOUR_MS } from '../../values/instant'
import { withinLimit } from '../answers/within-limit'
import { FetchFailure, mustRethrow, RobotsForbid } from '../failures'
import type { Time } from '../pace/time'
import type { HttpRequest, HttpResponse, RequestPolicy } from '../system'
import { type LimitScope, limitScope, type StoredRobots, type Vendors } from './vendors'

/** RFC 9309, 2.4: a copy is used no longer than a day, unless the file is unreachable. */
const KEPT_MS = DAY_MS
/** How long an older copy is used before an unreachable file is asked for again. */
const UNREACHABLE_MS = HOUR_MS
/** RFC 9309, 2.5: at least 500 KiB are read. */
const MAX_LENGTH = 500 * 1024
/** A longer `Crawl-delay` is taken as this one. */
const MAX_CRAWL_DELAY_MS = 60_000

/** 4xx: there are no rules (RFC 9309, 2.3.1.3). The client takes 429 as a block of the host. */
const UNAVAILABLE_STATUSES: readonly number[] = Array.from(
  { length: 100 },
  (_, index) => 400 + index,
)

const PATH = '/robots.txt'
const MAX_BYTES = 5 * 1024 * 1024

/** Files in memory, and their characters; of the hosts that were not asked for longest, the file is read from the database again. */
const MAX_FILES = 5_000
const MAX_TOTAL_LENGTH = 16 * 1024 * 1024

/** The rules of a host for this collector. */
interface RobotsRules {
  text: string
  isAllowed(url: URL): boolean
  /** 0 when the host asks for none. */
  crawlDelayMs: number
}

/** The robots.txt files of hosts, kept in the database for a day and for all collectors. */
export class RobotsFiles {
  private readonly kept = new LRUCache<string, { rules: RobotsRules; until: Date }>({
    max: MAX_FILES,
    maxSize: MAX_TOTAL_LENGTH,
    sizeCalculation: ({ rules }) => Math.max(1, rules.text.length),
  })

  constructor(
    private readonly vendors: Vendors,
    private readonly time: Time,
    private readonly userAgent: string,
  ) {}

  /**
   * Whose limits hold for a request to the address, which may be a redirect's. Throws `RobotsForbid`. `load` requests the file. When it is
   * unreachable, the last copy is used whatever its age; without one nothing is allowed, which is a `FetchFailure`
   * (RFC 9309, 2.3.1.4).
   */
  async limitsFor(
    policy: RequestPolicy,
    url: URL,
    request: HttpRequest,
    load: (request: HttpRequest) => Promise<HttpResponse>,
  ): Promise<LimitScope> {
    const scope = limitScope(policy, url.hostname)
    const { limits } = policy
    // The file itself needs no permission, wherever it redirects to.
    if (!obeysRobots(policy, url) || new URL(request.url).pathname === PATH) return scope
    const rules = await this.rulesOf(url.host, scope, load)
    if (!rules.isAllowed(url)) {
      throw new RobotsForbid(`robots.txt of ${url.host} forbids ${url.pathname}`)
    }
    const minIntervalMs = Math.max(limits.minIntervalMs, rules.crawlDelayMs)
    return { ...scope, limits: { ...limits, minIntervalMs } }
  }

  /** The kept file if the address is the address of a robots.txt; undefined for others. */
  async fileOf(
    policy: RequestPolicy,
    url: URL,
    load: (request: HttpRequest) => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    if (!obeysRobots(policy, url) || url.pathname !== PATH) return undefined
    const { text } = await this.rulesOf(url.host, limitScope(policy, url.hostname), load)
    return { status: 200, headers: new Headers(), text, url: url.href }
  }

  private async rulesOf(
    host: string,
    scope: LimitScope,
    load: (request: HttpRequest) => Promise<HttpResponse>,
  ): Promise<RobotsRules> {
    const now = this.time.now()
    const kept = this.kept.get(host)
    if (kept !== undefined && kept.until > now) return kept.rules
    const stored = await this.vendors.storedRobots(scope)
    const file = stored && stored.until > now ? stored : await this.load(host, load, stored)
    if (file !== stored) await this.vendors.storeRobots(scope, file)
    const rules = readRules(host, file.text, this.userAgent)
    this.kept.set(host, { rules, until: file.until })
    return rules
  }

  private async load(
    host: string,
    load: (request: HttpRequest) => Promise<HttpResponse>,
    stored: StoredRobots | undefined,
  ): Promise<StoredRobots> {
    const after = (ms: number) => new Date(this.time.now().getTime() + ms)
    try {
      const { status, text } = await load({
        url: `https://${host}${PATH}`,
        accept: UNAVAILABLE_STATUSES,
        maxBytes: MAX_BYTES,
      })
      return { text: status === 200 ? text.slice(0, MAX_LENGTH) : '', until: after(KEPT_MS) }
    } catch (error) {
      if (mustRethrow(error)) throw error
      if (stored !== undefined) return { ...stored, until: after(UNREACHABLE_MS) }
      throw new FetchFailure(`robots.txt of ${host} is unreachable: ${messageOf(error)}`, {
        cause: error,
      })
    }
  }
}

function obeysRobots({ obeysRobots, isHost }: RequestPolicy, { hostname }: URL): boolean {
  return obeysRobots === 'own hosts' ? !isHost(hostname) : obeysRobots === true
}

function readRules(host: string, text: string, userAgent: string): RobotsRules {
  const robots = withinLimit(() => robotsParser(`https://${host}/robots.txt`, text))
  const delay = robots.getCrawlDelay(userAgent) ?? 0
  return {
    text,
    isAllowed: (url) => withinLimit(() => robots.isAllowed(url.href, userAgent)) !== false,
    crawlDelayMs: Math.min(Math.max(0, delay) * 1000, MAX_CRAWL_DELAY_MS),
  }
}
