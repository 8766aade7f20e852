import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { payUnit, salaryOf } from '../../import/salary'
import { employmentTypes } from '../../values/employment-types'
import { boardsByHost, hostOfBoard } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import {
  anything,
  commonOrganization,
  entryReader,
  identifier,
  listAnswer,
  texts,
  title,
  webAddress,
} from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { joinHtml } from '../answers/html-parts'
import { textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { PublishedPlace, System } from '../system'

const DOMAIN = 'recruitee.com'

const Location = Type.Object(texts('name city state country country_code'))

type Location = Static<typeof Location>

const Offer = Type.Object({
  ...texts('careers_apply_url company_name status city state_name country country_code'),
  ...texts('location employment_type_code'),
  ...texts('published_at close_at description requirements'),
  id: identifier,
  title,
  careers_url: Type.String({ pattern: '^https?://' }),
  locations: nullable(Type.Array(Location)),
  remote: nullable(Type.Boolean()),
  hybrid: nullable(Type.Boolean()),
  on_site: nullable(Type.Boolean()),
  salary: nullable(Type.Object({ ...texts('currency period'), min: anything, max: anything })),
})

type Offer = Static<typeof Offer>

const SOURCE_FIELDS = fieldPaths(`
  department category_code employment_type_code experience_code education_code
  min_hours_per_week max_hours_per_week remote hybrid on_site tags`)

export const recruitee: System = {
  source: 'recruitee',
  name: 'Recruitee',
  example: 'https://acme.recruitee.com',
  ...boardsByHost(DOMAIN),
  limits: { minIntervalMs: 500, maxParallel: 2, isPerHost: true },
  ...wholeList({
    request: (board) => ({ url: `https://${hostOfBoard(board, DOMAIN)}/api/offers/` }),
    parse: listAnswer('Recruitee', 'offers'),
    read(offers, board) {
      const found = readOffers(offers, board)
      return { ...found, organization: commonOrganization(found.postings) }
    },
  }),
}

const readOffers = entryReader(Offer, 'id', (offer) => {
  if (offer.status && offer.status !== 'published') return undefined
  const { min, max, currency, period } = offer.salary ?? {}
  return {
    external_id: String(offer.id),
    title: offer.title.trim(),
    url: offer.careers_url,
    apply_url: webAddress(offer.careers_apply_url),
    organization: textAt(offer.company_name),
    places: placesOf(offer),
    ...workplaceOf(offer),
    date_posted: publishedInstant(offer.published_at),
    date_valid_through: publishedInstant(offer.close_at),
    salary: salaryOf({ min, max, currency, unit: payUnit(period) }),
    employment_type: employmentTypes(offer.employment_type_code),
    description_html: joinHtml([offer.description, offer.requirements]),
    source_fields: sourceFields(offer, SOURCE_FIELDS),
  }
})

/** An offer may tick several; then it has no single arrangement. */
function workplaceOf({ remote, hybrid, on_site }: Offer) {
  const ticked = Object.entries({ remote, hybrid, on_site }).filter(([, isTicked]) => isTicked)
  return workplace(ticked.length === 1 ? ticked[0]?.[0] : undefined)
}

function placesOf(offer: Offer): PublishedPlace[] {
  const { state_name } = offer
  const own = placeOf(state_name ? { ...offer, state: state_name } : offer)
  const listed = (offer.locations ?? []).map(placeOf).filter((place) => place !== undefined)
  if (listed.length === 0) {
    const text = textAt(offer.location)
    if (own !== undefined) return [own]
    return text === undefined ? [] : [{ text }]
  }
  // The offer repeats the address of its first location.
  return primaryFirst(own && listed.find((place) => Bun.deepEquals(place, own)), listed)
}

function placeOf({ name, city, state, country, country_code }: Location) {
  const place = publishedPlace({
    city: textAt(city),
    region: textAt(state),
    country: textAt(country_code) ?? textAt(country),
  })
  return place ?? publishedPlace({ text: textAt(name) })
}
