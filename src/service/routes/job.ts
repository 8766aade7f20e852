import type { Queries } from '../../catalogue/database/client/drizzle'
import { findJob, findRemoval } from '../../catalogue/database/queries/find-job'
import { JobWithStatus } from '../../catalogue/resources/job'
import { JobPruned, NotFound } from '../../values/errors'
import { formatInstant } from '../../values/instant'
import type { JsonBytes } from '../../values/json-text'
import { reply, versioned } from '../http/reply'
import { int64 } from '../parameters/parameter-types'
import { operation } from '../plugins/operation'
import { queriesFor, type Services } from './services'

export const job = ({ reads }: Services) =>
  operation({
    operationId: 'getJobsById',
    summary: 'Get a job',
    description:
      'One job with both descriptions and `source_fields`, whatever its status. A service may delete jobs that left more than 183 days ago: 404 `job-pruned`.',
    tag: 'Search',
    parameters: {},
    mostJobs: 1,
    pathParameters: { id: int64({ description: 'A job id.', examples: [1] }) },
    response: JobWithStatus,
    timeout: { status: 503 },
    hasEtag: true,
  }).get('/v1/jobs/:id', async ({ context, pathParameters: { id } }) => {
    const queries = queriesFor(context, reads)
    const document = await readJob(queries, id)
    return reply(context, { ...versioned(document), jobs: 1 })
  })

/** The whole document of one job, whatever its status. Throws `NotFound` and `JobPruned`. */
export async function readJob(queries: Queries, id: bigint): Promise<JsonBytes> {
  const document = await findJob(queries, id)
  if (document !== undefined) return document
  const leftAt = await findRemoval(queries, id)
  if (leftAt === undefined) throw new NotFound(`there is no job ${id}`)
  throw new JobPruned(`job ${id} left at ${formatInstant(leftAt)} and is no longer kept`)
}
