import Type from 'typebox'
import { htmlToText } from '../../src/catalogue/import/job/html-text'
import { readBatchLine } from '../../src/catalogue/import/line/read-line'
import { salaryInText } from '../../src/collect/answers/pay'
import { isTestPosting } from '../../src/collect/answers/test-posting'
import { READING_LIMIT } from '../../src/collect/answers/within-limit'
import { careerLinks } from '../../src/collect/find/career-links'
import { hostsIn, TEXT_LENGTH } from '../../src/collect/find/employer-domains'
import { boardsOnPage, unseen } from '../../src/collect/find/page-boards'
import { readText } from '../../src/collect/http/read-text'
import { readBoardList } from '../../src/collect/names/read-board-list'
import { pageAddress } from '../../src/collect/sites/page-address'
import { readPage } from '../../src/collect/sites/read-page'
import type { SitemapEntry } from '../../src/collect/sites/sitemap-reader'
import { readSitemaps } from '../../src/collect/sites/sitemaps'
import type { Fetch, System } from '../../src/collect/system'
import { SYSTEMS } from '../../src/collect/systems/index'
import { detailOf } from '../../src/mirror/catalogue-client'
import { textFilters } from '../../src/service/filters/text-filters'
import { chooseCoding } from '../../src/service/http/compression'
import { headerText } from '../../src/service/notices/notice'
import { sentValue, withPlace, withWord } from '../../src/service/notices/suggestions'
import { csvText } from '../../src/service/pages/explore/browser/results/csv'
import { fieldErrors } from '../../src/service/pages/explore/browser/search/field-errors'
import { EMPTY_SEARCH } from '../../src/service/pages/explore/browser/search/search'
import { decodeQuery } from '../../src/service/parameters/decode-query'
import { searchParameters } from '../../src/service/parameters/search-parameters'
import { LocationResolver } from '../../src/text/locations/location-resolver'
import { parseAdvanced } from '../../src/text/search/reading/parse-advanced'
import { parsePlain } from '../../src/text/search/reading/parse-plain'
import { MAX_CHARACTERS } from '../../src/text/search/search-limits'
import { statedFields } from '../../src/text/stated/stated-fields'
import { hideKeys } from '../../src/values/api-key'
import { quoteValue } from '../../src/values/errors'
import type { ReaderName } from './reader-names'

// A slow reading is to be seen here, and not ended.
READING_LIMIT.readingMs = 10 * 60_000

/** Reads a text, or refuses it with an error. */
type Reader = (text: string) => unknown

const ADDRESS = 'https://acme.example/jobs/1'
const QUERY = Type.Object(searchParameters)
const ROUTES = () => new Map([['/v1/changes', { parameters: ['since', 'source_fields'] }]])
const resolver = new LocationResolver()

/** The public functions through which foreign text comes in, each with the text at every place where it may stand. */
export const READERS: Readonly<Record<ReaderName, Reader>> = {
  'a page of an employer': (text) => {
    page(text)
    page(`<div itemscope itemtype="https://schema.org/JobPosting"><p itemprop="title">${text}`)
    page(`<meta name="robots" content='${text}'><a class='${text}' itemprop='${text}'>`)
    sitePage(text)
    hostsIn(text.slice(0, 2 * TEXT_LENGTH))
    sitePage(`<title>${text}</title><a href='/${text}'>${text}</a><b data-host='${text}'>`)
  },
  'a JobPosting of an employer': (text) => {
    block(text)
    block(`{"@type":"JobPosting","title":"${text}`)
    block(JSON.stringify(posting(text)))
    block(`<!-- {"@type":"JobPosting","title":${JSON.stringify(text)}},`)
  },
  'a sitemap': async (text) => {
    await sitemaps(text)
    await sitemaps(`<urlset ${text}</urlset>`)
    await sitemaps(`<urlset><url><loc>${text}</loc></url></urlset>`)
  },
  'the address of a page': (text) => pageAddress(text, ADDRESS),
  'a title': isTestPosting,
  'a text about pay': (text) => salaryInText(text, 'CA'),
  'the bytes of an answer': (text) =>
    readText(new Response(text, { headers: { 'content-type': 'text/html' } }), 2_000_000),
  'an answer of a system': async (text) => {
    for (const system of SYSTEMS) await answered(system, text)
  },
  'a text about places': (text) => {
    resolver.resolve(text)
    resolver.resolveAddress({ city: text, region: text, country: text })
  },
  'a list of boards': (text) => {
    attempt(() => readBoardList(text, SYSTEMS))
    attempt(() => readBoardList(text, SYSTEMS, 'workday'))
    attempt(() => readBoardList(`address\n"${text.replaceAll('"', '')}"`, SYSTEMS))
  },
  'a description': htmlToText,
  'a text of a posting': (text) => {
    readStated(text)
    readStated(`Salary: $50,000 ${text}`)
    readStated(`${text.replaceAll(' ', ' $1 ')} per year`)
    readStated(`${'$\n'.repeat(1000)}Closing date: ${text}`)
  },
  'a line of an import': (text) => {
    readLine(text)
    readLine(JSON.stringify({ ...LINE, title: text, description_html: text, url: text }))
    readLine(
      JSON.stringify({
        ...LINE,
        locations: [{ name: text }],
        source_fields: { system: 'x', fields: { text } },
      }),
    )
  },
  'a query': (text) => {
    attempt(() => decodeQuery(QUERY, text, ROUTES))
    attempt(() => decodeQuery(QUERY, `q=${text}&limit=${text}&state=${text}&has_salary=${text}`))
  },
  'a filter': (text) => {
    for (const name of ['title', 'title_advanced', 'location', 'location_advanced']) {
      attempt(() => textFilters({ [name]: text }))
    }
    withWord({ title: text }, 'title', 'nurse', 'cook')
    withPlace({}, [text], 0, 'Toronto')
    sentValue({ organization: [text] }, 'organization')
    headerText([{ parameter: 'title', detail: text, suggestion: text }])
  },
  // Longer filters are refused before.
  'a suggestion': (long) => {
    const text = long.slice(0, MAX_CHARACTERS)
    attempt(() => parseAdvanced(text))
    attempt(() => parseAdvanced(`'${text}'`))
    attempt(() => parsePlain(text))
  },
  'a value in an error': (text) => {
    quoteValue(text)
    hideKeys(text)
  },
  'a header': chooseCoding,
  'an answer of a mirrored catalogue': (text) => {
    detailOf({ text })
    detailOf({ text: `{"detail":"${text}` })
  },
  'an error in a browser': (text) => {
    const detail = `not valid at position 1; ${text}`
    const error = { parameter: 'title', detail, position: 1 }
    fieldErrors({ title: '', status: 400, detail, errors: [error] }, EMPTY_SEARCH)
    csvText(text)
  },
}

