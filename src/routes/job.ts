import { Elysia } from 'elysia'
import { findJob, findRemoval } from '../database/queries/find-job'
import { int64 } from '../parameters/parameter-types'
import { operation, parameters, pathParameters } from '../plugins/operation'
import { reply } from '../plugins/reply'
import { JobWithStatus } from '../resources/job'
import { JobPruned, NotFound } from '../values/errors'
import { formatInstant } from '../values/instant'
import { queriesFor, type Services } from './services'

const path = { id: int64({ description: 'A job id.', examples: [1] }) }

export const job = ({ reads }: Services) =>
  new Elysia()
    .use(pathParameters(path))
    .use(parameters({}))
    .get(
      '/v1/jobs/:id',
      async ({ request, pathParameters: { id } }) => {
        const queries = queriesFor(request, reads)
        const document = await findJob(queries, id)
        if (document === undefined) throw missing(id, await findRemoval(queries, id))
        const etag = new Bun.CryptoHasher('sha256').update(document).digest('base64url')
        return reply(request, { body: document, jobs: 1, etag })
      },
      operation({
        operationId: 'getJobsById',
        summary: 'Get a job',
        description:
          'One job with both descriptions and `source_fields`, whatever its status. A service may delete jobs that left more than 183 days ago: 404 `job-pruned`.',
        tag: 'Search',
        parameters: {},
        pathParameters: path,
        response: JobWithStatus,
        timeout: { status: 503 },
        hasEtag: true,
      }),
    )

function missing(id: bigint, leftAt: Date | undefined): NotFound | JobPruned {
  if (leftAt === undefined) return new NotFound(`there is no job ${id}`)
  return new JobPruned(`job ${id} left at ${formatInstant(leftAt)} and is no longer kept`)
}
