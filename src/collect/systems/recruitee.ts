import Type, { type Static } from 'typebox'
import { nullable } from '../../catalogue/import/posting'
import { boardsByHost, hostOfBoard } from '../answers/addresses'
import { commonOrganization, entryReader, texts, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { joinHtml } from '../answers/markup/html-parts'
import { textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { anything, arrayOf, flags, identifier, link, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { System } from '../system'

const DOMAIN = 'recruitee.com'

const Location = Type.Object(texts('name', 'city', 'state', 'country', 'country_code'))

type Location = Static<typeof Location>

const STATUSES = ['published', 'internal', 'draft', 'closed', 'archived'] as const

const Offer = Type.Object({
  ...texts('careers_apply_url', 'company_name', 'city', 'state_name', 'country', 'country_code'),
  ...texts('location', 'employment_type_code'),
  ...texts('published_at', 'close_at', 'description', 'requirements'),
  id: identifier,
  title,
  careers_url: link,
  status: nullable(Type.Enum(STATUSES)),
  locations: arrayOf(Location),
  ...flags('remote', 'hybrid', 'on_site'),
  salary: object({ ...texts('currency', 'period'), min: anything, max: anything }),
})

type Offer = Static<typeof Offer>

const SOURCE_FIELDS = fieldPaths(
  'department',
  'category_code',
  'employment_type_code',
  'experience_code',
  'education_code',
  'min_hours_per_week',
  'max_hours_per_week',
  'remote',
  'hybrid',
  'on_site',
  'tags',
)

export const recruitee: System = {
  source: 'recruitee',
  name: 'Recruitee',
  ownHostSign: 'recruiteecdn.com',
  example: 'https://acme.recruitee.com',
  ...boardsByHost(DOMAIN),
  limits: { minIntervalMs: 500, maxParallel: 2, isPerHost: true },
  ...jsonList({
    request: (board) => ({ url: `https://${hostOfBoard(board, DOMAIN)}/api/offers/` }),
    rows: 'offers',
    read(offers, board) {
      const found = readOffers(offers, board)
      return { ...found, organization: commonOrganization(found.postings) }
    },
  }),
}

const readOffers = entryReader(Offer, 'id', (offer) => {
  if (offer.status && offer.status !== 'published') return undefined
  const { currency, period: unit, ...amounts } = offer.salary ?? {}
  return {
    title: offer.title,
    url: offer.careers_url,
    apply_url: offer.careers_apply_url,
    organization: textAt(offer.company_name),
    places: placesOf(offer),
    ...workplaceOf(offer),
    date_posted: offer.published_at,
    date_valid_through: offer.close_at,
    salary: { ...amounts, currency, unit },
    employment_type: offer.employment_type_code,
    description_html: joinHtml([offer.description, offer.requirements]),
    source_fields: sourceFields(offer, SOURCE_FIELDS),
  }
})

/** An offer may tick several; then it has no single arrangement. */
function workplaceOf({ remote, hybrid, on_site }: Offer) {
  const ticked = Object.entries({ remote, hybrid, on_site }).filter(([, isTicked]) => isTicked)
  return workplace(ticked.length === 1 ? ticked[0]?.[0] : undefined)
}

function placesOf(offer: Offer) {
  const { state_name } = offer
  const own = placeOf(state_name ? { ...offer, state: state_name } : offer)
  const listed = (offer.locations ?? []).map(placeOf).filter((place) => place !== undefined)
  if (listed.length === 0) return [own ?? publishedPlace({ text: offer.location })]
  // The offer repeats the address of its first location.
  return primaryFirst(own && listed.find((place) => Bun.deepEquals(place, own)), listed)
}

function placeOf({ name, city, state, country, country_code }: Location) {
  const place = publishedPlace({ city, region: state, country: textAt(country_code) ?? country })
  return place ?? publishedPlace({ text: name })
}
