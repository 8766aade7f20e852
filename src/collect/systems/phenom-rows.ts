import Type from 'typebox'
import { type Entries, rowReader, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { listAt, memberAt, pick, textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { identifier } from '../answers/row-types'
import { isInQuebec } from '../strategies/locales'
import type { PublishedPlace } from '../system'
import { keyOf, type LanguageRows } from './phenom-list'

/** What the list stores for the detail. */
export interface Stored {
  jobSeqNo?: string
  path: string
  locale: string
  locales: readonly string[]
  places: readonly PublishedPlace[]
}

type Version = Pick<Stored, 'path' | 'locale' | 'places'>

/** The postings of several languages. A translation is no posting of its own. */
export function readTranslated(lists: readonly LanguageRows[]): Entries {
  const versions = lists.flatMap(({ path, locale, rows }) =>
    rows.filter(isPublic).map((row) => ({
      ...row,
      path,
      locale: textAt(row, 'locale') ?? locale,
      places: placesOf(row),
    })),
  )
  const ofPostings = Map.groupBy(versions, (row) => textAt(row, 'jobId') ?? keyOf(row)).values()
  return readRows([...ofPostings].map(chosenVersion))
}

function isPublic(row: object): boolean {
  const visibility = listAt(row, 'jobVisibility')
  return visibility.length === 0 || visibility.includes('external')
}

/**
 * The version in French where all places are in Quebec, else that in English, else the first one; by the pages of its own
 * language. A posting that has a row for each of its places has all of them.
 */
function chosenVersion(versions: readonly Version[]): object {
  const order = versions.every(isInQuebec) ? ['fr', 'en'] : ['en', 'fr']
  const rank = ({ locale, path }: Version) => {
    const language = languageOf(locale)
    const place = order.indexOf(language)
    return 2 * (place === -1 ? order.length : place) + (path.endsWith(`/${language}`) ? 0 : 1)
  }
  const sorted = versions.toSorted(
    (one, other) => rank(one) - rank(other) || (keyOf(one) < keyOf(other) ? -1 : 1),
  )
  const same = sorted.filter(({ locale }) => locale === sorted[0]?.locale)
  const [first, ...others] = same.flatMap(({ places }) => places)
  const locales = [...new Set(versions.map(({ locale }) => locale))].sort()
  return { ...sorted[0], places: primaryFirst(first, others), locales }
}

const languageOf = (locale: string) => locale.slice(0, 2).toLowerCase()

const readRows = rowReader(
  Type.Object({ jobId: identifier, title }),
  { id: 'jobId', title: 'title' },
  (row) => ({
    content: pick(row, [...STORED, ...CONTENT]),
    stored: pick(row, STORED),
  }),
)

const STORED = `jobSeqNo path locale locales places reqId title postedDate type category subCategory
  applyUrl city checkRemote RemoteType remoteType remote`.split(/\s+/)
const CONTENT = ['descriptionTeaser']

/** The first place, which has parts, is among all of them again, which may be no more than a text. */
function placesOf(row: object): PublishedPlace[] {
  const main = placeOf(row, {
    latitude: memberAt(row, 'latitude'),
    longitude: memberAt(row, 'longitude'),
  })
  const namesOfMain = new Set(namesOf(row))
  const others = listAt(row, 'multi_location_array')
    .filter((place) => !namesOf(place).some((name) => namesOfMain.has(name)))
    .flatMap((place) => {
      const point = memberAt(place, 'latlong')
      const [latitude, longitude] = [memberAt(point, 'lat'), memberAt(point, 'lon')]
      return placeOf(place, { latitude, longitude }) ?? []
    })
  return primaryFirst(main, others)
}

/** `Remote` stands for a city. */
function placeOf(
  place: unknown,
  point: { latitude: unknown; longitude: unknown },
): PublishedPlace | undefined {
  const city = textAt(place, 'city')
  return publishedPlace({
    city: /^remote$/i.test(city ?? '') ? undefined : city,
    region: textAt(place, 'state'),
    country: textAt(place, 'country'),
    text: textsOf(place)[0],
    ...point,
  })
}

/** What tells a place from another one. */
function namesOf(place: unknown): string[] {
  const parts = ['city', 'state', 'country'].map((name) => textAt(place, name))
  return [...textsOf(place), ...(parts[0] === undefined ? [] : [parts.join(', ')])]
}

function textsOf(place: unknown): string[] {
  return ['cityStateCountry', 'location'].flatMap((name) => textAt(place, name) ?? [])
}
