import Type, { type Static } from 'typebox'
import { JobWithStatus } from '../../catalogue/resources/job'
import type { JobDocument } from '../../catalogue/resources/read-document'
import { salaryText } from '../../values/pay/salary-text'
import { cut, oneLine } from './tool'

/** Locations of a row; a posting may have hundreds. */
const MAX_LOCATIONS = 10

/** Bytes of a text in a row. */
const MAX_TEXT_BYTES = 500

/** A job in a list: what one compares before reading a posting. */
export const JobRow = Type.Pick(JobWithStatus, [
  'id',
  'title',
  'organization',
  'date_posted',
  'locations_derived',
  'location_type',
  'salary',
  'employment_type',
  'url',
  'country',
  'work_arrangement',
])

// The cast of its `id`: JSON has no bigint, and ids are below 2^53.
export type JobRow = Omit<Static<typeof JobRow>, 'id'> & { id: number }

export function jobRow(job: JobDocument): JobRow {
  return {
    id: job.id,
    title: cut(job.title, MAX_TEXT_BYTES),
    organization: job.organization && cut(job.organization, MAX_TEXT_BYTES),
    date_posted: job.date_posted,
    locations_derived: job.locations_derived?.slice(0, MAX_LOCATIONS) ?? null,
    location_type: job.location_type,
    salary: job.salary,
    employment_type: job.employment_type,
    url: job.url,
    country: job.country,
    work_arrangement: job.work_arrangement,
  }
}

/** A row as a line of text. */
export function jobLine(row: JobRow): string {
  const { id, title, organization, locations_derived, date_posted, url } = row
  const isRemote = row.location_type === 'TELECOMMUTE' || row.work_arrangement === 'remote'
  const parts = [
    `${title} (id ${id})`,
    organization,
    locations_derived?.join('; '),
    isRemote ? 'remote' : row.work_arrangement,
    row.employment_type?.join(', '),
    row.salary && salaryText(row.salary),
    date_posted && `posted ${date_posted.slice(0, 10)}`,
    url,
  ]
  const given = parts.filter((part) => part !== null && part !== undefined && part !== '')
  return `- ${oneLine(given.join(' | '))}`
}
