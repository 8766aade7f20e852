import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { boardLabel, pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entryReader, listIn, maybeText, title, webAddress } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { sourceFields } from '../answers/source-fields'
import { wholeList } from '../answers/whole-list'
import { REMOTE, workplace } from '../answers/workplace'
import type { BoardAddress, CollectedPosting, PublishedPlace, System } from '../system'

const Row = Type.Object({
  shortcode: Type.String({ minLength: 1 }),
  title,
  url: Type.String({ pattern: '^https?://' }),
  application_url: maybeText,
  telecommuting: nullable(Type.Boolean()),
  workplace_type: maybeText,
  employment_type: maybeText,
  published_on: maybeText,
  description: maybeText,
  country: maybeText,
  state: maybeText,
  city: maybeText,
  locations: nullable(
    Type.Array(
      Type.Object({
        country: maybeText,
        countryCode: maybeText,
        region: maybeText,
        city: maybeText,
        hidden: nullable(Type.Boolean()),
      }),
    ),
  ),
})

type Row = Static<typeof Row>

const SOURCE_FIELDS = {
  code: 'code',
  department: 'department',
  employment_type: 'employment_type',
  industry: 'industry',
  function: 'function',
  experience: 'experience',
  education: 'education',
}

export const workable: System = {
  source: 'workable',
  name: 'Workable',
  example: 'https://apply.workable.com/acme',
  boardOf,
  isHost: (host) => host === 'apply.workable.com',
  limits: { minIntervalMs: 1000, maxParallel: 1 },
  async list(board, fetch) {
    const { slug } = board
    // The newer interface (v3) has a daily quota for each address that asks.
    const path = `/api/v1/widget/accounts/${encodeURIComponent(slug)}?details=true`
    const url = `https://apply.workable.com${path}`
    const request = { system: 'Workable', board: `account ${slug}`, url, isConditional: false }
    return await wholeList(fetch, request, (answer) => {
      const organization = textAt(answer, 'name')
      const { postings, unreadable } = readRows(listIn(answer, 'jobs', 'Workable'), board)
      return { postings, unreadable, organization }
    })
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  if (address.hostname !== 'apply.workable.com') {
    const slug = boardLabel(address.hostname, 'workable.com')
    return slug === undefined ? undefined : { slug }
  }
  const parts = pathParts(address)
  const account = parts.indexOf('accounts')
  const slug = parts[0] === 'api' ? account > 0 && parts[account + 1] : parts[0]
  // `/j/CODE` names a posting without its account.
  return slug && slug !== 'j' ? { slug } : undefined
}

/** Workable repeats a posting for each of its locations. */
const readRows = entryReader(
  Row,
  'shortcode',
  (row): CollectedPosting => ({
    external_id: row.shortcode,
    title: row.title.trim(),
    url: row.url,
    apply_url: webAddress(row.application_url) ?? null,
    places: placesOf(row),
    ...(row.telecommuting ? REMOTE : workplace(row.workplace_type)),
    date_posted: publishedInstant(row.published_on) ?? null,
    employment_type: employmentTypes(row.employment_type) ?? null,
    description_html: textAt(row.description) ?? null,
    source_fields: sourceFields(row, SOURCE_FIELDS),
  }),
)

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
