import { messageOf } from '../../values/errors'
import { boardsOnOwnHosts, pathParts } from '../answers/addresses'
import {
  elementOfClass,
  elementsNamed,
  findElements,
  type HtmlRoot,
  innerHtml,
  parseHtml,
} from '../answers/markup/html-elements'
import { webAddress } from '../answers/members'
import { inOneLanguage } from '../answers/one-language'
import { completed } from '../answers/posting'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { withinLimit } from '../answers/within-limit'
import { mustRethrow } from '../failures'
import { ON_SITES, pageReader, pagesOfSite } from '../sites/site'
import type { Board, CollectedPosting, Fetch, ListAnswer, PublishedPlace, System } from '../system'

/** The site's own page of results; its `robots.txt` mostly forbids the addresses below it. */
const SEARCH = '/search-jobs'

const SEARCH_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(?:search-jobs|recherche-d(?:'|%27)offres)(?:\/|$)/i
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/i

/**
 * Career sites of Radancy (TalentBrew), on employers' own hosts: the slug is the host. They show the postings of other
 * systems, to which their buttons lead. The sitemap names the pages of the postings, no more than 500 of them on some sites; it
 * is proved by the total on the page of results.
 */
export const radancy: System = {
  source: 'radancy',
  name: 'Radancy',
  aliases: ['talentbrew', 'tmp'],
  ownHostSign: 'tbcdn.talentbrew.com',
  example: 'https://jobs.acme.example/search-jobs',
  ...boardsOnOwnHosts(
    (address) => SEARCH_PATH.test(address.pathname) || jobAt(address)?.word === 'job',
  ),
  settings: ['hosts', 'sitemap'],
  ...ON_SITES,
  list,
  readPage: pageReader({ posting: postingOf, applyAddress }),
}

async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const { pages, incompleteReason } = await pagesOfSite(board, fetch)
  const jobs = pages.flatMap((page) => {
    const job = jobAt(new URL(page.external_id))
    return job === undefined ? [] : [{ page, ...job }]
  })
  // A posting has an address in each language, which does not name the region.
  const postings = inOneLanguage(jobs, {
    id: ({ id }) => id,
    locale: ({ language }) => language,
    places: () => [],
    order: ({ page }) => page.external_id,
  }).map(({ version }) => version.page)
  return {
    kind: 'listed',
    postings,
    incompleteReason: incompleteReason ?? (await incompleteByTotal(board, postings.length, fetch)),
  }
}

/**
 * The posting of an address such as `/en/job/boise/cook/117/98395039840`, by its own number behind that of the employer. The word
 * for jobs is that of the language, which sites in one language do not name. Pages of results end in smaller numbers.
 */
function jobAt(address: URL): { word: string; id: string; language: string } | undefined {
  const [first = '', ...rest] = pathParts(address)
  const isNamed = rest.length === 5 && LANGUAGE.test(first)
  const parts = isNamed ? rest : [first, ...rest]
  const [word = '', , title = '', employer = '', id = ''] = parts
  const isJob = /\D/.test(title) && /^\d+$/.test(employer) && /^\d{6,}$/.test(id)
  const language = isNamed ? first : word === 'job' ? 'en' : ''
  return parts.length === 5 && isJob ? { word, id, language } : undefined
}

/** Why the number of postings is not proved by the site's own total. */
async function incompleteByTotal(
  { slug }: Board,
  count: number,
  fetch: Fetch,
): Promise<string | undefined> {
  const url = `https://${slug}${SEARCH}`
  try {
    const { text } = await fetch({ url })
    const total = withinLimit(() => totalOf(text))
    if (total === undefined) return `${url} names no total`
    return total === count ? undefined : `the sitemap names ${count} of ${total} postings`
  } catch (error) {
    if (mustRethrow(error)) throw error
    return `no total: ${messageOf(error)}`
  }
}

/** `data-total-results` counts articles too. */
const TOTAL = 'data-total-job-results'

function totalOf(html: string): number | undefined {
  const [section] = findElements(parseHtml(html), ({ attribs }) => attribs[TOTAL] !== undefined)
  const text = section?.attribs[TOTAL] ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function metaOf(page: HtmlRoot, name: string): string | undefined {
  const meta = elementsNamed(page, 'meta').find(({ attribs }) => attribs.name === name)
  return meta?.attribs.content?.trim() || undefined
}

/** Where the button leads: to the system behind the site. */
function applyAddress(page: HtmlRoot): string | undefined {
  return webAddress(metaOf(page, 'search-job-apply-url'))
}

/** The posting of a page without a JobPosting, by what the vendor writes into each page for its own statistics. */
function postingOf(page: HtmlRoot, address: string): CollectedPosting | undefined {
  const title = metaOf(page, 'gtm_tbcn_jobtitle')
  if (title === undefined) return undefined
  const location = metaOf(page, 'gtm_tbcn_location') ?? ''
  const fields = Object.values(SOURCE_FIELDS).map((name) => [name, metaOf(page, name)])
  return completed({
    external_id: address,
    title,
    url: address,
    places: location.split('|').map(placeOf),
    description_html: innerHtml(elementOfClass(page, 'ats-description')),
    source_fields: sourceFields(Object.fromEntries(fields), SOURCE_FIELDS),
  })
}

/** `gtm_firstindex` is the day on which the site first had the posting, or had it again. */
const SOURCE_FIELDS = fieldPaths({
  requisition: 'job-ats-req-id',
  category: 'gtm_tbcn_jobcategory',
  firstIndex: 'gtm_firstindex',
})

/** `Gurnee~Illinois~United States`; less than three parts may be any. */
function placeOf(text: string): PublishedPlace | undefined {
  const parts = text.split('~').map((part) => part.trim())
  const [city, region, country] = parts.map((part) => part || undefined)
  const written = parts.filter(Boolean).join(', ')
  if (written === '') return undefined
  return parts.length === 3
    ? publishedPlace({ city, region, country, text: written })
    : { text: written }
}
