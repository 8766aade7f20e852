import { type ChangeEntry, readChanges } from '../database/queries/read-changes'
import { type JsonPieces, jsonArray } from '../http/json'
import { descriptions } from '../parameters/job-listing'
import { boolean, int64, integer, oneOf } from '../parameters/parameter-types'
import { ChangesPage } from '../resources/change'
import { COUNTRIES } from '../values/country'
import { ParameterError } from '../values/errors'
import { formatInstant } from '../values/instant'
import { JsonText } from '../values/json-text'
import { chosenParts } from './job-list'
import { endpoint } from './services'

export const changes = endpoint({
  path: '/v1/changes',
  summary: 'Changes feed',
  description:
    'Every created, updated, expired and excluded event of one country, in order, seconds behind collection. Store `next_since` and pass it back as `since`.',
  tag: 'Feeds',
  parameters: {
    country: oneOf(COUNTRIES, { default: 'CA', description: 'Country view.' }),
    since: int64({ default: 0n, description: 'Last sequence number already processed.' }),
    limit: integer({ minimum: 1, maximum: 1000, default: 500, description: 'Events per page.' }),
    description: descriptions,
    source_fields: boolean({ default: true, description: 'Include `source_fields`.' }),
  },
  responses: { 200: ChangesPage },
  timeoutStatus: 503,
  async handle({ parameters, services }) {
    const { country, since, limit } = parameters
    const { entries, latestSeq } = await readChanges(services.database, {
      country,
      since,
      limit,
      parts: chosenParts(parameters),
    })
    if (since > latestSeq) throw beyondLog(country, since, latestSeq)
    const next = entries.at(-1)?.seq ?? since
    const body = new JsonText([
      `{"country":"${country}","events":`,
      ...jsonArray(entries.map(changePieces)),
      `,"next_since":${next},"latest_seq":${latestSeq},"more":${next < latestSeq}}`,
    ])
    return { body, jobs: entries.filter(({ document }) => document !== null).length }
  },
})

function beyondLog(country: string, since: bigint, latestSeq: bigint): ParameterError {
  const detail = `expected at most ${latestSeq}, the last number of ${country}, got '${since}'; the checkpoint is of another catalogue: start again from 0`
  return new ParameterError([{ parameter: 'since', detail }])
}

/** An event as JSON; the job's document is that already. */
function changePieces(entry: ChangeEntry): JsonPieces {
  const { seq, event, jobId, occurredAt, changed, document } = entry
  const instant = formatInstant(occurredAt)
  return [
    `{"seq":${seq},"event":"${event}","job_id":${jobId},"occurred_at":"${instant}","changed":${JSON.stringify(changed)},"job":`,
    document ?? 'null',
    '}',
  ]
}
