import Type from 'typebox'
import { listOf, oneOf } from '../parameters/parameter-types'
import { Organization } from '../resources/organization'
import { COUNTRIES } from '../values/country'
import { endpoint } from './services'

export const atsOrganizations = endpoint({
  path: '/v1/ats-organizations',
  summary: 'Organization list',
  description:
    'Every employer with active jobs, ordered by name, byte by byte. Built at most once an hour, so `active_jobs` may be that old; counts as one request and no jobs. The names are for the `organization` filter.',
  tag: 'Overview',
  parameters: {
    format: oneOf(['json', 'csv'], {
      default: 'json',
      description: 'Response format. In CSV, lists in a field are joined with `;`.',
      examples: ['json'],
    }),
    country: listOf(oneOf(COUNTRIES, { description: 'A country view.' }), {
      description:
        'Only employers with jobs in these countries; their `countries` and `active_jobs` stay whole.',
      examples: [['CA']],
    }),
  },
  responses: { 200: Type.Array(Organization) },
  otherContent: {
    'text/csv': Type.String({
      description: 'Header `organization,sources,countries,active_jobs`; RFC 4180, UTF-8.',
    }),
  },
  timeoutStatus: 504,
  apiKeyParameter: true,
  hasEtag: true,
  async handle({ parameters: { format, country = COUNTRIES }, services }) {
    const list = await services.organizations(format, country)
    return format === 'json' ? list : { ...list, ...CSV }
  },
})

const CSV = {
  contentType: 'text/csv; charset=utf-8',
  headers: { 'Content-Disposition': 'attachment; filename="organizations.csv"' },
}
