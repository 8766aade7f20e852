import type { BoardAddress, System } from '../system'

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/

/** A name that employers choose: words of letters and digits, with signs that mean nothing in an address. */
export const BOARD_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.&+,'’()! -]{0,199}$/u

/** A host of an employer: no address of numbers, and no port. */
export const HOST_NAME =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** A label of a host of the vendor, or a host of an employer. */
export const LABEL_OR_HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?|(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])$/

/** Labels that vendors keep for themselves under the domain of their boards. */
const VENDOR_LABELS: readonly string[] = [
  'www',
  'api',
  'app',
  'apply',
  'auth',
  'blog',
  'cdn',
  'developers',
  'docs',
  'go',
  'help',
  'id',
  'info',
  'jobs',
  'login',
  'resources',
  'status',
  'support',
]

/**
 * The employer's part of a host: `acme` in `acme.breezy.hr`. Undefined for other domains, deeper subdomains and the
 * vendor's own hosts.
 */
export function boardLabel(
  host: string,
  domain: string,
  vendorLabels: readonly string[] = VENDOR_LABELS,
): string | undefined {
  const suffix = `.${domain}`
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!name.endsWith(suffix)) return undefined
  const label = name.slice(0, -suffix.length)
  return LABEL.test(label) && !vendorLabels.includes(label) ? label : undefined
}

/** The boards of a system where each has a subdomain: the slug of `acme.breezy.hr` is `acme`. */
export function boardsBySubdomain(
  domain: string,
  vendorLabels?: readonly string[],
): Pick<System, 'slug' | 'boardOf' | 'isHost'> {
  return {
    slug: withoutLabels(LABEL, vendorLabels),
    boardOf({ hostname }) {
      const slug = boardLabel(hostname, domain, vendorLabels)
      return slug === undefined ? undefined : { slug }
    },
    isHost: (host) => boardLabel(host, domain, vendorLabels) !== undefined,
  }
}

/** The boards of a system where each has a subdomain, or a host of the employer, which then is the slug. */
export function boardsByHost(
  domain: string,
  vendorLabels?: readonly string[],
): Pick<System, 'slug' | 'boardOf' | 'ownBoardOf' | 'isHost'> {
  const { boardOf, isHost } = boardsBySubdomain(domain, vendorLabels)
  return {
    slug: withoutLabels(LABEL_OR_HOST, vendorLabels),
    boardOf,
    ownBoardOf: boardOfOwnHost,
    isHost: (host, board) => isHost(host) || isOwnHost(host, board),
  }
}

/** The boards of a system on employers' own hosts: the slug is the host, and requests go to it alone. */
export function boardsOnOwnHosts(
  isBoard: (address: URL) => boolean,
): Pick<System, 'slug' | 'boardOf' | 'ownBoardOf' | 'isHost'> {
  return {
    slug: HOST_NAME,
    boardOf: (address) => (isBoard(address) ? boardOfOwnHost(address) : undefined),
    ownBoardOf: boardOfOwnHost,
    isHost: (host, board) => host === board?.slug,
  }
}

/** Slugs of this form, except labels that the vendor uses for its own hosts. */
function withoutLabels(slug: RegExp, vendorLabels: readonly string[] = VENDOR_LABELS): RegExp {
  return new RegExp(`(?!^(?:${vendorLabels.join('|')})$)${slug.source}`)
}

/** The board whose slug is the host of the address. */
export function boardOfOwnHost({ host }: URL): BoardAddress | undefined {
  return HOST_NAME.test(host) ? { slug: host } : undefined
}

/** Whether a host is an employer's own: the slug of the board then begins with it. */
export function isOwnHost(host: string, board: BoardAddress | undefined): boolean {
  return board?.slug.split('/')[0] === host && host.includes('.')
}

/** The host of a board: its own, or that with its label under the domain. */
export function hostOfBoard({ slug }: BoardAddress, domain: string): string {
  const [first = ''] = slug.split('/')
  return HOST_NAME.test(first) ? first : `${first}.${domain}`
}

/** The decoded parts of a path; none when it is encoded wrongly. */
export function pathParts(address: URL): string[] {
  try {
    return address.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}
