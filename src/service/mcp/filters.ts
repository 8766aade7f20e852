import Type, { type Static, type TObject } from 'typebox'
import { COLUMN_FILTERS } from '../../catalogue/job-filter'
import type { Notice } from '../../values/notice'
import { commonFilter, MEMBERS, type ReadFilter } from '../filters/job-filter'
import { payFilter } from '../filters/pay-filter'
import { commonFilters } from '../parameters/common-filters'
import { payAndArrangement } from '../parameters/pay-and-arrangement'
import { searchFilterParameters } from '../parameters/search-parameters'
import { queriesFor } from '../routes/services'
import type { ToolCall } from './tool'

/** Every filter that one column answers is one of the tools too, but these: assistants ask for employers, not for systems. */
const NOT_IN_TOOLS = ['source', 'exclude_source'] as const

const DEFINITIONS = { ...searchFilterParameters, ...commonFilters, ...payAndArrangement }

/** The filters of the tools, as the feeds and the search define them. */
export const filterParameters = {
  title: commonFilters.title,
  description: commonFilters.description,
  location: commonFilters.location,
  country: commonFilters.country,
  organization: commonFilters.organization,
  organization_advanced: commonFilters.organization_advanced,
  ...columnParameters(),
  pay_at_least: payAndArrangement.pay_at_least,
  pay_unit: payAndArrangement.pay_unit,
  pay_currency: payAndArrangement.pay_currency,
  date_posted_gte: commonFilters.date_posted_gte,
  date_posted_lt: commonFilters.date_posted_lt,
  date_created_gte: commonFilters.date_created_gte,
  date_created_lt: commonFilters.date_created_lt,
}

type ColumnParameter = Exclude<
  {
    [Name in keyof typeof MEMBERS]: (typeof MEMBERS)[Name] extends keyof typeof COLUMN_FILTERS
      ? Name
      : never
  }[keyof typeof MEMBERS],
  (typeof NOT_IN_TOOLS)[number]
>

/** The parameters whose member is a row of `COLUMN_FILTERS`. */
function columnParameters(): Pick<typeof DEFINITIONS, ColumnParameter> {
  const names = Object.entries(MEMBERS).flatMap(([name, member]) =>
    Object.hasOwn(COLUMN_FILTERS, member) && !NOT_IN_TOOLS.some((one) => one === name)
      ? [name]
      : [],
  )
  // The names are those of the type, made from the same table.
  return Object.fromEntries(names.map((name) => [name, Reflect.get(DEFINITIONS, name)])) as Pick<
    typeof DEFINITIONS,
    ColumnParameter
  >
}

export type FilterValues = Static<TObject<typeof filterParameters>>

/** The filter of a tool. Throws `ParameterError`. */
export function toolFilter(values: FilterValues & { sort?: 'newest' | 'pay' }): ReadFilter {
  return { ...commonFilter(values), pay: payFilter(values) }
}

/** What the service says of the filters: how it read them, and which values no job has. */
export const Notices = Type.Array(
  Type.Object({
    parameter: Type.String(),
    detail: Type.String(),
    suggestion: Type.Union([Type.String(), Type.Null()], {
      description: 'A whole value for the parameter.',
    }),
    with: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
        description: 'What to send beside the suggestion; null: leave the parameter out.',
      }),
    ),
  }),
  { description: 'How the filters were read, and values that no job has.' },
)

/** The notices of an answer that is the first to a search, which finds `found` jobs. */
export async function noticesOf(
  values: FilterValues,
  filter: ReadFilter,
  found: number,
  { services, context }: ToolCall,
): Promise<Notice[]> {
  const queries = queriesFor(context, services.reads)
  return await services.notices({
    queries,
    parameters: { pay_at_least: undefined, employment_type: undefined, ...values },
    filter,
    found,
  })
}

export function noticeLines(notices: readonly Notice[]): string[] {
  return notices.map(
    ({ parameter, detail, suggestion, with: beside = {} }) =>
      `Note on ${parameter}: ${detail}${suggestion === null ? '' : `; try ${[suggestion, ...besideLines(beside)].join(', ')}`}`,
  )
}

function besideLines(beside: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(beside).map(([name, value]) => {
    return value === null ? `without ${name}` : `${name}=${value}`
  })
}
