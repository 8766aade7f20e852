import type { parquetWriteRows } from 'hyparquet-writer'
import type { Job } from './answers'

type SchemaElement = NonNullable<Parameters<typeof parquetWriteRows>[0]['schema']>[number]

type Kind = 'text' | 'json' | 'integer' | 'number' | 'instant' | 'texts' | 'numbers'

/** The columns of a file, their types, and how the value is found if it is not the member of this name. */
const COLUMNS: readonly [name: string, kind: Kind, read?: (job: Job) => unknown][] = [
  ['id', 'integer'],
  ['country', 'text'],
  ['status', 'text'],
  ['title', 'text'],
  ['organization', 'text'],
  ['date_posted', 'instant'],
  ['date_created', 'instant'],
  ['date_modified', 'instant'],
  ['date_removed', 'instant'],
  ['date_valid_through', 'instant'],
  ['locations_derived', 'texts'],
  ['locations_alt', 'texts'],
  ['cities_derived', 'texts'],
  ['regions_derived', 'texts'],
  ['countries_derived', 'texts'],
  ['lats_derived', 'numbers'],
  ['lngs_derived', 'numbers'],
  ['location_type', 'text'],
  ['work_arrangement', 'text'],
  ['employment_type', 'texts'],
  ['salary_currency', 'text', ({ salary }) => salary?.currency],
  ['salary_min', 'number', (job) => amountOf(job, 'minValue')],
  ['salary_max', 'number', (job) => amountOf(job, 'maxValue')],
  ['salary_unit', 'text', ({ salary }) => salary?.value.unitText],
  ['url', 'text'],
  ['apply_url', 'text'],
  ['source', 'text'],
  ['source_type', 'text'],
  ['source_domain', 'text'],
  ['source_slug', 'text'],
  ['locations', 'json'],
  ['source_fields', 'json'],
  ['description_text', 'text'],
  ['description_html', 'text'],
]

/** The columns of a file of events before those of its job. */
const EVENT_COLUMNS = [
  ['seq', 'integer'],
  ['event', 'text'],
  ['job_id', 'integer'],
  ['occurred_at', 'instant'],
  ['changed', 'texts'],
] as const satisfies readonly [name: string, kind: Kind][]

type EventCells = Record<(typeof EVENT_COLUMNS)[number][0], unknown> & { country: string }

/** The columns of events, each with its job as it was last seen, without descriptions; null for a job that is not kept. */
export function eventColumns() {
  const jobs = columnsOf('none', true)
  const own = EVENT_COLUMNS.map(([name]) => ({ name }))
  const [root, ...members] = jobs.schema
  return {
    columns: [...own, { name: 'country' }, ...jobs.columns],
    schema: [
      { ...root, name: 'events', num_children: own.length + 1 + jobs.columns.length },
      ...EVENT_COLUMNS.flatMap(([name, kind]) => schemaOf(name, kind)),
      ...schemaOf('country', 'text'),
      ...members,
    ] satisfies SchemaElement[],
    rowOf: (event: EventCells, job: Job | undefined): Record<string, unknown> => ({
      ...Object.fromEntries(EVENT_COLUMNS.map(([name, kind]) => [name, cellOf(kind, event[name])])),
      country: event.country,
      ...(job === undefined
        ? Object.fromEntries(jobs.columns.map(({ name }) => [name, null]))
        : jobs.rowOf(job)),
    }),
  }
}

/** The columns of jobs that were read with these descriptions. A partition has its country in its name. */
export function columnsOf(description: string, isPartition: boolean) {
  const columns = COLUMNS.filter(([name]) => {
    if (name === 'country') return !isPartition
    const [, form] = /^description_(.*)$/.exec(name) ?? []
    return form === undefined || description === form || description === 'both'
  })
  return {
    columns: columns.map(([name]) => ({ name })),
    schema: [
      { name: 'jobs', num_children: columns.length },
      ...columns.flatMap(([name, kind]) => schemaOf(name, kind)),
    ] satisfies SchemaElement[],
    rowOf: (job: Job): Record<string, unknown> =>
      Object.fromEntries(
        columns.map(([name, kind, read = member(name)]) => [name, cellOf(kind, read(job))]),
      ),
  }
}

const member = (name: string) => (job: Job) =>
  new Map<string, unknown>(Object.entries(job)).get(name)

const amountOf = ({ salary }: Job, end: 'minValue' | 'maxValue') =>
  salary?.value[end] ?? salary?.value.value

function cellOf(kind: Kind, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'integer') return BigInt(Number(value))
  return kind === 'instant' ? new Date(String(value)) : value
}

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const
const NUMBER = { type: 'DOUBLE' } as const

const TYPES = {
  text: TEXT,
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  integer: { type: 'INT64' },
  number: NUMBER,
  instant: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
} as const

/** A list has three levels in Parquet: the list, its entries, and the value of an entry. */
function schemaOf(name: string, kind: Kind): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const
  if (kind !== 'texts' && kind !== 'numbers') return [{ name, ...optional, ...TYPES[kind] }]
  return [
    { name, ...optional, num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', ...optional, ...(kind === 'texts' ? TEXT : NUMBER) },
  ]
}
