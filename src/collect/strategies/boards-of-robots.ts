import { sitemapsOfRobots } from '../sites/sitemaps'
import type { BoardAddress, Fetch, System } from '../system'

/** The boards of a host whose robots.txt names a sitemap for each of them: `Sitemap: https://HOST/External/siteMap.xml`. */
export async function boardsOfRobots(
  host: string,
  boardOf: System['boardOf'],
  fetch: Fetch,
): Promise<readonly BoardAddress[]> {
  const sitemaps = await sitemapsOfRobots(host, fetch)
  const boards = sitemaps.flatMap((sitemap) => {
    const folder = URL.parse('.', sitemap)
    const board = folder?.host === host && folder.pathname !== '/' ? boardOf(folder) : undefined
    return board === undefined ? [] : [[board.slug, board] as const]
  })
  if (boards.length === 0)
    throw new Error(`https://${host}/robots.txt names the sitemap of no board`)
  return [...new Map(boards).values()]
}
