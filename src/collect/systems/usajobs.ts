import Type from 'typebox'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, valuesOf } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { identifier } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import type { PublishedPlace, System } from '../system'
import { isCity, readAnnouncements, SERVICE } from './usajobs-announcements'
import { usajobsSearch } from './usajobs-search'

const BOARD = 'usajobs'

/** The announcements of the federal government of the United States: one board. */
export const usajobs: System = {
  source: 'usajobs',
  name: 'USAJOBS',
  example: 'https://www.usajobs.gov/Search/Results',
  slug: /^usajobs$/,
  boardOf: ({ hostname }) =>
    /^(?:(?:www|data)\.)?usajobs\.gov$/.test(hostname) ? { slug: BOARD } : undefined,
  isHost: (host) => host === new URL(SERVICE).host,
  postingId: postingIdAt('/job/:id', '/GetJob/ViewDetails/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  withKey: { setting: 'COLLECT_USAJOBS_KEY', read: usajobsSearch },
  async list(_board, fetch) {
    const { rows, incompleteReason } = await readAnnouncements(fetch)
    return { kind: 'listed', ...readRows(rows.filter(isOpen)), incompleteReason }
  },
  ...detail({
    request: (_board, { external_id }) => ({
      url: `${SERVICE}/api/historicjoa/announcementtext?USAJOBSControlNumbers=${external_id}`,
    }),
    parse: parseAnswer,
    read(answer, { entry, url }) {
      const text = listAt(answer, 'data').find((one) => controlNumber(one) === entry.external_id)
      if (text === undefined) throw new Error(`${url} has no text of the announcement`)
      const row = storedRow<object>(entry)
      const places = listAt(row, 'positionLocations').map(placeOf)
      return {
        title: textAt(row, 'positionTitle'),
        url: `https://www.usajobs.gov/job/${entry.external_id}`,
        organization: textAt(row, 'hiringAgencyName') ?? textAt(row, 'hiringDepartmentName'),
        date_posted: memberAt(row, 'positionOpenDate'),
        date_valid_through: memberAt(row, 'positionCloseDate'),
        places,
        ...(listAt(row, 'positionLocations').some(isRemote) && REMOTE),
        salary: {
          min: memberAt(row, 'minimumSalary'),
          max: memberAt(row, 'maximumSalary'),
          currency: 'USD',
          unit: memberAt(row, 'salaryType'),
        },
        employment_type: memberAt(row, 'workSchedule'),
        description_html: joinSections(
          SECTIONS.map(([title, member]) => ({ title, html: textAt(text, member) })),
        ),
        source_fields: sourceFields(row, SOURCE_FIELDS),
      }
    },
  }),
}

/** An announcement is listed until its applications were read; a canceled one stays, too. */
function isOpen(row: unknown): boolean {
  const status = textAt(row, 'positionOpeningStatus')
  return status === undefined || /^accepting applications$/i.test(status)
}

function controlNumber(row: unknown): string | undefined {
  return textAt(row, 'usajobsControlNumber')
}

const CONTENT = [
  'usajobsControlNumber',
  'positionTitle',
  'hiringAgencyName',
  'hiringDepartmentName',
  'workSchedule',
  'appointmentType',
  'minimumSalary',
  'maximumSalary',
  'salaryType',
  'teleworkEligible',
  'positionOpenDate',
  'positionCloseDate',
  'positionLocations',
  'hiringPaths',
  'totalOpenings',
  'announcementNumber',
]

const readRows = rowReader(
  Type.Object({ usajobsControlNumber: identifier, positionTitle: title }),
  { id: 'usajobsControlNumber', title: 'positionTitle' },
  (row) => {
    const stored = Object.fromEntries(CONTENT.map((name) => [name, memberInAnyCase(row, name)]))
    return { content: valuesOf(stored, CONTENT), stored }
  },
)

/** Members of lists are written in several cases: `positionLocations`, `PositionLocations`, `positionlocations`. */
function memberInAnyCase(row: object, name: string): unknown {
  const key = Object.keys(row).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : memberAt(row, key)
}

const SECTIONS: readonly (readonly [title: string, member: string])[] = [
  ['Summary', 'summary'],
  ['Duties', 'duties'],
  ['Conditions of employment', 'requirementsConditionsOfEmployment'],
  ['Qualifications', 'requirementsQualifications'],
  ['Education', 'requirementsEducation'],
]

const SOURCE_FIELDS = fieldPaths(
  'announcementNumber',
  'hiringDepartmentName',
  'appointmentType',
  'workSchedule',
  'teleworkEligible',
  'salaryType',
  'totalOpenings',
  { hiringPaths: 'hiringPaths[*].hiringPath' },
)

function isRemote(place: unknown): boolean {
  return /\bremote job\b/i.test(textAt(place, 'positionLocationCity') ?? '')
}

/** The city may have its state behind it: `Fort Meade, Maryland`. */
function placeOf(place: unknown): PublishedPlace | undefined {
  const text = textAt(place, 'positionLocationCity') ?? ''
  const city = isCity(text) ? text.split(',')[0] : undefined
  const region = textAt(place, 'positionLocationState')
  return publishedPlace({ city, region, country: textAt(place, 'positionLocationCountry') })
}
