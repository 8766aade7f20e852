import type { StoredValidators } from '../../catalogue/database/schema/collector'
import { messageOf } from '../../values/errors'
import {
  FetchFailure,
  HostMoved,
  mustRethrow,
  NotChanged,
  Stopped,
  VendorBlocked,
} from '../failures'
import type { Time } from '../pace/time'
import type { BoardAddress, Fetch, HttpRequest, HttpResponse, RequestPolicy } from '../system'
import { checkUrl, type Lookup, publicAddress, systemLookup } from './checked-address'
import { type ExchangeOptions, exchange, LIMITS } from './exchange'
import { HostEvidence } from './host-evidence'
import type { ListMemoryShare } from './list-memory'
import type { RequestBudget } from './request-budget'
import { retryInstant } from './retry-after'
import { RobotsFiles } from './robots'
import { validatorsOf } from './validators'
import { type LimitScope, limitScope, type Vendors } from './vendors'

export interface ClientOptions extends ExchangeOptions {
  vendors: Vendors
  time: Time
  onRequest?: (request: SentRequest) => void
  limits?: Partial<typeof LIMITS>
  lookup?: Lookup
}

export interface SentRequest {
  source: string
  host: string
  /** Undefined: no answer. */
  status: number | undefined
  /** How long the exchange took, without the wait for the vendor's turn. */
  ms: number
}

const MAX_REDIRECTS = 3

interface SessionOptions {
  /** The validators of the last list. */
  stored?: Readonly<Record<string, StoredValidators>>
  /** The board whose own hosts may be asked. */
  board?: BoardAddress | undefined
  /** A request beyond it throws `RequestsSpent`. */
  budget?: RequestBudget | undefined
  /** Counts the bytes of the answers. */
  memory?: ListMemoryShare | undefined
}

/** A system, and the board on it whose hosts may be asked. */
interface Site extends Pick<SessionOptions, 'board' | 'budget' | 'memory'> {
  policy: RequestPolicy
}

/** The requests of one collection of a board. */
export interface Session {
  fetch: Fetch
  /** Of the answers to conditional requests, by URL. */
  validators: Record<string, StoredValidators>
}

/** Sends the requests of all systems: the only place that knows limits of time and bytes, redirects and politeness. */
export class HttpClient {
  private readonly limits: typeof LIMITS
  private readonly robots: RobotsFiles
  private readonly hosts: HostEvidence

  constructor(private readonly options: ClientOptions) {
    this.limits = { ...LIMITS, ...options.limits }
    this.robots = new RobotsFiles(options.vendors, options.time, options.userAgent)
    this.hosts = new HostEvidence(options.time)
  }

  session(policy: RequestPolicy, { stored = {}, ...options }: SessionOptions = {}): Session {
    const site = { policy, ...options }
    const load = (robots: HttpRequest) => this.send(site, robots, undefined)
    const validators: Record<string, StoredValidators> = {}
    const fetch: Fetch = async (request) => {
      const known = request.isConditional ? stored[request.url] : undefined
      const response =
        (await this.robots.fileOf(policy, new URL(request.url), load)) ??
        (await this.send(site, request, known))
      if (response.status === 304) throw new NotChanged()
      if (request.isConditional) validators[request.url] = validatorsOf(response.headers)
      return response
    }
    return { fetch, validators }
  }

  private async send(
    site: Site,
    request: HttpRequest,
    known: StoredValidators | undefined,
  ): Promise<HttpResponse> {
    const accept = [200, ...(known === undefined ? [] : [304]), ...(request.accept ?? [])]
    let url = new URL(request.url)
    for (let redirects = 0; ; redirects += 1) {
      const response = await this.sendOnce(site, url, request, { known, accept })
      if (accept.includes(response.status)) return { ...response, url: url.href }
      const location = isRedirect(response.status) && response.headers.get('location')
      if (!location || request.method === 'POST' || !URL.canParse(location, url.href)) {
        throw new FetchFailure(`${url.host} answered ${response.status}`, response)
      }
      if (redirects === MAX_REDIRECTS) {
        throw new FetchFailure(`${url.host}: more than ${redirects} redirects`, response)
      }
      const from = url.hostname
      url = new URL(location, url.href)
      const isElsewhere = !site.policy.isHost(url.hostname, site.board)
      if (isElsewhere && this.hosts.isOfBoard(limitScope(site.policy, from)))
        throw new HostMoved(from, url)
    }
  }

  /** One request in the vendor's turn; records whether the vendor answered well. */
  private async sendOnce(
    site: Site,
    url: URL,
    request: HttpRequest,
    { known, accept }: { known: StoredValidators | undefined; accept: readonly number[] },
  ): Promise<HttpResponse> {
    const { policy, board, budget, memory } = site
    const { vendors, onRequest, signal, lookup = systemLookup } = this.options
    checkUrl(url, (host) => policy.isHost(host, board))
    const scope = await this.robots.limitsFor(policy, url, request, (robots) =>
      this.send(site, robots, undefined),
    )
    budget?.spend()
    const witnesses = this.hosts.witnesses(policy, scope, url.hostname)
    const leave = await vendors.enter(scope)
    let status: number | undefined
    const start = performance.now()
    try {
      // The vendor's interval may have taken the time that was left.
      budget?.requireTime()
      const response = await exchange(url, request, this.options, {
        limits: this.limits,
        known,
        budget,
        memory,
        resolve: async () => {
          const address = await publicAddress(url.hostname, lookup, witnesses)
          this.hosts.didResolve(url.hostname)
          return address
        },
      })
      status = response.status
      await this.judge(scope, url, response, accept)
      return response
    } catch (error) {
      if (signal?.aborted) throw new Stopped()
      if (mustRethrow(error) || error instanceof FetchFailure) throw error
      const failure = new FetchFailure(`${url.host}: ${messageOf(error)}`, { cause: error })
      await vendors.failed(scope, failure.message)
      throw failure
    } finally {
      leave()
      const ms = performance.now() - start
      onRequest?.({ source: policy.source, host: url.host, status, ms })
    }
  }

  private async judge(
    scope: LimitScope,
    url: URL,
    { status, headers }: HttpResponse,
    accept: readonly number[],
  ): Promise<void> {
    const { vendors, time } = this.options
    const retryAfter = headers.get('retry-after')
    const reason = `${url.host} answered ${status}`
    if (status === 429 || (status === 503 && retryAfter !== null)) {
      const { until, isCut } = retryInstant(retryAfter, time.now())
      const why = isCut ? `${reason} with Retry-After ${retryAfter}; a day is enough` : reason
      await vendors.block(scope, until, why)
      throw new VendorBlocked(until, why)
    }
    if (accept.includes(status)) {
      this.hosts.answered(scope)
      await vendors.succeeded(scope)
    } else if (status >= 500) await vendors.failed(scope, reason)
    else if (status === 401 || status === 403) await vendors.refused(scope, reason)
    else await vendors.succeeded(scope)
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}
