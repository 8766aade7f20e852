import ipaddr from 'ipaddr.js'
import { FetchFailure, HostNotFound, NoNetwork, RefusedAddress } from '../failures'

/** Resolves a host name to its addresses. */
export type Lookup = (host: string) => Promise<readonly string[]>

export const systemLookup: Lookup = async (host) =>
  (await Bun.dns.lookup(host)).map(({ address }) => address)

const NOT_OF_BOARD =
  'not a host of the board; if the board moved there, add it again by its new address'

/** Throws unless it is an https URL of an allowed host, on port 443, without user information. */
export function checkUrl(url: URL, isAllowed: (host: string) => boolean): void {
  const refuse = (reason: string) => new RefusedAddress(`${url.host}: refused: ${reason}`)
  if (url.protocol !== 'https:') throw refuse('expected https')
  if (url.username !== '' || url.password !== '') throw refuse('user information in the address')
  if (url.port !== '') throw refuse(`expected port 443, got ${url.port}`)
  if (!isAllowed(url.hostname)) throw refuse(NOT_OF_BOARD)
}

/** Of a name that does not exist. A name server that is unreachable, refuses or fails has other codes. */
const NOT_FOUND = 'DNS_ENOTFOUND'

/** A name that always exists. */
export const KNOWN_HOST = 'www.iana.org'

/**
 * Resolves a host, and returns the address to connect to. Throws `HostNotFound` when the name does not exist but the names of
 * all `witnesses` do: some networks answer so for every name while they are cut off. Throws `NoNetwork` when `KNOWN_HOST` does
 * not resolve either. All of its addresses must be public, so that a name cannot lead into the operator's network.
 */
export async function publicAddress(
  host: string,
  lookup: Lookup,
  witnesses: readonly string[] = [],
): Promise<string> {
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) {
    throw new FetchFailure(`${host}: refused: an address instead of a host name`)
  }
  const addresses = await lookup(host).catch(async (cause: unknown) => {
    const isNotFound = cause instanceof Error && 'code' in cause && cause.code === NOT_FOUND
    if (isNotFound && witnesses.length > 0 && (await allResolve(witnesses, lookup))) {
      throw new HostNotFound(host, cause)
    }
    if (!(await allResolve([KNOWN_HOST], lookup))) throw new NoNetwork(host, KNOWN_HOST, cause)
    throw new FetchFailure(`${host}: the name does not resolve`, { cause })
  })
  const [first] = addresses
  if (first === undefined) throw new FetchFailure(`${host}: the name does not resolve`)
  for (const address of addresses) {
    if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'unicast') {
      throw new FetchFailure(`${host}: refused: ${address} is not a public address`)
    }
  }
  // Not every machine has IPv6.
  return addresses.find((address) => ipaddr.IPv4.isValid(address)) ?? first
}

async function allResolve(hosts: readonly string[], lookup: Lookup): Promise<boolean> {
  const found = await Promise.all(
    hosts.map((host) =>
      lookup(host).then(
        (addresses) => addresses.length > 0,
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}
