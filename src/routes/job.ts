import { findJob, findRemoval } from '../database/queries/find-job'
import { reply, versioned } from '../http/reply'
import { int64 } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import { JobWithStatus } from '../resources/job'
import { JobPruned, NotFound } from '../values/errors'
import { formatInstant } from '../values/instant'
import { queriesFor, type Services } from './services'

export const job = ({ reads }: Services) =>
  operation({
    operationId: 'getJobsById',
    summary: 'Get a job',
    description:
      'One job with both descriptions and `source_fields`, whatever its status. A service may delete jobs that left more than 183 days ago: 404 `job-pruned`.',
    tag: 'Search',
    parameters: {},
    pathParameters: { id: int64({ description: 'A job id.', examples: [1] }) },
    response: JobWithStatus,
    timeout: { status: 503 },
    hasEtag: true,
  }).get('/v1/jobs/:id', async ({ context, pathParameters: { id } }) => {
    const queries = queriesFor(context, reads)
    const document = await findJob(queries, id)
    if (document === undefined) throw missing(id, await findRemoval(queries, id))
    return reply(context, { ...versioned(document), jobs: 1 })
  })

function missing(id: bigint, leftAt: Date | undefined): NotFound | JobPruned {
  if (leftAt === undefined) return new NotFound(`there is no job ${id}`)
  return new JobPruned(`job ${id} left at ${formatInstant(leftAt)} and is no longer kept`)
}
