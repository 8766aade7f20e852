import type { Static, TObject } from 'typebox'
import type { Window } from '../../values/window'
import { commonFilters } from '../parameters/common-filters'
import { payAndArrangement, type sort } from '../parameters/pay-and-arrangement'
import { searchFilterParameters } from '../parameters/search-parameters'
import { countFrame } from '../parameters/time-frames'
import { commonFilter, type ReadFilter, searchFilter } from './job-filter'
import { payFilter } from './pay-filter'
import { newJobsWindow } from './time-window'

/** The filters of `/v1/jobs`, with pay and arrangement. */
export const exploreFilters = { ...searchFilterParameters, ...payAndArrangement }

/** The same for searches of both countries and in the advanced syntax: the filters of the feeds. */
export const exploreFeedFilters = {
  ...commonFilters,
  employment_type: searchFilterParameters.employment_type,
  time_frame: countFrame,
  ...payAndArrangement,
}

type Ordered<Parameters> = Parameters & { sort?: Static<typeof sort> }
export type ExploreFilter = ReadFilter & { created: Window | undefined }

/** The filter of a search whose windows end at an instant. */
export function exploreFilter(
  parameters: Ordered<Static<TObject<typeof exploreFilters>>>,
  end: Date,
): ExploreFilter {
  return { ...searchFilter(parameters, end), pay: payFilter(parameters) }
}

export function exploreFeedFilter(
  parameters: Ordered<Static<TObject<typeof exploreFeedFilters>>>,
  end: Date,
): ExploreFilter {
  const filter = commonFilter(parameters)
  const { from, to } = newJobsWindow(parameters.time_frame, end, filter.created)
  return { ...filter, created: { from, to }, pay: payFilter(parameters) }
}
