import { boardLabel, boardOfOwnHost, HOST_NAME, isOwnHost } from '../answers/addresses'
import { parseAnswer } from '../answers/entries'
import {
  elementsNamed,
  findElements,
  type HtmlRoot,
  parseHtml,
} from '../answers/markup/html-elements'
import { listAt, memberAt, textAt, webAddress } from '../answers/members'
import { pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { REMOTE } from '../answers/workplace'
import { detail } from '../strategies/detail'
import { wholeList } from '../strategies/whole-list'
import type { System } from '../system'

/** HiringThing and its resellers. Two resellers may have employers of the same name, so the slug is the whole host. */
const DOMAINS =
  `hiringthing.com alignhrsolutions.com alphastaff-hiring.com elevate-ats.com gnahiring.com
  iconnecthire.com nexstarrecruiter.com oasisrecruit.com primepay-recruit.com prismhr-hire.com
  rippling-ats.com verahr-hiring.com`.split(/\s+/)
const OWN_LABELS = 'www api app apply assets blog cdn help info login status support'.split(' ')

export const hiringthing: System = {
  source: 'hiringthing',
  name: 'HiringThing',
  aliases: ['prismhr'],
  example: 'https://acme.hiringthing.com',
  slug: HOST_NAME,
  boardOf: (address) => (isReseller(address.hostname) ? boardOfOwnHost(address) : undefined),
  ownBoardOf: boardOfOwnHost,
  isHost: (host, board) => isReseller(host) || isOwnHost(host, board),
  postingId: postingIdAt('/job/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 2, isPerHost: true },
  ...wholeList({
    request: ({ slug }) => ({ url: `https://${slug}/` }),
    isVendorSite: (host) => /^(?:www\.)?hiringthing\.com$/.test(host),
    parse: parseHtml,
    read(page) {
      const filters = propsOf(page, 'JobFiltersContainer')
      if (!Array.isArray(memberAt(filters, 'titles'))) {
        throw new UnexpectedAnswer('answered with a page without a list of jobs')
      }
      const rows = rowsOf(filters)
      return {
        ...pageEntries(rows, { untitled: 'the posting has no number or no title' }),
        incompleteReason: incompleteByLinks(page, new Set(rows.map(({ id }) => id))),
      }
    },
  }),
  ...detail({
    request: ({ slug }, { external_id }) => ({ url: `https://${slug}/job/${external_id}` }),
    parse: parseHtml,
    read(page, { entry: { external_id }, url }) {
      const job = memberAt(propsOf(page, 'ApplyButtonGroup'), 'jobObj', 'table')
      const id = textAt(job, 'id')
      if (id !== external_id)
        throw new Error(
          `${url} has ${id === undefined ? 'no posting' : `the posting ${id.slice(0, 100)}`}`,
        )
      return {
        title: textAt(job, 'title'),
        url: webAddress(memberAt(job, 'joblink_url')) ?? url,
        apply_url: memberAt(job, 'external_apply_url'),
        organization: textAt(job, 'company_name'),
        date_posted: memberAt(job, 'posted_at'),
        places: [placeOf(job)],
        ...(memberAt(job, 'remote') === true && REMOTE),
        salary: {
          min: memberAt(job, 'min_salary', 'amount'),
          max: memberAt(job, 'max_salary', 'amount'),
          currency:
            memberAt(job, 'min_salary', 'currency') ?? memberAt(job, 'max_salary', 'currency'),
          unit: memberAt(job, 'pay_frequency'),
        },
        description_html: textAt(job, 'html_description'),
        source_fields: sourceFields(job, SOURCE_FIELDS),
      }
    },
  }),
}

function isReseller(host: string): boolean {
  return DOMAINS.some((domain) => boardLabel(host, domain, OWN_LABELS) !== undefined)
}

/** The data of a component of the page. Each reseller has its own prefix, so only the end of the name is compared. */
function propsOf(page: HtmlRoot, component: string): unknown {
  const [element] = findElements(page, ({ attribs }) =>
    (attribs['data-react-class'] ?? '').endsWith(component),
  )
  const props = element?.attribs['data-react-props']
  return props === undefined ? undefined : parseAnswer(props)
}

/** The rows with what the list says of them: `locations` is `{ state: { city: [ids] } }`, `categories` is `{ category: [ids] }`. */
function rowsOf(filters: unknown) {
  const states = Object.entries(Object(memberAt(filters, 'locations')))
  const places = states.flatMap(([state, cities]) =>
    idsByName(cities).map(([city, id]) => [`${city}, ${state}`, id] as const),
  )
  const namesOf = (named: readonly (readonly [name: string, id: string])[]) => {
    const byId = Map.groupBy(named, ([, id]) => id)
    return (id: string) => (byId.get(id) ?? []).map(([name]) => name).sort()
  }
  const [placesOf, categoriesOf] = [places, idsByName(memberAt(filters, 'categories'))].map(namesOf)
  const remote = new Set(listAt(filters, 'remotePositions').map((id) => textAt(id)))
  return listAt(filters, 'titles').map((row) => {
    const id = textAt(row, 'id') ?? ''
    return {
      id: /^\d+$/.test(id) ? id : '',
      title: textAt(row, 'title') ?? '',
      places: placesOf?.(id),
      categories: categoriesOf?.(id),
      isRemote: remote.has(id),
    }
  })
}

function idsByName(groups: unknown): [name: string, id: string][] {
  return Object.entries(Object(groups)).flatMap(([name, ids]) =>
    listAt(ids).flatMap((one): [string, string][] => {
      const id = textAt(one)
      return id === undefined ? [] : [[name, id]]
    }),
  )
}

/** Why the list may be cut: its links are to other postings than its data names. */
function incompleteByLinks(page: HtmlRoot, ids: ReadonlySet<string>): string | undefined {
  const linked = elementsNamed(page, 'a').flatMap(
    ({ attribs }) => /^\/job\/(\d+)(?:[/?#]|$)/.exec(attribs.href ?? '')?.[1] ?? [],
  )
  const links = new Set(linked)
  const isSame = links.symmetricDifference(ids).size === 0
  return isSame ? undefined : `the page links to ${links.size} postings and names ${ids.size}`
}

/** `location` has `Remote - ` before the place. */
function placeOf(job: unknown) {
  const [city, region, country] = ['city', 'state', 'country'].map((name) =>
    textAt(job, 'location_info', name),
  )
  return publishedPlace({ city, region, country, text: memberAt(job, 'location') })
}

const SOURCE_FIELDS = fieldPaths('job_code', 'category', 'location', 'pay_frequency', {
  postalCode: 'location_info.zipcode',
  streetAddress: 'location_info.address',
})
