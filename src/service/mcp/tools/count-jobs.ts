import Type from 'typebox'
import { countJobs } from '../../../catalogue/database/queries/count-jobs'
import { queriesFor } from '../../routes/services'
import { filterParameters, Notices, noticeLines, noticesOf, toolFilter } from '../filters'
import { tool } from '../tool'

export const countJobsTool = tool({
  name: 'count_jobs',
  title: 'Count jobs',
  description:
    'How many active jobs match all filters, without returning them. To compare places, employers or periods, call it for each.',
  parameters: filterParameters,
  required: [],
  output: Type.Object({ count: Type.Integer(), notices: Notices }),
  async call(values, call) {
    const filter = toolFilter(values)
    const queries = queriesFor(call.context, call.services.reads)
    const count = Number(await countJobs(queries, filter, { withExpired: false }))
    const notices = await noticesOf(values, filter, count, call)
    const text = [`Active jobs that match: ${count}`, ...noticeLines(notices)]
    return { jobs: 0, structured: { count, notices }, text: text.join('\n') }
  },
})
