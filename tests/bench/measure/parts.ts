import type { Statement } from '../../../src/catalogue/database/client/drizzle'
import type { Contender } from './contenders'
import { time } from './load'
import type { Planner } from './plans'
import type { Table } from './report'
import { median, summarize } from './statistics'

/** Where a page of a search spends its time. Milliseconds include what `explain` itself costs. */
export interface Parts {
  /** Planning all statements of the request. */
  planningMs: number
  /** Finding the ids of the page, and what is read before: places, versions. */
  idsMs: number
  /** Reading the documents of the page. */
  documentsMs: number
  /** CPU of the service: parsing, building statements, joining, HTTP. */
  serviceCpuMs: number
  /** 8 kB each, read by the finding and by the reading. */
  idBuffers: number
  documentBuffers: number
}

const ROUNDS = 5

/** Takes a request apart: the median of each part. */
export async function measureParts(
  planner: Planner,
  contender: Contender,
  target: string,
): Promise<Parts> {
  const statements = await planner.statementsOf(target)
  const rounds: Omit<Parts, 'serviceCpuMs'>[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const parts = []
    for (const statement of statements) parts.push(await explainParts(planner, statement))
    rounds.push(sumOf(parts))
  }
  const { cpuMs: before } = await contender.server.usage()
  for (let round = 0; round < ROUNDS; round += 1) await time(contender, target)
  const { cpuMs: after } = await contender.server.usage()
  return { ...medianOf(rounds), serviceCpuMs: (after - before) / ROUNDS }
}

interface Plan {
  'Actual Total Time': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Relation Name'?: string
  Plans?: Plan[]
}

type Explained = { Plan: Plan; 'Planning Time': number }[]

async function explainParts(planner: Planner, statement: Statement) {
  const [explained] = await planner.explain<Explained>(statement, 'analyze, buffers, format json')
  const { Plan: whole, 'Planning Time': planningMs } = explained?.[0] ?? {}
  if (whole === undefined || planningMs === undefined) throw new Error('a plan has no root')
  const ids = idsOf(whole) ?? whole
  return {
    planningMs,
    idsMs: ids['Actual Total Time'],
    documentsMs: whole['Actual Total Time'] - ids['Actual Total Time'],
    idBuffers: buffersOf(ids),
    documentBuffers: buffersOf(whole) - buffersOf(ids),
  }
}

/** The part of a plan to whose rows a join adds the documents. */
function idsOf({ Plans: parts = [] }: Plan): Plan | undefined {
  const readsDocuments = parts.some((part) => part['Relation Name'] === 'job_documents')
  return readsDocuments ? parts[0] : parts.map(idsOf).find((part) => part !== undefined)
}

function buffersOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

type Numbers<Name extends string> = Record<Name, number>

function sumOf<Name extends string>(all: readonly Numbers<Name>[]): Numbers<Name> {
  return combined(all, (values) => values.reduce((sum, value) => sum + value, 0))
}

/** The median of each number. */
function medianOf<Name extends string>(all: readonly Numbers<Name>[]): Numbers<Name> {
  return combined(all, median)
}

function combined<Name extends string>(
  all: readonly Numbers<Name>[],
  combine: (values: number[]) => number,
): Numbers<Name> {
  const names = Object.keys(all[0] ?? {}) as Name[]
  const entries = names.map((name) => [name, combine(all.map((one) => one[name]))])
  return Object.fromEntries(entries)
}

/** One row a form: the median of its queries, and what 95 % of them do not exceed. */
export function partsTable(rows: readonly { form: string; of: readonly Parts[] }[]): Table {
  return {
    title: 'Where their time goes: ms of PostgreSQL, CPU ms of the service, buffers; medians',
    header: [
      ...['form', 'planning', 'ids', 'ids p95', 'documents', 'service'],
      ...['buffers: ids', 'ids p95', 'documents'],
    ],
    rows: rows.map(({ form, of }) => {
      const { planningMs, idsMs, documentsMs, serviceCpuMs, ...buffers } = medianOf(of)
      const p95 = (values: number[]): number => summarize(values).p95
      const slow = combined(of, p95)
      return [
        ...[form, planningMs, idsMs, slow.idsMs, documentsMs, serviceCpuMs],
        ...[buffers.idBuffers, slow.idBuffers, buffers.documentBuffers],
      ]
    }),
  }
}
