import { employmentTypes } from '../../values/employment-types'
import { type PublishedPay, salaryOf } from '../../values/pay/salary'
import { EMPLOYMENT_TYPES } from '../../values/vocabulary'
import type { CollectedPosting, PublishedPlace } from '../system'
import { publishedInstant } from './dates'
import { listAt, memberAt, webAddress } from './members'

type AsPublished = 'date_posted' | 'date_valid_through' | 'employment_type' | 'apply_url'
type Required = 'external_id' | 'title' | 'url'
type Others = Exclude<keyof CollectedPosting, Required | AsPublished | 'places' | 'salary'>

/** A posting as a reader writes it. Members that the system does not publish may be undefined. */
export type Draft = Pick<CollectedPosting, Required> & {
  places: readonly (PublishedPlace | undefined)[]
  salary?: CollectedPosting['salary'] | PublishedPay | undefined
} & {
  /** `completed` reads them: dates, the label of a type, and an address that may be none. */
  [Member in AsPublished]?: unknown
} & {
  [Member in Others]?: CollectedPosting[Member] | undefined
}

/** The posting, with null for members that are undefined: an empty member and an absent one differ in fingerprints. */
export function completed(draft: Draft): CollectedPosting {
  const { salary } = draft
  const read = {
    ...draft,
    title: draft.title.replace(/\s+/g, ' ').trim(),
    places: draft.places.filter((place) => place !== undefined),
    date_posted: publishedInstant(draft.date_posted),
    date_valid_through: publishedInstant(draft.date_valid_through),
    salary: salary && 'unit' in salary ? salaryOf(salary) : salary,
    employment_type: typesOf(draft.employment_type),
    apply_url: webAddress(draft.apply_url),
  }
  const members = Object.keys(draft).map((name) => [name, memberAt(read, name) ?? null])
  // Every member may be null, except the ones that are always there.
  return Object.fromEntries(members) as CollectedPosting
}

/** The types of a label, or the types that the reader found itself. */
function typesOf(published: unknown) {
  const types = listAt(published)
  const isRead = types.length > 0 && types.every((type) => NAMES_OF_TYPES.has(type))
  return isRead ? types : employmentTypes(published)
}

const NAMES_OF_TYPES: ReadonlySet<unknown> = new Set(EMPLOYMENT_TYPES)
