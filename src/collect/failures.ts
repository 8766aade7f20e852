/** The server says that a list is as it was when it was last read (304). */
export class NotChanged extends Error {
  override readonly name = 'NotChanged'

  constructor() {
    super('the list is not changed (304)')
  }
}

/** A request without a usable answer. */
export class FetchFailure extends Error {
  override readonly name: string = 'FetchFailure'
  readonly status: number | undefined

  constructor(message: string, more: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.status = more.status
  }
}

/** The host of a board is gone, and other hosts are there. */
export class HostGone extends FetchFailure {
  override readonly name: string = 'HostGone'
}

/** The name of the host does not exist. */
export class HostNotFound extends HostGone {
  override readonly name = 'HostNotFound'

  constructor(host: string, cause?: unknown) {
    super(`${host} does not resolve`, { cause })
  }
}

const NO_NETWORK = 'this machine may have no network'

/** Neither the name of the host resolves nor one that always exists. */
export class NoNetwork extends FetchFailure {
  override readonly name = 'NoNetwork'

  constructor(host: string, knownHost: string, cause?: unknown) {
    super(`${host}: the name does not resolve, nor does ${knownHost}: ${NO_NETWORK}`, { cause })
  }
}

/** Whether a message is the message of a `NoNetwork`, or ends with one. */
export function saysNoNetwork(message: string | null): boolean {
  return message?.endsWith(NO_NETWORK) ?? false
}

/** The host redirects to one to which no request for the board may be sent. */
export class HostMoved extends HostGone {
  override readonly name = 'HostMoved'

  constructor(
    host: string,
    readonly to: URL,
  ) {
    super(`${host} moved to ${to.hostname}`)
  }
}

/** Whether a message is the message of a `HostMoved`. */
export function saysMoved(message: string | null): boolean {
  return message !== null && / moved to [^ ]+$/.test(message)
}

/** That the host is gone, when this is why a request failed. */
export function hostGone(error: unknown): HostGone | undefined {
  if (error instanceof HostGone) return error
  return error instanceof FetchFailure ? hostGone(error.cause) : undefined
}

/** A redirect or a link leads to an address to which no request may be sent. */
export class RefusedAddress extends FetchFailure {
  override readonly name = 'RefusedAddress'
}

/** The robots.txt of the host does not allow the address. */
export class RobotsForbid extends FetchFailure {
  override readonly name = 'RobotsForbid'
}

/** No request may be sent to the vendor before `until`. */
export class VendorBlocked extends Error {
  override readonly name = 'VendorBlocked'

  constructor(
    readonly until: Date,
    reason: string,
  ) {
    super(reason)
  }
}

/** The requests would cost more than their budget. */
export class RequestsSpent extends Error {
  override readonly name = 'RequestsSpent'
}

/** A list takes more memory than all lists may. */
export class ListTooLarge extends Error {
  override readonly name = 'ListTooLarge'

  constructor(limitMb: number) {
    super(`the list takes more than ${limitMb} MB of memory (COLLECT_LIST_MB)`)
  }
}

/** The collector ends and has given up the requests in flight, or the wait for PostgreSQL. */
export class Stopped extends Error {
  override readonly name = 'Stopped'

  constructor(cause?: unknown) {
    super('the collector was stopped', { cause })
  }
}

/** Why an error says nothing about the answer: no request was sent, or it was given up. Undefined: it says something. */
export function whyUnasked(
  error: unknown,
): 'blocked' | 'requests spent' | 'stopped' | 'too large' | undefined {
  if (error instanceof VendorBlocked) return 'blocked'
  if (error instanceof RequestsSpent) return 'requests spent'
  if (error instanceof Stopped) return 'stopped'
  return error instanceof ListTooLarge ? 'too large' : undefined
}

/** Whether an error is passed on by whoever would take it for an answer. */
export function mustRethrow(error: unknown): boolean {
  return whyUnasked(error) !== undefined
}
