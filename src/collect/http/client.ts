import type { StoredValidators } from '../../database/schema/collector'
import { messageOf } from '../../values/errors'
import { storableJson } from '../../values/storable-text'
import type { Time } from '../run/time'
import type { BoardAddress, Fetch, HttpRequest, HttpResponse, System } from '../system'
import { checkUrl, type Lookup, publicAddress, systemLookup } from './checked-address'
import {
  FetchFailure,
  HostMoved,
  NotChanged,
  RequestsSpent,
  Stopped,
  VendorBlocked,
} from './failures'
import { HostEvidence } from './host-evidence'
import { readText } from './read-text'
import { retryInstant } from './retry-after'
import { RobotsFiles } from './robots'
import { conditionHeaders, validatorsOf } from './validators'
import { type LimitScope, limitScope, type Vendors } from './vendors'

export interface ClientOptions {
  vendors: Vendors
  time: Time
  userAgent: string
  /** All requests go there instead, without the checks of addresses. */
  replayUrl?: string | undefined
  /** Gives up the requests in flight. */
  signal?: AbortSignal
  onRequest?: (request: SentRequest) => void
  limits?: Partial<typeof LIMITS>
  lookup?: Lookup
  /** For tests: an authority to trust instead of those of the machine, and host and port of a server by checked address. */
  rehearsal?: { ca: string; target: (address: string) => string }
}

export interface SentRequest {
  source: string
  host: string
  /** Undefined: no answer. */
  status: number | undefined
}

const LIMITS = { headersMs: 30_000, wholeMs: 120_000, bytes: 32 * 1024 * 1024, redirects: 3 }

/** Requests that may still be sent, those for robots.txt and redirects among them. */
export interface RequestBudget {
  requests: number
}

/** A system, and the board on it whose hosts may be asked. */
interface Site {
  system: System
  board: BoardAddress | undefined
  budget: RequestBudget | undefined
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

  /**
   * `stored` are the validators of the last list; `board` is the one whose own hosts may be asked. A request beyond the
   * `budget` throws `RequestsSpent`.
   */
  session(
    system: System,
    stored: Readonly<Record<string, StoredValidators>> = {},
    board?: BoardAddress,
    budget?: RequestBudget,
  ): Session {
    const site = { system, board, budget }
    const load = (robots: HttpRequest) => this.send(site, robots, undefined)
    const validators: Record<string, StoredValidators> = {}
    const fetch: Fetch = async (request) => {
      const known = request.isConditional ? stored[request.url] : undefined
      const response =
        (await this.robots.fileOf(system, new URL(request.url), load)) ??
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
      if (redirects === this.limits.redirects) {
        throw new FetchFailure(`${url.host}: more than ${redirects} redirects`, response)
      }
      const from = url.hostname
      url = new URL(location, url.href)
      const isElsewhere = !site.system.isHost(url.hostname, site.board)
      if (isElsewhere && this.hosts.isOfBoard(limitScope(site.system, from)))
        throw new HostMoved(from, url)
    }
  }

  /** One request in the vendor's turn; what its answer says of the vendor is kept. */
  private async sendOnce(
    site: Site,
    url: URL,
    request: HttpRequest,
    { known, accept }: { known: StoredValidators | undefined; accept: readonly number[] },
  ): Promise<HttpResponse> {
    const { system, board, budget } = site
    const { vendors, onRequest, signal } = this.options
    checkUrl(url, (host) => system.isHost(host, board))
    const scope = await this.robots.limitsFor(system, url, request, (robots) =>
      this.send(site, robots, undefined),
    )
    if (budget?.requests === 0) throw new RequestsSpent()
    if (budget !== undefined) budget.requests -= 1
    const witnesses = this.hosts.witnesses(system, scope, url.hostname)
    const leave = await vendors.enter(scope)
    let status: number | undefined
    try {
      const response = await this.exchange(url, request, known, witnesses)
      status = response.status
      await this.judge(scope, url, response, accept)
      return response
    } catch (error) {
      if (signal?.aborted) throw new Stopped()
      if (error instanceof Stopped || error instanceof VendorBlocked) throw error
      if (error instanceof FetchFailure) throw error
      const failure = new FetchFailure(`${url.host}: ${messageOf(error)}`, { cause: error })
      await vendors.failed(scope, failure.message)
      throw failure
    } finally {
      leave()
      onRequest?.({ source: system.source, host: url.host, status })
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

  private async exchange(
    url: URL,
    { method = 'GET', headers = {}, body, maxBytes = this.limits.bytes }: HttpRequest,
    known: StoredValidators | undefined,
    witnesses: readonly string[],
  ): Promise<HttpResponse> {
    const { replayUrl, userAgent, signal, lookup = systemLookup, rehearsal } = this.options
    const timeout = new AbortController()
    const giveUp = (what: string, ms: number) =>
      setTimeout(() => timeout.abort(new Error(`no ${what} within ${ms / 1000} s`)), ms)
    const { headersMs, wholeMs } = this.limits
    const timers = [giveUp('answer', headersMs), giveUp('whole answer', wholeMs)]
    try {
      const isReplayed = replayUrl !== undefined
      const address = isReplayed ? '' : await publicAddress(url.hostname, lookup, witnesses)
      this.hosts.didResolve(url.hostname)
      const target = rehearsal?.target ?? hostOf
      const to = isReplayed
        ? `${replayUrl}/${url.host}${url.pathname}${url.search}`
        : `https://${target(address)}${url.pathname}${url.search}`
      const response = await fetch(to, {
        method,
        redirect: 'manual',
        headers: {
          'user-agent': userAgent,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
          ...conditionHeaders(known),
          ...(!isReplayed && { host: url.host }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
        // The connection goes to the address that was checked; the certificate must be the host's.
        ...(!isReplayed && {
          tls: { serverName: url.hostname, ...(rehearsal && { ca: rehearsal.ca }) },
        }),
      })
      clearTimeout(timers[0])
      const text = storableJson(await readText(response, maxBytes))
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      throw timeout.signal.aborted ? timeout.signal.reason : error
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }
}

/** An address as part of a URL. */
function hostOf(address: string): string {
  return address.includes(':') ? `[${address}]` : address
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}
