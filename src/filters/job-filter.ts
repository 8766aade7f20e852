import type { PlaceTree, SearchTree } from '../search/search-tree'
import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import type { OpenWindow } from '../values/window'

/** Which jobs a request asks for; a member that is absent asks nothing. */
export interface JobFilter {
  countries: readonly Country[]
  title?: SearchTree
  /** Title, employer and description. */
  text?: SearchTree
  organizationName?: SearchTree
  places?: PlaceFilter
  organizations?: readonly string[]
  excludedOrganizations?: readonly string[]
  sources?: readonly string[]
  excludedSources?: readonly string[]
  posted?: OpenWindow
  created?: OpenWindow
  modified?: OpenWindow
  hasSalary?: boolean
  isRemote?: boolean
  hasLocation?: boolean
  employmentTypes?: readonly EmploymentType[]
  /** Terms of the place dictionary, of which the job has one from each list. */
  placeTerms?: readonly (readonly string[])[]
  ids?: readonly bigint[]
}

export type PlaceFilter =
  /** Names, held against all locations of a job together. */
  | { kind: 'names'; tree: PlaceTree }
  /** An expression, held against the text of each location in turn. */
  | { kind: 'each'; tree: SearchTree }
