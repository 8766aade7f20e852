import Type from 'typebox'
import { findRegion } from '../../values/region'
import { pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entryReader, title } from '../answers/entries'
import { joinSections } from '../answers/markup/html-parts'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { link } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplaceInText } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { BoardAddress, System } from '../system'

const GOVERNMENT = 'www.governmentjobs.com'
const SCHOOLS = 'www.schooljobs.com'

export const neogov: System = {
  source: 'neogov',
  name: 'NEOGOV',
  example: 'https://www.governmentjobs.com/careers/acme',
  slug: /^\w[\w.-]*$/,
  settings: ['host'],
  boardOf,
  isHost: (host) => host === GOVERNMENT || host === SCHOOLS,
  postingId: postingIdAt('/careers/:agency/jobs/newprint/:id', '/careers/:agency/jobs/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 1 },
  ...wholeList({
    request: ({ slug, settings }) => ({
      url: `https://${settings?.host ?? GOVERNMENT}/SearchEngine/JobsFeed?agency=${encodeURIComponent(slug)}`,
    }),
    isVendorSite: (host) => /^(?:www\.)?neogov\.com$/.test(host),
    parse(rss) {
      const [channel] = readXml(rss, 'channel', { html: HTML })
      if (/<rss\b/.test(rss) && channel !== undefined) return { rss, channel }
      throw new UnexpectedAnswer('answered with something else than RSS')
    },
    isEmptyWhenUnknown: true,
    read({ rss, channel }) {
      const { organization, region } = readTitle(textAt(channel, 'title'))
      const items = [memberAt(channel, 'item') ?? []].flat()
      return {
        ...readItems(items.map(withId), region),
        incompleteReason: incompleteEnd(rss, 'rss'),
        organization,
      }
    },
  }),
}

const HTML = [
  'description',
  'joblisting:examplesofduties',
  'joblisting:qualifications',
  'joblisting:supplementalinformation',
]

function boardOf(address: URL): BoardAddress | undefined {
  const host = /^(?:(?:www|agency)\.)?(governmentjobs|schooljobs)\.com$/.exec(address.hostname)
  if (host === null) return undefined
  const [first, second] = pathParts(address)
  const isOld = address.hostname.startsWith('agency.')
  const inPath = first !== 'careers' ? isOld && first : second !== 'home' && second
  const slug = address.searchParams.get('agency') ?? inPath
  if (!slug || !/^[\w.-]+$/.test(slug)) return undefined
  // Agencies are known by any case of their name.
  const board = { slug: slug.toLowerCase() }
  return host[1] === 'schooljobs' ? { ...board, settings: { host: SCHOOLS } } : board
}

/** `Tacoma Public Schools (WA), WA`, `State of Iowa, IA Jobs`, `Clark County Jobs`. */
function readTitle(title: string | undefined): { organization?: string; region?: string } {
  const text = (title ?? '')
    .trim()
    .replace(/\sjobs$/i, '')
    .trim()
  const [, code] = /(?:, |\()([A-Z]{2})\)?$/.exec(text) ?? []
  const region = code === undefined ? undefined : findRegion(code)?.code
  const organization = region === undefined ? text : withoutCode(text, region)
  return { ...(organization && { organization }), ...(region && { region }) }
}

/** The name without the state that is written behind it, once or twice. */
function withoutCode(name: string, code: string): string {
  const ends = [`, ${code}`, ` (${code})`]
  const end = ends.find((candidate) => name.endsWith(candidate))
  return end === undefined ? name.trim() : withoutCode(name.slice(0, -end.length).trim(), code)
}

function withId(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  const id = field(item, 'jobId') ?? idIn(textAt(item, 'guid'))
  return { ...item, ...(id !== undefined && { id }) }
}

/** The number before the last `/` of an address, else the one at its end. */
function idIn(address: string | undefined): string | undefined {
  return address?.split('/').slice(-2).map(lastDigits).find(Boolean)
}

function lastDigits(text: string): string {
  const digits = text.match(/\d+/g)?.at(-1) ?? ''
  return text.endsWith(digits) ? digits : ''
}

function field(item: unknown, ...path: readonly string[]): string | undefined {
  return textAt(item, ...path.map((name) => `joblisting:${name}`))
}

const Item = Type.Object({
  id: Type.String({ pattern: '^\\d+$', expected: 'a number' }),
  title,
  link,
})

const readItems = entryReader(Item, 'id', (item, region: string | undefined) => {
  const location = field(item, 'location')
  return {
    title: item.title,
    url: item.link,
    // `pubDate` changes with every edit.
    date_posted: dateOf(field(item, 'advertiseFromDateUTC')),
    date_valid_through: dateOf(field(item, 'advertiseToDateTimeUTC')),
    places: [placeOf(location, field(item, 'state') ?? region)],
    ...workplaceInText(location),
    salary: {
      min: field(item, 'minimumSalary')?.replaceAll(',', ''),
      max: field(item, 'maximumSalary')?.replaceAll(',', ''),
      currency: field(item, 'salaryCurrency'),
      unit: field(item, 'salaryInterval'),
    },
    employment_type: field(item, 'jobType'),
    description_html: joinSections([
      { html: textAt(item, 'description') },
      { title: 'Examples of Duties', html: field(item, 'examplesofduties') },
      { title: 'Qualifications', html: field(item, 'qualifications') },
      { title: 'Supplemental Information', html: field(item, 'supplementalinformation') },
    ]),
    source_fields: sourceFields(withCategories(item), SOURCE_FIELDS),
  }
})

const SOURCE_FIELDS = fieldPaths({
  jobNumberSingle: 'joblisting:jobNumberSingle',
  jobType: 'joblisting:jobType',
  department: 'joblisting:department',
  division: 'joblisting:division',
  location: 'joblisting:location',
  state: 'joblisting:state',
  salaryInterval: 'joblisting:salaryInterval',
  categories: 'joblisting:categories.joblisting:category',
})

/** A category is a text, or an element around one. */
function withCategories(item: object): unknown {
  const published = memberAt(item, 'joblisting:categories', 'joblisting:category')
  const names = [published ?? []].flat().flatMap((category) => {
    return textAt(category, 'Category') ?? (typeof category === 'string' ? category : [])
  })
  return { ...item, 'joblisting:categories': { 'joblisting:category': names } }
}

/** `Wed, 19 Aug 2026 05:00:00:0`, in UTC: the last number is a fraction. */
function dateOf(text: string | undefined): string | undefined {
  return publishedInstant(text?.replace(/(\d{2}:\d{2}:\d{2})(?::\d+)?$/, '$1 GMT'))
}

const BUILDING =
  /\b(?:school|elementary|high|middle|academy|college|university|library|building|bldg|hall|courthouse|hospital|clinic|office|offices|department|dept|district|facility|campus|station|airport|headquarters|various|multiple|citywide|countywide|statewide|all)\b/i

/**
 * A location may be a city, a street or a school. Without the state in it, the state of the posting or the agency is added;
 * of a building only the state is known.
 */
function placeOf(location: string | undefined, region: string | undefined) {
  if (region === undefined) return publishedPlace({ text: location })
  const isAlone = location === undefined || workplaceInText(location).work_arrangement !== null
  if (isAlone) return publishedPlace({ region })
  const last = location.split(',').at(-1)?.trim() ?? ''
  const hasRegion = location.includes(',') && /^[\p{L} .]+(?: \d{5})?$/u.test(last)
  const isWhole = hasRegion && findRegion(last.replace(/ \d{5}$/, '')) !== undefined
  if (BUILDING.test(location) && !isWhole) return publishedPlace({ region, text: location })
  return publishedPlace({ text: isWhole ? location : `${location}, ${region}` })
}
