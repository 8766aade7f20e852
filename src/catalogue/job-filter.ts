import type { PlaceTree, SearchTree } from '../text/search/search-tree'
import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import type { OpenWindow } from '../values/window'

/** A condition on jobs; an absent member sets no condition. */
export interface JobFilter {
  countries: readonly Country[]
  title?: SearchTree | undefined
  /** Title, employer and description. */
  text?: SearchTree | undefined
  organizationName?: SearchTree | undefined
  places?: PlaceFilter | undefined
  organizations?: readonly string[] | undefined
  excludedOrganizations?: readonly string[] | undefined
  sources?: readonly string[] | undefined
  excludedSources?: readonly string[] | undefined
  posted?: OpenWindow | undefined
  created?: OpenWindow | undefined
  modified?: OpenWindow | undefined
  hasSalary?: boolean | undefined
  isRemote?: boolean | undefined
  hasLocation?: boolean | undefined
  employmentTypes?: readonly EmploymentType[] | undefined
  /** Terms of the place dictionary. The job has at least one of them. */
  placeTerms?: readonly string[] | undefined
  ids?: readonly bigint[] | undefined
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
