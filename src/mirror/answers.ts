import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ChangesPage } from '../catalogue/resources/change'
import { type JobWithStatus, SearchPage } from '../catalogue/resources/job'
import { Stats } from '../catalogue/resources/stats'
import type { Country } from '../values/country'
import { parseInstant } from '../values/instant'
import { isNestedDeeper, MAX_NESTING } from '../values/nesting'
import { schemaIssue } from '../values/schema-issue'

/** A value of the interface as JSON has it: ids are numbers. */
type Wire<Value> = Value extends bigint
  ? number
  : Value extends readonly (infer Element)[]
    ? Wire<Element>[]
    : Value extends object
      ? { [Name in keyof Value]: Wire<Value[Name]> }
      : Value

/** A job as clients receive it. */
export type Job = Wire<Static<typeof JobWithStatus>>
export type JobsAnswer = Wire<Static<typeof SearchPage>>
export type ChangesAnswer = Wire<Static<typeof ChangesPage>>
/** An event of the change log; `job` is null when the job left. */
export type ChangeEvent = ChangesAnswer['events'][number]
export type StatsAnswer = Wire<Static<typeof Stats>>

/** An answer that is not as documented. It is not requested again, and nothing of it is stored. */
export class UnexpectedAnswer extends Error {
  constructor(path: string, issue: string) {
    super(`${path}: the answer is not as documented: ${issue}; nothing of it was stored`)
  }
}

/** `format` alone takes days that do not exist. */
const DATE_TIME = Type.Refine(
  Type.String({ expected: 'a date-time' }),
  (text) => parseInstant(text) !== undefined,
)

const jobsPage = Compile(asRead(SearchPage))
const changesPage = Compile(asRead(ChangesPage))
const stats = Compile(asRead(Stats))

/** The bounds of a page that was requested. */
interface Asked {
  country: Country
  limit: number
}

export function checkJobs(body: unknown, { country, limit }: Asked): JobsAnswer {
  const path = '/v1/jobs'
  const page = checked<JobsAnswer>(jobsPage, path, body)
  checkLength(path, 'jobs', page.jobs, limit)
  for (const [at, job] of page.jobs.entries()) {
    checkEqual(path, `jobs[${at}].country`, job.country, country)
  }
  if (page.next_cursor !== null && page.jobs.length === 0) {
    throw new UnexpectedAnswer(path, 'next_cursor: expected null on a page without jobs')
  }
  return page
}

/** A page of the change log after `since`, whose numbers ascend, and which gets further if there is more. */
export function checkChanges(
  body: unknown,
  { country, limit, since }: Asked & { since: number },
): ChangesAnswer {
  const path = '/v1/changes'
  const page = checked<ChangesAnswer>(changesPage, path, body)
  checkEqual(path, 'country', page.country, country)
  checkLength(path, 'events', page.events, limit)
  let last = since
  for (const [at, { seq, job_id, job }] of page.events.entries()) {
    checkLeast(path, `events[${at}].seq`, seq, last + 1)
    last = seq
    if (job === null) continue
    checkEqual(path, `events[${at}].job.id`, job.id, job_id)
    checkEqual(path, `events[${at}].job.country`, job.country, country)
  }
  checkLeast(path, 'next_since', page.next_since, last)
  checkLeast(path, 'latest_seq', page.latest_seq, page.next_since)
  if (page.more && page.events.length === 0) {
    throw new UnexpectedAnswer(path, 'more: expected false on a page without events')
  }
  return page
}

export function checkStats(body: unknown, country: Country): StatsAnswer {
  const path = '/v1/stats'
  const answer = checked<StatsAnswer>(stats, path, body)
  checkEqual(path, 'country', answer.country, country)
  return answer
}

/** Of a page, whose jobs may have source fields that are nested as deep as an import allows. */
const MAX_DEPTH = MAX_NESTING + 10

type Validator = ReturnType<typeof Compile>

function checked<Body>(validator: Validator, path: string, body: unknown): Body {
  if (isNestedDeeper(body, MAX_DEPTH)) {
    throw new UnexpectedAnswer(path, `it is nested deeper than ${MAX_DEPTH} levels`)
  }
  // The cast: the body fits the schema of this type.
  if (validator.Check(body)) return body as Body
  throw new UnexpectedAnswer(path, schemaIssue(validator, body, 'the body'))
}

function checkEqual(path: string, member: string, got: unknown, expected: unknown): void {
  if (got === expected) return
  throw new UnexpectedAnswer(path, `${member}: expected ${expected}, got '${got}'`)
}

function checkLeast(path: string, member: string, got: number, least: number): void {
  if (got >= least) return
  throw new UnexpectedAnswer(path, `${member}: expected at least ${least}, got ${got}`)
}

function checkLength(path: string, member: string, list: unknown[], limit: number): void {
  if (list.length <= limit) return
  throw new UnexpectedAnswer(path, `${member}: expected at most ${limit}, got ${list.length}`)
}

/** JSON Schema, as far as resources use it. */
interface Schema {
  type?: string
  format?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
  additionalProperties?: boolean | TSchema
}

/** A schema for readers: other members may come, ids are integers that a number holds exactly, and dates exist. */
function asRead(schema: TSchema): TSchema {
  // The cast: TypeBox's schemas are JSON Schema.
  const { format, properties, items, anyOf, additionalProperties, ...rest } = schema as Schema
  if (format === 'int64') return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
  if (format === 'date-time') return DATE_TIME
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, asRead(member)]),
      ),
    }),
    ...(items && { items: asRead(items) }),
    ...(anyOf && { anyOf: anyOf.map(asRead) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: asRead(additionalProperties),
    }),
  }
}
