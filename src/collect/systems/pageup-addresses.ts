import { pathParts } from '../answers/addresses'
import type { BoardAddress } from '../system'

export const HOST = 'careers.pageuppeople.com'
/**
 * Number of the client, or a host of it; careers site of the client; language. Sites that begin with `ci` are for employees.
 */
export const SLUG =
  /^(?:\d{1,9}|(?=[^/]{4,253}\/)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])\/(?!ci)[a-z][a-z0-9_-]*\/[a-z]{2,3}(?:-[a-z0-9]{1,8})?$/
/** The number of a slug. */
const NUMBER = /^\d+(?=\/)/
/** The site of nearly all clients. */
const USUAL_SITE = 'cw'
const GATEWAY = /^secure(?:\.dc\d+)?\.pageuppeople\.com$/

export function boardOf(address: URL): BoardAddress | undefined {
  const [client = '', site = '', language = ''] = partsOf(address)
  const slug = GATEWAY.test(address.hostname)
    ? slugOfGateway(address)
    : `${client}/${site}/${language}`
  const isOurs = GATEWAY.test(address.hostname) || address.hostname === HOST
  return isOurs && SLUG.test(slug) ? { slug } : undefined
}

/** `/cw/en-us/listing/` of an employer's host, some of which leave the site out. */
export function ownBoardOf(address: URL): BoardAddress | undefined {
  const [first = '', second = ''] = partsOf(address)
  const language = /^(?!cw$)[a-z]{2}(?:-[a-z]{2,4})?$/
  const [site, name] = language.test(second) ? [first, second] : [USUAL_SITE, first]
  const slug = `${address.host}/${site}/${name}`
  return language.test(name) && SLUG.test(slug) ? { slug } : undefined
}

/** The parts of a path, those for mobile telephones too. */
function partsOf(address: URL): string[] {
  const parts = pathParts(address).map((part) => part.toLowerCase())
  return parts[0] === 'mob' ? parts.slice(1) : parts
}

/** Where the list, the feed and the postings of a board are. */
export function addressOf({ slug }: BoardAddress): string {
  return NUMBER.test(slug) ? `https://${HOST}/${slug}` : `https://${slug}`
}

/** The gateway for applications names the client and the language, and no site. */
function slugOfGateway(address: URL): string {
  const [folder, client = ''] = pathParts(address)
  const language = address.searchParams.get('sLanguage') ?? 'en'
  return folder === 'apply' ? `${client}/${USUAL_SITE}/${language.toLowerCase()}` : ''
}

/** Whether a feed that names itself so is of the board: on an employer's host it may give the number. */
export function isSameSite(found: string, slug: string): boolean {
  const isNumber = !NUMBER.test(slug) && NUMBER.test(found)
  return found === slug || (isNumber && slug.endsWith(found.replace(NUMBER, '')))
}
