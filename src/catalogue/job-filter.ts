import type { PlaceTree, SearchTree } from '../text/search/search-tree'
import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import type { OpenWindow } from '../values/window'

/**
 * The filters that one column of `jobs` answers: the member of `JobFilter`, its column, and the kind of its condition. The
 * conditions, and the columns that the indexes of counts need, are made from this table, in its order.
 */
export const COLUMN_FILTERS = {
  created: { column: 'dateCreated', kind: 'window' },
  modified: { column: 'dateModified', kind: 'window' },
  posted: { column: 'datePosted', kind: 'window' },
  excludedOrganizations: { column: 'organization', kind: 'notIn' },
  sources: { column: 'source', kind: 'in' },
  excludedSources: { column: 'source', kind: 'notIn' },
  hasSalary: { column: 'hasSalary', kind: 'flag' },
  isRemote: { column: 'isRemote', kind: 'flag' },
  hasLocation: { column: 'hasLocation', kind: 'flag' },
  employmentTypes: { column: 'employmentTypes', kind: 'anyType' },
  arrangements: { column: 'workArrangement', kind: 'in' },
} as const satisfies Readonly<Record<string, { column: string; kind: keyof FilterValues }>>

/** The values of filters by the kind of their condition. */
export interface FilterValues {
  /** In the window. A job without a value is in none. */
  window: OpenWindow
  in: readonly string[]
  /** A job without a value stays. */
  notIn: readonly string[]
  flag: boolean
  /** A bit mask of employment types that has one of these. */
  anyType: readonly EmploymentType[]
}

type ColumnFilters = {
  [Name in keyof typeof COLUMN_FILTERS]?:
    | FilterValues[(typeof COLUMN_FILTERS)[Name]['kind']]
    | undefined
}

/** A condition on jobs; an absent member sets no condition. */
export interface JobFilter extends ColumnFilters {
  countries: readonly Country[]
  title?: SearchTree | undefined
  /** Title, employer and description together: `description` and `q`. */
  fullText?: SearchTree | undefined
  organizationName?: SearchTree | undefined
  places?: PlaceFilter | undefined
  organizations?: readonly string[] | undefined
  /** Terms of the place dictionary. The job has at least one of them. */
  placeTerms?: readonly string[] | undefined
  ids?: readonly bigint[] | undefined
  pay?: PayFilter | undefined
}

/** Pay of one of these kinds. */
export interface PayFilter {
  /** As `payKind` of values/pay/salary.ts writes them. */
  kinds: readonly string[]
  /** The highest published amount is at least this. */
  atLeast?: number | undefined
}

export type PlaceFilter =
  /** A `location` filter: names, compared with all locations of a job together. */
  | { kind: 'names'; tree: PlaceTree }
  /** A `location_advanced` filter: an expression, compared with the text of each location. */
  | { kind: 'each'; tree: SearchTree }

/** The sort key of a job: newest first, jobs without `date_posted` last. */
export interface SortKey {
  datePosted: Date | null
  id: bigint
}

/** The sort key of a job among jobs of one kind of pay: the highest amount first, then the newest. */
export interface PayKey {
  payTop: number
  id: bigint
}
