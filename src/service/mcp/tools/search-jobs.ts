import Type from 'typebox'
import { countJobs } from '../../../catalogue/database/queries/count-jobs'
import { readDocument } from '../../../catalogue/resources/read-document'
import { plural } from '../../../values/plural'
import { readCursor, writeCursor } from '../../filters/search-cursor'
import { integer, text } from '../../parameters/parameter-types'
import { sort } from '../../parameters/pay-and-arrangement'
import { type FoundJob, findPage } from '../../routes/search-page'
import { queriesFor } from '../../routes/services'
import { filterParameters, Notices, noticeLines, noticesOf, toolFilter } from '../filters'
import { JobRow, jobLine, jobRow } from '../job-row'
import { MAX_FOUND_JOBS, rowsThatFit, tool } from '../tool'

/** A cursor is valid only with these of its first page. */
const orderedFilters = { ...filterParameters, sort }

export const searchJobsTool = tool({
  name: 'search_jobs',
  title: 'Search jobs',
  description:
    'Active jobs that match all filters, newest first or by pay, without descriptions. Begin with few words in `title` or `description` and a `location`. `total` is how many match; send `next_cursor` as `cursor`, with the same filters, for more.',
  parameters: {
    ...orderedFilters,
    limit: integer({
      minimum: 1,
      maximum: MAX_FOUND_JOBS,
      default: 10,
      description: 'Jobs at most.',
    }),
    cursor: text({ description: 'The `next_cursor` of the result before, with the same filters.' }),
  },
  required: [],
  output: Type.Object({
    jobs: Type.Array(JobRow),
    total: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Jobs that match; null in a later part.',
    }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Null in the last part.',
    }),
    notices: Notices,
  }),
  async call(values, call) {
    const { limit, cursor: cursorText } = values
    const { services, context } = call
    const database = queriesFor(context, services.reads)
    const filter = toolFilter(values)
    const cursor =
      cursorText === undefined ? undefined : readCursor(cursorText, values, orderedFilters)
    const { rows, next } = await findPage(database, {
      cursor,
      begun: cursor?.begun ?? services.now(),
      filter,
      limit,
      sort: values.sort,
      parts: { description: 'none', sourceFields: false },
      toRows: (found) => rowsThatFit(found.values().map(rowOf)),
    })
    const nextCursor = next === undefined ? null : writeCursor(next, values, orderedFilters)
    const isFirst = cursor === undefined
    const total = isFirst ? await countJobs(database, filter, { withExpired: false }) : null
    const notices = total === null ? [] : await noticesOf(values, filter, Number(total), call)
    return {
      jobs: rows.length,
      structured: {
        jobs: rows.map(({ structured }) => structured),
        total: total === null ? null : Number(total),
        next_cursor: nextCursor,
        notices,
      },
      text: [
        ...noticeLines(notices),
        heading(rows.length, total),
        ...rows.map(({ line }) => line),
        ...(nextCursor === null ? [] : [`More with cursor ${nextCursor}`]),
      ].join('\n'),
    }
  },
})

function heading(shown: number, total: bigint | null): string {
  if (shown === 0) return 'No job matches.'
  const jobs = plural(shown, 'job')
  return total === null ? `${jobs}:` : `${jobs} of ${total} that match:`
}

function rowOf({ document }: FoundJob) {
  const structured = jobRow(readDocument(document))
  return { structured, line: jobLine(structured) }
}
