import Type, { type Static } from 'typebox'
import { COUNTRIES } from '../../values/country'
import { component } from './job-parts'

export const Organization = component(
  'Organization',
  'An employer that is hiring.',
  {
    organization: Type.String({
      description:
        'Employer name, exactly as the `organization` filter takes it; in double quotes there when it has a comma.',
    }),
    sources: Type.Array(Type.String(), {
      description: 'Source systems that the employer hires through.',
    }),
    countries: Type.Array(Type.Enum(COUNTRIES), {
      description: 'Countries in which the employer has active jobs.',
    }),
    active_jobs: Type.Integer({
      format: 'int32',
      minimum: 1,
      description: 'Active jobs in all its countries.',
    }),
  },
  { organization: 'Wrenrill Health', sources: ['greenhouse'], countries: ['CA'], active_jobs: 12 },
)

export type Organization = Static<typeof Organization>

const COLUMNS = ['organization', 'sources', 'countries', 'active_jobs'] as const

/** The employers as CSV (RFC 4180). Lists in a field are joined with ';'. */
export function organizationsCsv(organizations: readonly Organization[]): string {
  const rows = organizations.map((row) =>
    COLUMNS.map((name) => {
      const value = row[name]
      return csvField(Array.isArray(value) ? value.join(';') : String(value))
    }).join(),
  )
  return [COLUMNS.join(), ...rows].map((row) => `${row}\r\n`).join('')
}

/** Quotes a field. Text that looks like a spreadsheet formula is not changed: the `organization` filter needs exact names. */
function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
