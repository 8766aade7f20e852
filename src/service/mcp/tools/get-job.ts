import Type from 'typebox'
import { JobWithStatus } from '../../../catalogue/resources/job'
import { readDocument } from '../../../catalogue/resources/read-document'
import { int64 } from '../../parameters/parameter-types'
import { readJob } from '../../routes/job'
import { queriesFor } from '../../routes/services'
import { JobRow, jobLine, jobRow } from '../job-row'
import { cut, readable, tool } from '../tool'

/** A description is in the text and in the structure; 99 of 100 are shorter. */
const MAX_DESCRIPTION_BYTES = 16_000

const MORE = Type.Pick(JobWithStatus, ['status', 'date_removed', 'date_valid_through', 'apply_url'])

export const getJob = tool({
  name: 'get_job',
  title: 'Read a job',
  description:
    'One job with its description as text, whatever its status: a job that left has the status `expired` or `excluded`.',
  parameters: {
    id: int64({ description: 'The `id` of a job in a result of search_jobs.', examples: [1] }),
  },
  required: ['id'],
  output: Type.Object({
    ...JobRow.properties,
    ...MORE.properties,
    description_text: Type.Union([Type.String(), Type.Null()]),
  }),
  async call({ id }, { services, context }) {
    const job = readDocument(await readJob(queriesFor(context, services.reads), id))
    const { status, date_removed, date_valid_through, apply_url, description_text } = job
    const row = jobRow(job)
    const text = description_text ? cut(description_text, MAX_DESCRIPTION_BYTES) : null
    const lines = [
      jobLine(row),
      status === 'active'
        ? undefined
        : `This job is ${status}; it left on ${date_removed?.slice(0, 10)}.`,
      date_valid_through && `Apply until ${date_valid_through.slice(0, 10)}.`,
      `\n${text === null ? 'The posting has no description.' : readable(text)}`,
    ]
    return {
      jobs: 1,
      structured: {
        ...row,
        status,
        date_removed,
        date_valid_through,
        apply_url,
        description_text: text,
      },
      text: lines.filter((line) => typeof line === 'string').join('\n'),
    }
  },
})
