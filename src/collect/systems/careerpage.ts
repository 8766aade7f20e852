import { CAREER_PAGE } from '../../values/source'
import { HOST_NAME } from '../answers/addresses'
import { ON_SITES, pageReader, pagesOfSite } from '../sites/site'
import type { Board, Fetch, Listing, System } from '../system'

/** An employer's own site: its sitemaps name pages, and pages hold a schema.org JobPosting. */
export const careerpage: System = {
  source: CAREER_PAGE,
  name: "an employer's own site",
  example: 'careerpage/acme.example',
  slug: HOST_NAME,
  settings: ['hosts', 'path', 'sitemap'],
  isNamedByHost: true,
  boardOf: ({ host, pathname, search }) =>
    HOST_NAME.test(host) && pathname === '/' && search === '' ? { slug: host } : undefined,
  ownBoardOf: ({ host, href, pathname }) =>
    !HOST_NAME.test(host)
      ? undefined
      : /\.xml(?:\.gz)?$/.test(pathname)
        ? { slug: host, settings: { sitemap: href } }
        : { slug: host },
  ...ON_SITES,
  list,
  readPage: pageReader(),
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const { pages, incompleteReason } = await pagesOfSite(board, fetch)
  return {
    kind: 'listed',
    postings: pages,
    incompleteReason:
      pages.length === 0 ? 'the sitemaps name no page of the site' : incompleteReason,
  }
}
