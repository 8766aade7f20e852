import { COUNTRIES } from '../../values/country'
import { boolean, instant, listOf, oneOf, source, text } from './parameter-types'

/** The syntax of plain filters, as a part of their descriptions. Links are relative to the service. */
export const PLAIN =
  'Several words are all required; `"..."` is a phrase, `OR` means either, a leading `-` excludes, a trailing `*` matches a prefix, parentheses around an `OR` group. [Operators of other search engines](/search-syntax#operators-of-other-search-engines) (`NOT`, `&&`, `NEAR/5`) are read as what they mean, and `X-Notices` says the reading. Accents and case are ignored. [More](/search-syntax#plain-filters).'
const ADVANCED =
  "Operators: `&`, `|`, `!`, `<->` (followed by), `<N>` (within N words), `'...'` (phrase), `( )` and `:*` (prefix). [More](/search-syntax#advanced-filters)."

const employer = text({ description: 'An employer, exactly as `/v1/ats-organizations` names it.' })

const sourceSystem = source({
  description: 'A source system, such as `greenhouse` or `careerpage`.',
})

/** The filters of the feeds of new and modified jobs, and of the count. */
export const commonFilters = {
  title: text({
    description: `Searches the job title. ${PLAIN}`,
    examples: ['engineer OR developer', '"software engineer" -senior'],
  }),
  title_advanced: text({
    description: `Boolean search on the job title; replaces \`title\`. ${ADVANCED}`,
    examples: ['(engineer | developer) & !senior'],
  }),
  description: text({
    description: `Searches title, employer and description together. ${PLAIN}`,
    examples: ['customer service', 'nurs* -"night shift"'],
  }),
  description_advanced: text({
    description: `Boolean search on title, employer and description; replaces \`description\`. ${ADVANCED}`,
    examples: ['(python | excel) & !senior'],
  }),
  location: text({
    description:
      'Places as `City, Region, Country` or a part of it, joined by `OR`; codes of regions, lists and names of areas are read as they are meant. [More](/search-syntax#location).',
    examples: ['Toronto, Ontario, Canada', 'Ontario OR Quebec'],
  }),
  location_advanced: text({
    description: `Boolean search on \`City Region Country\` of each location; replaces \`location\`. ${ADVANCED}`,
    examples: ['canada & !quebec', "'new york' | toronto"],
  }),
  organization_advanced: text({
    description: `Boolean search on the employer's name. ${ADVANCED}`,
    examples: ['health | hospital'],
  }),
  country: listOf(oneOf(COUNTRIES, { description: 'A country view.' }), {
    default: COUNTRIES,
    description: 'Country views to include.',
    examples: [['CA']],
  }),
  organization: listOf(employer, {
    joinsNeighbours: true,
    description:
      'Exact, case-sensitive employer names. A name with a comma needs no quotes, unless it has more than three commas. To find a name whatever its case, use `organization_advanced`, such as `uber`; `/v1/ats-organizations` lists all names.',
    examples: [['Wrenrill Montessori Academy', '"Yoshida, Greyling & Sons"']],
  }),
  exclude_organization: listOf(employer, {
    joinsNeighbours: true,
    description: 'Employers to leave out; same rules. Jobs without an employer stay.',
    examples: [['Wrenrill Montessori Academy']],
  }),
  source: listOf(sourceSystem, {
    description:
      "Source systems to include, case ignored. `careerpage` is an employer's own career site.",
    examples: [['greenhouse', 'workday']],
  }),
  exclude_source: listOf(sourceSystem, {
    description: 'Source systems to leave out; same rules.',
    examples: [['careerpage']],
  }),
  date_posted_gte: instant({
    description:
      'Posted at or after this date-time; UTC when no zone is given. Jobs without `date_posted` are left out.',
    examples: ['2026-01-01T00:00:00Z'],
  }),
  date_posted_lt: instant({
    description: 'Posted before this date-time. Jobs without `date_posted` are left out.',
    examples: ['2030-01-01T00:00:00Z'],
  }),
  date_created_gte: instant({
    description:
      'First collected at or after this date-time, to replay a missed window exactly. It narrows the window and never widens it: where there is a `time_frame`, it must reach back as far (`7d` or `6m`), or the answer is empty.',
    examples: ['2026-01-01T00:00:00Z'],
  }),
  date_created_lt: instant({
    description:
      'First collected before this date-time. It narrows the window and never widens it, as `date_created_gte` does.',
    examples: ['2030-01-01T00:00:00Z'],
  }),
  has_salary: boolean({
    description: '`true`: only jobs with published pay; `false`: only jobs without.',
    examples: [true],
  }),
  remote: boolean({
    description:
      '`true`: only jobs that the employer marks remote, whose `location_type` is `TELECOMMUTE`; `false`: all others. `work_arrangement` does not count.',
    examples: [true],
  }),
  has_no_location: boolean({
    description: '`true`: only jobs without a resolved location; `false`: only jobs with one.',
    examples: [false],
  }),
}
