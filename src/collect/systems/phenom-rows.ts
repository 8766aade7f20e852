import Type from 'typebox'
import { type Entries, rowReader, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { listAt, memberAt, pick, textAt } from '../answers/members'
import { inOneLanguage } from '../answers/one-language'
import { publishedPlace } from '../answers/published-place'
import { identifier } from '../answers/row-types'
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
  const postings = inOneLanguage(versions, {
    id: (row) => textAt(row, 'jobId') ?? keyOf(row),
    locale: ({ locale }) => locale,
    places: ({ places }) => places,
    order: ownPagesFirst,
  })
  return readRows(
    postings.map(({ version, versions }) => ({
      ...version,
      places: placesIn(version.locale, versions),
      locales: [...new Set(versions.map(({ locale }) => locale))].sort(),
    })),
  )
}

function isPublic(row: object): boolean {
  const visibility = listAt(row, 'jobVisibility')
  return visibility.length === 0 || visibility.includes('external')
}

/** A posting may have a row in the pages of each language of the site. */
function ownPagesFirst(row: Version): string {
  const isOwn = row.path.endsWith(`/${row.locale.slice(0, 2).toLowerCase()}`)
  return `${isOwn ? 0 : 1}${keyOf(row)}`
}

/** All places of a posting that has a row for each of them. */
function placesIn(language: string, versions: readonly Version[]): PublishedPlace[] {
  const rows = versions.filter(({ locale }) => locale === language)
  const [first, ...others] = rows.flatMap(({ places }) => places)
  return primaryFirst(first, others)
}

const readRows = rowReader(
  Type.Object({ jobId: identifier, title }),
  { id: 'jobId', title: 'title' },
  (row) => ({
    content: pick(row, [...STORED, ...CONTENT]),
    stored: pick(row, STORED),
  }),
)

const STORED = [
  'jobSeqNo',
  'path',
  'locale',
  'locales',
  'places',
  'reqId',
  'title',
  'postedDate',
  'type',
  'category',
  'subCategory',
  'applyUrl',
  'city',
  'checkRemote',
  'RemoteType',
  'remoteType',
  'remote',
]
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
