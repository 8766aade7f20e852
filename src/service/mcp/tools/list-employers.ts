import Type from 'typebox'
import { Organization } from '../../../catalogue/resources/organization'
import { analyze } from '../../../text/search/index/analyzer'
import { commonFilters } from '../../parameters/common-filters'
import { integer, text } from '../../parameters/parameter-types'
import { oneLine, tool } from '../tool'

interface Employer {
  organization: Organization
  /** The words of the name, each between spaces. */
  words: string
}

/** The employers of a list, which is built once an hour. */
const lists = new WeakMap<object, readonly Employer[]>()

export const listEmployers = tool({
  name: 'list_employers',
  title: 'List employers',
  description:
    'Employers with active jobs, those with the most jobs first. The names are for `organization` and `exclude_organization`, which take exact names.',
  parameters: {
    name: text({
      description: 'Words of the name, also their beginnings; case and accents are ignored.',
      examples: ['health'],
    }),
    country: commonFilters.country,
    limit: integer({ minimum: 1, maximum: 50, default: 20, description: 'Employers at most.' }),
  },
  required: [],
  output: Type.Object({
    employers: Type.Array(Organization),
    total: Type.Integer({ description: 'Employers that match.' }),
  }),
  async call({ name = '', country, limit }, { services }) {
    const list = await services.organizations('json', country)
    const wanted = analyze(name).map((word) => ` ${word}`)
    const found = employersOf(list.body).filter(({ words }) =>
      wanted.every((word) => words.includes(word)),
    )
    const employers = found.slice(0, limit).map(({ organization }) => organization)
    const lines = employers.map(
      ({ organization, active_jobs, countries }) =>
        `- ${oneLine(organization)} | active jobs: ${active_jobs} | ${countries.join(', ')}`,
    )
    const text = [`${employers.length} of ${found.length} employers:`, ...lines].join('\n')
    return { jobs: 0, structured: { employers, total: found.length }, text }
  },
})

function employersOf(body: Uint8Array): readonly Employer[] {
  const known = lists.get(body)
  if (known !== undefined) return known
  const organizations: Organization[] = JSON.parse(Buffer.from(body).toString())
  const employers = organizations
    .toSorted((a, b) => b.active_jobs - a.active_jobs)
    .map((organization) => ({
      organization,
      words: ` ${analyze(organization.organization).join(' ')}`,
    }))
  lists.set(body, employers)
  return employers
}
