import Type from 'typebox'
import { Organization } from '../../catalogue/resources/organization'
import { COUNTRIES } from '../../values/country'
import { reply } from '../http/reply'
import { listOf, oneOf } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import type { Services } from './services'

const query = {
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
}

const CSV = {
  contentType: 'text/csv; charset=utf-8',
  headers: { 'Content-Disposition': 'attachment; filename="organizations.csv"' },
}

export const atsOrganizations = ({ organizations }: Services) =>
  operation({
    operationId: 'getAtsOrganizations',
    summary: 'Organization list',
    description:
      'Every employer with active jobs, ordered by name, byte by byte. Built at most once an hour, so `active_jobs` may be that old; counts as one request and no jobs. The names are for the `organization` filter.',
    tag: 'Overview',
    parameters: query,
    response: Type.Array(Organization),
    otherContent: {
      'text/csv': Type.String({
        description: 'Header `organization,sources,countries,active_jobs`; RFC 4180, UTF-8.',
      }),
    },
    timeout: { status: 504 },
    acceptsQueryKey: true,
    hasEtag: true,
  }).get(
    '/v1/ats-organizations',
    async ({ context, parameters: { format, country = COUNTRIES } }) => {
      const list = await organizations(format, country)
      return reply(context, format === 'json' ? list : { ...list, ...CSV })
    },
  )
