import Type from 'typebox'
import { countFacets } from '../../../catalogue/database/queries/count-facets'
import type { PayBand } from '../../../catalogue/resources/explore-facets'
import { salaryText } from '../../../values/pay/salary-text'
import { facetsOf } from '../../routes/explore-facets'
import { queriesFor } from '../../routes/services'
import { filterParameters, toolFilter } from '../filters'
import { cut, oneLine, tool } from '../tool'

/** Employers at most, and bytes of the name of one. */
const MAX_EMPLOYERS = 20
const MAX_NAME_BYTES = 200

const Counts = Type.Record(Type.String(), Type.Integer())
const YesNo = Type.Object({ true: Type.Integer(), false: Type.Integer() })

export const facetsTool = tool({
  name: 'facets',
  title: 'Break a search down',
  description:
    'How many active jobs of a search each region, source, employment type, work arrangement, pay band and employer has, and how many are remote or have pay: one call in place of many counts. Use the values as filters of search_jobs. A very large search is counted by a sample; `counted` says of how many jobs.',
  parameters: filterParameters,
  required: [],
  output: Type.Object({
    counted: Type.Integer({ description: 'Jobs that were counted.' }),
    is_sample: Type.Boolean({ description: 'Whether they are a part of the jobs found.' }),
    regions: Type.Unsafe<Record<string, number>>({
      ...Counts,
      description: 'By the code of a province, territory or state.',
    }),
    sources: Counts,
    employment_types: Counts,
    remote: YesNo,
    work_arrangements: Counts,
    has_salary: YesNo,
    pay_bands: Type.Array(
      Type.Object({
        currency: Type.String(),
        unit: Type.String(),
        at_least: Type.Number(),
        jobs: Type.Integer(),
      }),
      { description: 'Jobs that `pay_at_least` finds with this amount, currency and unit.' },
    ),
    employers: Type.Array(Type.Object({ name: Type.String(), jobs: Type.Integer() })),
  }),
  async call(values, { services, context }) {
    const queries = queriesFor(context, services.reads)
    const at = services.now()
    const { isSample, counts } = await countFacets(queries, toolFilter(values), at)
    const { counted, regions, sources, types, remote, arrangements, pay, pay_bands, employers } =
      facetsOf(counts, isSample, at)
    const named = employers
      .slice(0, MAX_EMPLOYERS)
      .map(({ name, jobs }) => ({ name: cut(name, MAX_NAME_BYTES), jobs }))
    const text = [
      `Jobs counted: ${counted}${isSample ? ', a sample of those found' : ''}`,
      countLine('Regions', Object.entries(regions)),
      countLine('Employment types', Object.entries(types)),
      countLine('Sources', Object.entries(sources)),
      `Remote: ${remote.true}; with pay: ${pay.true}`,
      countLine('Arrangements', Object.entries(arrangements)),
      `Pay at least: ${pay_bands.map(bandText).join(', ') || 'none'}`,
      countLine(
        'Employers',
        named.map(({ name, jobs }) => [oneLine(name), jobs]),
      ),
    ]
    return {
      jobs: 0,
      structured: {
        counted,
        is_sample: isSample,
        regions,
        sources,
        employment_types: types,
        remote,
        work_arrangements: arrangements,
        has_salary: pay,
        pay_bands,
        employers: named,
      },
      text: text.join('\n'),
    }
  },
})

/** `CAD 25 an hour 12`. */
function bandText({ currency, unit, at_least, jobs }: PayBand): string {
  const salary = { '@type': 'QuantitativeValue' as const, value: at_least, unitText: unit }
  return `${salaryText({ '@type': 'MonetaryAmount', currency, value: salary })} ${jobs}`
}

/** The largest first. */
function countLine(title: string, counts: readonly (readonly [string, number])[]): string {
  const sorted = counts.toSorted(([, a], [, b]) => b - a)
  return `${title}: ${sorted.map(([value, jobs]) => `${value} ${jobs}`).join(', ') || 'none'}`
}
