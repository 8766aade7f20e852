import {
  elementsNamed,
  findElements,
  type HtmlRoot,
  parseHtml,
} from '../answers/markup/html-elements'
import { jobPostingIn } from '../answers/schema-org/json-ld'
import type { NewBoard } from '../board/boards'
import { BoardListError } from '../names/board-list-error'
import { boardOfAddress } from '../names/board-of-address'
import { checked, readAddress } from '../names/read-address'
import type { System } from '../system'

/** A board, and what of a page named it. */
export interface NamedBoard {
  board: NewBoard
  /** An address, or the sign of a system. */
  sign: string
  /** With its system, what `boards add` takes. */
  address: string
}

/** Paths of systems that are not an employer's name when a page links to them. */
const NO_NAMES = new Set(
  `embed embed.js jobs job api www v1 careers career search apply login static assets js css images favicon robots
  sitemap postings en fr us ca help support blog privacy terms about`.split(/\s+/),
)

/** Paths of pages of systems, also on employers' own hosts. */
const OWN_HOST_PATHS: readonly (readonly [source: string, path: RegExp])[] = [
  ['avature', /\/SearchJobs\b/],
  ['pageup', /^\/cw\/[a-z]{2}(?:-[a-z]{2,4})?\/(?:listing|job)\b/i],
]

/** Files that pages load from the hosts of boards. */
const ASSET = /\.(?:png|jpe?g|gif|svg|webp|ico|css|woff2?|ttf|pdf)$/i

/** Widgets that name a board by the parts of its address. */
const WIDGETS: readonly (readonly [sign: RegExp, address: string])[] = [
  [
    /careers\.pageuppeople\.com\/(\d+)\/["'], ?["'](\w+)["'], ?["']([\w-]+)["']/,
    'https://careers.pageuppeople.com/$1/$2/$3/listing/',
  ],
]

/** A page with more is not a page for people. */
const MAX_ADDRESSES = 5000

const ADDRESS = /(?:https?:)?\/\/[^\s"'<>()\\`]+/g

/** The boards that a page links to, embeds or names in its scripts; each once, by its first sign. */
export function boardsOnPage(html: string, address: URL, systems: readonly System[]): NamedBoard[] {
  const page = parseHtml(html)
  // Scripts write addresses as texts of JSON.
  const text = html.replaceAll('\\/', '/').replaceAll('&amp;', '&')
  const addresses = new Set([
    ...widgetsOf(text),
    ...attributesOf(page),
    ...(text.match(ADDRESS) ?? []),
  ])
  const named = [...addresses]
    .slice(0, MAX_ADDRESSES)
    .flatMap((sign) => boardAt(sign, address, systems) ?? [])
  const found = [
    ...named,
    ...onOwnHost(text, address, systems),
    ...ofPaths(addresses, address, systems),
  ]
  if (jobPostingIn(page) !== undefined && found.length === 0) {
    found.push(...readOwn('careerpage', `https://${address.host}/`, systems, 'a JobPosting'))
  }
  return [...new Map(found.toReversed().map((each) => [nameOf(each), each])).values()].toReversed()
}

/** The board of an address that a page or a redirect leads to. */
export function boardAt(
  sign: string,
  base: URL,
  systems: readonly System[],
): NamedBoard | undefined {
  const url = URL.parse(sign, base.href)
  if (url === null || url.hostname === base.hostname || ASSET.test(url.pathname)) return undefined
  const board = boardOfAddress(url, systems)
  const parts = board?.slug.toLowerCase().split('/') ?? []
  if (board === undefined || NO_NAMES.has(parts[0] ?? '')) return undefined
  if (parts.some((part) => part.startsWith('_'))) return undefined
  try {
    return { board: checked(board, systems), sign: url.href, address: url.href }
  } catch (error) {
    if (error instanceof BoardListError) return undefined
    throw error
  }
}

function widgetsOf(text: string): string[] {
  return WIDGETS.flatMap(([sign, address]) => {
    const [whole] = sign.exec(text) ?? []
    return whole === undefined ? [] : [whole.replace(sign, address)]
  })
}

function attributesOf(page: HtmlRoot): string[] {
  const elements = findElements(page, () => true)
  return elements.flatMap(({ attribs }) =>
    Object.entries(attribs).flatMap(([name, value]) => {
      if (name === 'href' || name === 'src' || name === 'action') return [value]
      // `data-domain="acme.bamboohr.com"`
      return /^data-/.test(name) && /^[\w-]+(?:\.[\w-]+)+$/.test(value) ? [`https://${value}`] : []
    }),
  )
}

function onOwnHost(text: string, { href }: URL, systems: readonly System[]): NamedBoard[] {
  return systems.flatMap(({ source, ownHostSign }) =>
    ownHostSign !== undefined && text.includes(ownHostSign)
      ? readOwn(source, href, systems, ownHostSign)
      : [],
  )
}

function ofPaths(addresses: Iterable<string>, base: URL, systems: readonly System[]): NamedBoard[] {
  const own = [...addresses].flatMap((address) => {
    const url = URL.parse(address, base.href)
    return url?.hostname === base.hostname ? [url] : []
  })
  return OWN_HOST_PATHS.flatMap(([source, path]) => {
    const { href } = own.find(({ pathname }) => path.test(pathname)) ?? {}
    return href === undefined ? [] : readOwn(source, href, systems, href)
  })
}

function readOwn(
  source: string,
  address: string,
  systems: readonly System[],
  sign: string,
): NamedBoard[] {
  try {
    return [{ board: readAddress(address, systems, source), sign, address }]
  } catch (error) {
    if (error instanceof BoardListError) return []
    throw error
  }
}

function nameOf({ board }: NamedBoard): string {
  return `${board.source}/${board.slug}`
}

/** What pages have that show the postings of a system by a script, and do not name the board. */
const EMBED_SIGNS: readonly (readonly [name: string, sign: string])[] = [
  ['Greenhouse', 'grnhse_app'],
  ['Greenhouse', 'gh_jid='],
  ['Ashby', 'ashby_embed'],
  ['Ashby', 'ashby_jid='],
  ['Workable', 'whr_embed('],
]

/** Why a page may show more than can be seen of it. */
export function unseen(html: string, { isHome = false } = {}): string | undefined {
  const embedded = EMBED_SIGNS.find(([, sign]) => html.includes(sign))
  if (embedded !== undefined) {
    return `could not be seen: a script loads postings of ${embedded[0]}`
  }
  const page = parseHtml(html)
  const inputs = elementsNamed(page, 'input')
  const asksLogin = inputs.some(({ attribs }) => attribs.type === 'password')
  if (asksLogin && !isHome) return 'could not be seen: it asks for a login'
  const isLoaded =
    elementsNamed(page, 'script').length > 0 && textOutsideScripts(page).length < LEAST_TEXT
  return isLoaded ? 'could not be seen: a script loads its content' : undefined
}

const LEAST_TEXT = 300

function textOutsideScripts(page: HtmlRoot): string {
  const bodies = elementsNamed(page, 'body')
  const parts = (bodies.length > 0 ? bodies : [page]).flatMap((body) =>
    findElements(body, ({ name }) => /^(?:a|p|li|h[1-6]|td|span|div|button)$/.test(name)).flatMap(
      ({ children }) => children.flatMap((child) => ('data' in child ? [child.data.trim()] : [])),
    ),
  )
  return parts.join(' ')
}
