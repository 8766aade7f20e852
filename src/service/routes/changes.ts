import {
  type ChangeEntry,
  type ChangesQuery,
  readChanges,
} from '../../catalogue/database/queries/read-changes'
import { ChangesPage } from '../../catalogue/resources/change'
import { CHANGE_EVENTS } from '../../values/change-events'
import { COUNTRIES } from '../../values/country'
import { CatalogueRestored, DatabaseUnavailable, ParameterError } from '../../values/errors'
import { formatInstant } from '../../values/instant'
import { type JsonPieces, jsonArray } from '../../values/json-text'
import { reply } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import { descriptions } from '../parameters/job-listing'
import { boolean, int64, integer, oneOf } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import { queriesFor, type Services } from './services'

/** The country of a change log. */
export const logCountry = oneOf(COUNTRIES, {
  default: 'CA',
  description: 'Country view.',
  forSeveral: 'each country has a log of its own; ask for one after the other',
})

const query = {
  country: logCountry,
  since: int64({ default: 0n, description: 'Last sequence number already processed.' }),
  limit: integer({ minimum: 1, maximum: 1000, default: 500, description: 'Events per page.' }),
  description: descriptions,
  source_fields: boolean({ default: true, description: 'Include `source_fields`.' }),
}

export const changes = (services: Services) =>
  operation({
    operationId: 'getChanges',
    summary: 'Changes feed',
    description: `Every ${new Intl.ListFormat('en-GB').format(CHANGE_EVENTS)} event of one country, in order, seconds behind collection. Store \`next_since\` and pass it back as \`since\`. Numbers ascend; a restore of the catalogue leaves out numbers, and a \`since\` among them is a 400 of the type \`catalogue-restored\`: fill the copy again.`,
    tag: 'Feeds',
    parameters: query,
    response: ChangesPage,
    timeout: { status: 503, narrowBy: 'a smaller limit' },
  }).get('/v1/changes', async ({ context, parameters }) => {
    const { country, since, limit, description, source_fields: sourceFields } = parameters
    const parts = { description, sourceFields }
    const changesQuery = { country, since, limit, parts }
    const { entries, latestSeq, generation } = await changesSince(services, context, changesQuery)
    const next = entries.at(-1)?.seq ?? since
    const body = [
      `{"country":"${country}","events":`,
      ...jsonArray(entries.map(changePieces)),
      `,"next_since":${next},"latest_seq":${latestSeq},"more":${next < latestSeq}}`,
    ]
    const jobs = entries.filter(({ document }) => document !== null).length
    const headers = { 'X-Catalogue-Generation': String(generation) }
    return reply(context, { body, jobs, headers })
  })

/** A page of the change log. Throws `ParameterError` for a `since` that this catalogue never gave. */
export async function changesSince(
  { reads, checkGeneration }: Services,
  context: RequestContext,
  changesQuery: ChangesQuery,
): Promise<{ entries: readonly ChangeEntry[]; latestSeq: bigint; generation: number }> {
  const read = () => readChanges(queriesFor(context, reads), changesQuery)
  let page = await read()
  if (page.generation === undefined) {
    // The catalogue was restored a moment ago.
    await checkGeneration()
    page = await read()
  }
  const { country, since } = changesQuery
  const { entries, latestSeq, survivedSeq, generation } = page
  if (generation === undefined) throw new DatabaseUnavailable('a generation must be opened')
  if (survivedSeq !== undefined) throw lostCheckpoint(country, since, survivedSeq)
  if (since > latestSeq) throw beyondLog(country, since, latestSeq)
  return { entries, latestSeq, generation }
}

function beyondLog(country: string, since: bigint, latestSeq: bigint): ParameterError {
  const detail = `expected at most ${latestSeq}, the last number of ${country}, got '${since}'; the checkpoint is of another catalogue: start again from 0`
  return new ParameterError([{ parameter: 'since', detail }])
}

function lostCheckpoint(country: string, since: bigint, survivedSeq: bigint): CatalogueRestored {
  const detail = `the catalogue was restored to an earlier state: '${since}' is after ${survivedSeq}, the last number of ${country} that it still has; fill the copy again: start from 0`
  return new CatalogueRestored([{ parameter: 'since', detail }])
}

/** An event as JSON; the document of its job is JSON already. */
function changePieces(entry: ChangeEntry): JsonPieces {
  const { seq, event, jobId, occurredAt, changed, document } = entry
  const instant = formatInstant(occurredAt)
  return [
    `{"seq":${seq},"event":"${event}","job_id":${jobId},"occurred_at":"${instant}","changed":${JSON.stringify(changed)},"job":`,
    document ?? 'null',
    '}',
  ]
}
