import { CAREER_PAGE } from '../../values/source'
import { boardOfOwnHost, boardsOnOwnHosts } from '../answers/addresses'
import { ON_SITES, pageReader, pagesOfSite } from '../sites/site'
import type { Board, Fetch, ListAnswer, System } from '../system'

/** An employer's own site: its sitemaps name pages, and pages hold a schema.org JobPosting. */
export const careerpage: System = {
  source: CAREER_PAGE,
  name: "an employer's own site",
  aliases: ['career_page', 'career_site', 'careers', 'careersite'],
  example: 'careerpage/acme.example',
  ...boardsOnOwnHosts(({ pathname, search }) => pathname === '/' && search === ''),
  settings: ['hosts', 'path', 'sitemap'],
  isNamedByHost: true,
  ownBoardOf(address) {
    const board = boardOfOwnHost(address)
    const isSitemap = /\.xml(?:\.gz)?$/.test(address.pathname)
    return board && isSitemap ? { ...board, settings: { sitemap: address.href } } : board
  },
  ...ON_SITES,
  list,
  readPage: pageReader(),
}

async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const { pages, incompleteReason } = await pagesOfSite(board, fetch)
  return {
    kind: 'listed',
    postings: pages,
    incompleteReason:
      pages.length === 0 ? 'the sitemaps name no page of the site' : incompleteReason,
  }
}
