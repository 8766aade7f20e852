import type { Static, TObject } from 'typebox'
import { COUNTRIES, type Country } from '../../values/country'
import { REGIONS } from '../../values/region'
import { EMPLOYMENT_TYPES } from '../../values/vocabulary'
import { commonFilters, PLAIN } from './common-filters'
import { descriptions, jobListing } from './job-listing'
import { boolean, listOf, oneOf, text } from './parameter-types'
import { searchFrame } from './time-frames'

const regionCode = (country: Country, description: string) => {
  const regions = REGIONS.filter((region) => region.country === country)
  const codes = regions.map(({ code }) => code)
  return oneOf(codes, { description, ignoresCase: true })
}

/** The filters of `/v1/jobs`. A cursor is valid only with the filters of its first page. */
export const searchFilterParameters = {
  country: oneOf(COUNTRIES, {
    default: 'CA',
    description: 'Country view.',
    examples: ['CA'],
    forSeveral: 'this path searches one country; /v1/active-ats takes both',
  }),
  q: text({
    description: `Searches title, employer and description. ${PLAIN}`,
    examples: ['python OR java', '"project manager" -senior'],
  }),
  title: text({
    description: 'Searches the job title only; same syntax as `q`.',
    examples: ['nurs*'],
  }),
  province: listOf(regionCode('CA', 'A province or territory of Canada.'), {
    description: 'Codes of Canadian provinces and territories, case ignored; with `country=CA`.',
    examples: [['ON', 'QC']],
  }),
  state: listOf(regionCode('US', 'A state or territory of the United States.'), {
    description: 'Codes of US states and territories, case ignored; with `country=US`.',
    examples: [['NY', 'CA']],
  }),
  city: text({
    description:
      'A city, ideally with its region, by code or by name. Accents and case are ignored. With `province` or `state`, one location of the job answers to both.',
    examples: ['Toronto, ON', 'Ottawa'],
  }),
  source: commonFilters.source,
  employment_type: listOf(
    oneOf(EMPLOYMENT_TYPES, { description: 'A kind of employment.', ignoresSpelling: true }),
    {
      description:
        'Kinds of employment; the job is of one of them at least. `full-time` and `Full Time` are read as `FULL_TIME`, and `X-Notices` says so.',
      examples: [['FULL_TIME', 'CONTRACTOR']],
    },
  ),
  remote: commonFilters.remote,
  has_salary: commonFilters.has_salary,
  window: searchFrame,
}

/** The decoded filters of `/v1/jobs`. */
export type SearchFilterParameters = Static<TObject<typeof searchFilterParameters>>

/** The parameters of `/v1/jobs`. */
export const searchParameters = {
  ...searchFilterParameters,
  description: descriptions,
  source_fields: boolean({
    description: 'Adds `source_fields`: what the source says about the job, exactly as published.',
    examples: [true],
  }),
  limit: jobListing.limit,
  cursor: text({
    description:
      'The `next_cursor` of the page before; the other filters stay as they were. Without it a search begins.',
  }),
}