/** The readings that refuse a text with an error; other errors end the test. */
function attempt(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

function page(text: string): void {
  const context = {
    address: ADDRESS,
    now: new Date(0),
    agent: 'job-catalogue',
    isNamed: () => true,
  }
  const headers = new Headers()
  attempt(() => readPage({ status: 200, text, headers, url: ADDRESS }, context))
}

/** A page on the way to the boards of an employer. */
function sitePage(text: string): void {
  const base = new URL(ADDRESS)
  attempt(() => boardsOnPage(text, base, SYSTEMS))
  attempt(() => careerLinks(text, base, 'acme.example'))
  attempt(() => unseen(text))
}

function block(text: string): void {
  page(`<script type="application/ld+json">${text}</script>`)
}

function posting(text: string): object {
  const place = {
    name: text,
    address: { addressLocality: text, addressRegion: text, addressCountry: text },
  }
  return {
    '@type': 'JobPosting',
    title: text,
    description: text,
    responsibilities: text,
    url: text,
    datePosted: text,
    validThrough: text,
    employmentType: text,
    hiringOrganization: text,
    jobLocation: [place, text],
    applicantLocationRequirements: text,
    baseSalary: { currency: text, value: { value: text, unitText: text } },
    identifier: text,
  }
}

function sitemaps(text: string): Promise<unknown> {
  const fetch: Fetch = async () => ({ status: 200, headers: new Headers(), text })
  const pageOf = ({ address, lastmod }: SitemapEntry) => ({
    external_id: address,
    fingerprint: lastmod,
  })
  return readSitemaps([ADDRESS], pageOf, { isNamed: () => true, fetch })
}

/** The list and a detail of a board, from answers that are nothing but the text. */
async function answered(system: System, text: string): Promise<void> {
  const board = {
    slug: 'acme',
    ...system.boardOf(new URL(system.example.replace(/^(?!https)/, 'https://'))),
  }
  const fetch: Fetch = async () => ({ status: 200, headers: new Headers(), text })
  const asked = { source: system.source, ...board }
  const entry = {
    external_id: '1',
    fingerprint: '',
    reference: '{"path":"/jobs/1/cook/job","number":"1","places":[],"fields":[]}',
  }
  await Promise.allSettled([system.list(asked, fetch), system.detail?.(asked, entry, fetch)])
}

/** As text and, of a length that a line may have, as title. */
function readStated(text: string): void {
  const job = {
    title: text.slice(0, 1000),
    date_posted: '2026-01-10T00:00:00Z',
    date_valid_through: null,
    location_type: null,
    salary: null,
    employment_type: null,
    work_arrangement: null,
  }
  const places = { country: 'CA', regions: [], isOnlyCountry: true } as const
  statedFields(job, { text, places, payFromText: true })
}

const LINE = {
  source: 'greenhouse',
  source_slug: 'acme',
  external_id: '1',
  title: 'Cook',
  url: ADDRESS,
  countries: ['CA'],
}

function readLine(text: string): void {
  attempt(() => {
    const { change } = readBatchLine({ number: 1, text }, { history: false })
    return change.kind === 'posting' && change.views()
  })
}
