import type { BoardAddress } from '../system'

/** Parameters that say where a visitor came from. */
const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|fbclid|msclkid|mc_[ce]id|_ga|_gl|trk|gh_src|lever-source|jsessionid)$/i

/** Files that are not pages. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|gif|svg|webp|ico|mp[34]|webm|mov|zip|gz|css|js|json|xml|rss|txt|ics|vcf|woff2?)$/i

/** Addresses of pages that may hold a posting are read before others. */
const JOB_WORDS =
  /job|career|position|opening|vacanc|opportunit|requisition|emploi|carri[eè]re|poste|offre|stage/i

const MAX_ADDRESS_LENGTH = 2000

/**
 * The address of a page as the catalogue names it: https, without fragment, user information, parameters of tracking and
 * session ids. Everything else stays, since servers tell pages apart by it. Undefined if it is not a web address.
 */
export function pageAddress(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  url.hash = ''
  url.username = ''
  url.password = ''
  url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '')
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name))
  // Deleting writes the other parameters in another form, so that addresses without tracking are left as they are.
  for (const name of tracking) url.searchParams.delete(name)
  if (url.search === '') url.search = ''
  return url.href.length > MAX_ADDRESS_LENGTH ? undefined : url.href
}

/** Sitemaps are often named with http by sites that are served with https. */
export function asHttps(url: URL): string {
  return url.port === '' ? url.href.replace(/^http:/, 'https:') : url.href
}

/** The hosts of an employer's site: the host of the slug, and the hosts in the setting `hosts`. */
export function siteHosts({ slug, settings }: BoardAddress): ReadonlySet<string> {
  return new Set([slug, ...splitSetting(settings?.hosts).map((host) => host.toLowerCase())])
}

/** Whether an address may hold a posting of the board: by its host, its file name and the setting `path`. */
export function pageFilter(board: BoardAddress): (address: string) => boolean {
  const hosts = siteHosts(board)
  const patterns = splitSetting(board.settings?.path)
  return (address) => {
    const { hostname, port, pathname, search } = new URL(address)
    if (!hosts.has(hostname) || port !== '' || FILE.test(pathname)) return false
    return (
      patterns.length === 0 || patterns.some((pattern) => beginsLike(pathname + search, pattern))
    )
  }
}

/** Whether a path begins with a pattern, in which `*` stands for any text. */
function beginsLike(path: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*')
  if (!path.startsWith(start)) return false
  let end = start.length
  return parts.every((part) => {
    const at = path.indexOf(part, end)
    end = at + part.length
    return at >= 0
  })
}

/** Whether the path has a word such as `job` or `emploi`. */
export function isJobLike(address: string): boolean {
  return JOB_WORDS.test(new URL(address).pathname)
}

/** The elements of a setting, separated by commas. */
export function splitSetting(setting: string | undefined): string[] {
  return (setting ?? '').split(',').flatMap((element) => element.trim() || [])
}
