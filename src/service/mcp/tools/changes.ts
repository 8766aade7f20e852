import Type from 'typebox'
import type { ChangeEntry } from '../../../catalogue/database/queries/read-changes'
import { readDocument } from '../../../catalogue/resources/read-document'
import { CHANGE_EVENTS } from '../../../values/change-events'
import { formatInstant } from '../../../values/instant'
import { plural } from '../../../values/plural'
import { int64, integer } from '../../parameters/parameter-types'
import { changesSince, logCountry } from '../../routes/changes'
import { JobRow, jobLine, jobRow } from '../job-row'
import { MAX_FOUND_JOBS, rowsThatFit, tool } from '../tool'

const Change = Type.Object({
  event: Type.Enum(CHANGE_EVENTS),
  job_id: Type.Integer(),
  occurred_at: Type.String({ format: 'date-time' }),
  changed: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'The changed fields of an `updated` event.',
  }),
  job: Type.Union([JobRow, Type.Null()], {
    description: 'The job as it is now; null when it left.',
  }),
})

export const changesTool = tool({
  name: 'changes',
  title: 'What changed',
  description:
    'Jobs of one country that were added, changed or removed since a checkpoint, the oldest first. Without `since` it returns no events and the checkpoint of now as `next_since`: keep it, and send it as `since` next time. While `more` is true, send `next_since` again. It has no other filters: to see what is new in a search, use search_jobs with `date_created_gte`.',
  parameters: {
    country: logCountry,
    since: int64({ description: 'The `next_since` of an earlier result.', examples: [4711] }),
    limit: integer({
      minimum: 1,
      maximum: MAX_FOUND_JOBS,
      default: 10,
      description: 'Events at most.',
    }),
  },
  required: [],
  output: Type.Object({
    events: Type.Array(Change),
    next_since: Type.Integer({ description: 'The checkpoint after these events.' }),
    more: Type.Boolean({ description: 'Whether later events exist.' }),
  }),
  async call({ country, since, limit }, { services, context }) {
    const parts = { description: 'none', sourceFields: false } as const
    const asked = { country, since: since ?? 0n, limit: since === undefined ? 1 : limit, parts }
    const { entries, latestSeq } = await changesSince(services, context, asked)
    const rows = since === undefined ? [] : rowsThatFit(entries.values().map(changeOf))
    const next = since === undefined ? latestSeq : (entries[rows.length - 1]?.seq ?? since)
    const events = rows.map(({ structured }) => structured)
    const more = next < latestSeq
    const text = [
      since === undefined
        ? `Checkpoint of now: ${next}. Send it as since to learn what changed after it.`
        : `${plural(rows.length, 'event')} since ${since}; next_since ${next}${more ? ', more follow' : ''}:`,
      ...rows.map(({ line }) => line),
    ]
    return {
      jobs: events.filter(({ job }) => job !== null).length,
      structured: { events, next_since: Number(next), more },
      text: text.join('\n'),
    }
  },
})

function changeOf({ event, jobId, occurredAt, changed, document }: ChangeEntry) {
  const job = document === null ? null : jobRow(readDocument(document))
  const what = changed === null ? event : `${event} (${changed.join(', ')})`
  return {
    structured: {
      event,
      job_id: Number(jobId),
      occurred_at: formatInstant(occurredAt),
      changed,
      job,
    },
    line: job === null ? `- ${what} | id ${jobId}` : `- ${what} ${jobLine(job).slice('- '.length)}`,
  }
}
