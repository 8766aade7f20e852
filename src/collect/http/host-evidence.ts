import { LRUCache } from 'lru-cache'
import { DAY_MS } from '../../values/instant'
import type { Time } from '../pace/time'
import type { RequestPolicy } from '../system'
import { KNOWN_HOST } from './checked-address'
import { type LimitScope, MAX_HOSTS } from './vendors'

/** Hosts that must still resolve when the name of another one does not. */
const WITNESSES = 3

/** How long an answer shows that a vendor is there. */
const ANSWER_MS = DAY_MS

/**
 * What tells a host that is gone from a network, a name server or a vendor that is unreachable. Of the tenants of a vendor one is gone only
 * while the vendor answers others.
 */
export class HostEvidence {
  private readonly answeredAt = new LRUCache<string, number>({ max: MAX_HOSTS })
  /** The last to resolve is the last. */
  private resolved: string[] = []

  constructor(private readonly time: Pick<Time, 'now'>) {}

  /** A request was answered as it should be. */
  answered({ key }: LimitScope): void {
    this.answeredAt.set(key, this.time.now().getTime())
  }

  didResolve(host: string): void {
    this.resolved = [...this.resolved.filter((other) => other !== host), host].slice(-WITNESSES - 1)
  }

  /** Whether a host that sends elsewhere, or has no address, says something of its board alone. */
  isOfBoard({ key, isVendor }: LimitScope): boolean {
    const answeredAt = this.answeredAt.get(key) ?? Number.NEGATIVE_INFINITY
    return !isVendor || this.time.now().getTime() - answeredAt < ANSWER_MS
  }

  /** The hosts that must resolve so that the name of this one does not exist; none when nothing can show it. */
  witnesses({ knownHost }: RequestPolicy, scope: LimitScope, host: string): string[] {
    if (knownHost === undefined && !this.isOfBoard(scope)) return []
    const others = this.resolved.filter((other) => other !== host)
    return [knownHost ?? KNOWN_HOST, ...others.slice(-WITNESSES)]
  }
}
