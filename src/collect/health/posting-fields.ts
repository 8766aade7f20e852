import type { LocationResolver } from '../../text/locations/location-resolver'
import { resolvePlaces } from '../read/resolve-places'
import type { Board, CollectedPosting } from '../system'

interface FieldContext {
  board: Board
  /** The employer's name as the list gives it. */
  boardName: string | undefined
  resolver: LocationResolver
}

type Has = (posting: CollectedPosting, context: FieldContext) => boolean

/** The fields of postings that not every one has, by the names of import lines; each says whether a posting has it. */
const FIELDS = {
  organization: ({ organization }, { boardName }) => isGiven(organization ?? boardName),
  apply_url: ({ apply_url }) => isGiven(apply_url),
  date_posted: ({ date_posted }) => isGiven(date_posted),
  date_valid_through: ({ date_valid_through }) => isGiven(date_valid_through),
  places: ({ places }) => places.length > 0,
  /** A place, in Canada, the United States or elsewhere, is certain. */
  certain_place: ({ places }, { board, resolver }) =>
    resolvePlaces(places, resolver, board.country).kind !== 'unresolved',
  work_arrangement: ({ work_arrangement, location_type }) =>
    isGiven(work_arrangement) || isGiven(location_type),
  salary: ({ salary }) => isGiven(salary),
  employment_type: ({ employment_type }) => isGiven(employment_type) && employment_type.length > 0,
  description: ({ description_html, description_text }) =>
    isGiven(description_html || description_text || null),
  source_fields: ({ source_fields }) => isGiven(source_fields),
} satisfies Record<string, Has>

export type PostingField = keyof typeof FIELDS

export const POSTING_FIELDS = Object.keys(FIELDS) as readonly PostingField[]

/** The fields that a posting of a board has. */
export function fieldsOf(posting: CollectedPosting, context: FieldContext): PostingField[] {
  return POSTING_FIELDS.filter((field) => {
    const has: Has = FIELDS[field]
    return has(posting, context)
  })
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}
