import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { employmentTypes } from '../../values/employment-types'
import { BOARD_NAME, boardLabel, pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entryReader, jsonAnswer, listIn, texts, title, webAddress } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE, workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { BoardAddress, PublishedPlace, System } from '../system'

const Row = Type.Object({
  ...texts('application_url workplace_type employment_type published_on description country'),
  ...texts('state city'),
  shortcode: Type.String({ minLength: 1 }),
  title,
  url: Type.String({ pattern: '^https?://' }),
  telecommuting: nullable(Type.Boolean()),
  locations: nullable(
    Type.Array(
      Type.Object({
        ...texts('country countryCode region city'),
        hidden: nullable(Type.Boolean()),
      }),
    ),
  ),
})

type Row = Static<typeof Row>

const SOURCE_FIELDS = fieldPaths(`
  code department employment_type industry function experience education`)

export const workable: System = {
  source: 'workable',
  name: 'Workable',
  example: 'https://apply.workable.com/acme',
  slug: BOARD_NAME,
  boardOf,
  isHost: (host) => host === 'apply.workable.com',
  limits: { minIntervalMs: 1000, maxParallel: 1 },
  ...wholeList({
    // The newer interface (v3) has a daily quota for each address that asks.
    request: ({ slug }) => ({
      url: `https://apply.workable.com/api/v1/widget/accounts/${encodeURIComponent(slug)}?details=true`,
      isConditional: false,
    }),
    parse: jsonAnswer('Workable'),
    read: (answer, board) => ({
      ...readRows(listIn(answer, 'jobs', 'Workable'), board),
      organization: textAt(answer, 'name'),
    }),
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  if (address.hostname !== 'apply.workable.com') {
    const api = /^\/api\/accounts\/([^/]+)/.exec(address.pathname)?.[1]
    const isWidget = address.hostname === 'www.workable.com' && api !== undefined
    const slug = isWidget ? api : boardLabel(address.hostname, 'workable.com')
    return slug === undefined ? undefined : { slug }
  }
  const parts = pathParts(address)
  const account = parts.indexOf('accounts')
  const slug = parts[0] === 'api' ? account > 0 && parts[account + 1] : parts[0]
  // `/j/CODE` names a posting without its account.
  return slug && slug !== 'j' ? { slug } : undefined
}

/** Workable repeats a posting for each of its locations. */
const readRows = entryReader(Row, 'shortcode', (row) => ({
  external_id: row.shortcode,
  title: row.title.trim(),
  url: row.url,
  apply_url: webAddress(row.application_url),
  places: placesOf(row),
  ...(row.telecommuting ? REMOTE : workplace(row.workplace_type)),
  date_posted: publishedInstant(row.published_on),
  employment_type: employmentTypes(row.employment_type),
  description_html: textAt(row.description),
  source_fields: sourceFields(row, SOURCE_FIELDS),
}))

function placesOf({ locations, country, state, city }: Row): PublishedPlace[] {
  const listed = (locations ?? []).filter(({ hidden }) => hidden !== true)
  const places = listed.map((location) =>
    placeOf(location.city, location.region, textAt(location.countryCode) ?? location.country),
  )
  const named = places.filter((place) => place !== undefined)
  if (named.length > 0) return distinct(named)
  const place = placeOf(city, state, country)
  return place === undefined ? [] : [place]
}

type Part = string | null | undefined

function placeOf(city: Part, region: Part, country: Part): PublishedPlace | undefined {
  return publishedPlace({ city: textAt(city), region: textAt(region), country: textAt(country) })
}
