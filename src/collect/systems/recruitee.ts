import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import {
  commonOrganization,
  entryReader,
  identifier,
  listIn,
  maybeText,
  title,
  webAddress,
} from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { joinHtml } from '../answers/html-parts'
import { textAt } from '../answers/members'
import { payUnit, salaryOf } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { sourceFields } from '../answers/source-fields'
import { wholeList } from '../answers/whole-list'
import { workplace } from '../answers/workplace'
import type { CollectedPosting, PublishedPlace, System } from '../system'

const Location = Type.Object({
  name: maybeText,
  city: maybeText,
  state: maybeText,
  country: maybeText,
  country_code: maybeText,
})

type Location = Static<typeof Location>

const Offer = Type.Object({
  id: identifier,
  title,
  careers_url: Type.String({ pattern: '^https?://' }),
  careers_apply_url: maybeText,
  company_name: maybeText,
  status: maybeText,
  city: maybeText,
  state_name: maybeText,
  country: maybeText,
  country_code: maybeText,
  location: maybeText,
  locations: nullable(Type.Array(Location)),
  remote: nullable(Type.Boolean()),
  hybrid: nullable(Type.Boolean()),
  on_site: nullable(Type.Boolean()),
  employment_type_code: maybeText,
  salary: nullable(
    Type.Object({
      min: Type.Optional(Type.Unknown()),
      max: Type.Optional(Type.Unknown()),
      period: maybeText,
      currency: maybeText,
    }),
  ),
  published_at: maybeText,
  close_at: maybeText,
  description: maybeText,
  requirements: maybeText,
})

type Offer = Static<typeof Offer>

const SOURCE_FIELDS = {
  department: 'department',
  category_code: 'category_code',
  employment_type_code: 'employment_type_code',
  experience_code: 'experience_code',
  education_code: 'education_code',
  min_hours_per_week: 'min_hours_per_week',
  max_hours_per_week: 'max_hours_per_week',
  remote: 'remote',
  hybrid: 'hybrid',
  on_site: 'on_site',
  tags: 'tags',
}

export const recruitee: System = {
  source: 'recruitee',
  name: 'Recruitee',
  example: 'https://acme.recruitee.com',
  ...boardsBySubdomain('recruitee.com'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const { slug } = board
    const url = `https://${slug}.recruitee.com/api/offers/`
    return await wholeList(
      fetch,
      { system: 'Recruitee', board: `company ${slug}`, url },
      (answer) => {
        const { postings, unreadable } = readOffers(listIn(answer, 'offers', 'Recruitee'), board)
        return { postings, unreadable, organization: commonOrganization(postings) }
      },
    )
  },
}

const readOffers = entryReader(Offer, 'id', (offer): CollectedPosting | undefined => {
  if (offer.status && offer.status !== 'published') return undefined
  const { min, max, currency, period } = offer.salary ?? {}
  return {
    external_id: String(offer.id),
    title: offer.title.trim(),
    url: offer.careers_url,
    apply_url: webAddress(offer.careers_apply_url) ?? null,
    organization: textAt(offer.company_name) ?? null,
    places: placesOf(offer),
    ...workplaceOf(offer),
    date_posted: publishedInstant(offer.published_at) ?? null,
    date_valid_through: publishedInstant(offer.close_at) ?? null,
    salary: salaryOf({ min, max, currency, unit: payUnit(period) }) ?? null,
    employment_type: employmentTypes(offer.employment_type_code) ?? null,
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
