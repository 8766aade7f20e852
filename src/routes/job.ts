import { Elysia } from 'elysia'
import { findJob } from '../database/queries/find-job'
import { int64 } from '../parameters/parameter-types'
import { operation } from '../plugins/open-api-operation'
import { parameters, pathParameters } from '../plugins/parameters'
import { reply } from '../plugins/reply'
import { JobWithStatus } from '../resources/job'
import { NotFound } from '../values/errors'
import type { Services } from './services'

const path = { id: int64({ description: 'A job id.', required: true, examples: [1] }) }

export const job = ({ queriesFor }: Services) =>
  new Elysia()
    .use(pathParameters(path))
    .use(parameters({}))
    .get(
      '/v1/jobs/:id',
      async ({ request, pathParameters: { id } }) => {
        const document = await findJob(queriesFor(request), id)
        if (document === undefined) throw new NotFound(`there is no job ${id}`)
        const etag = new Bun.CryptoHasher('sha256').update(document).digest('base64url')
        return reply(request, { body: document, jobs: 1, etag })
      },
      operation({
        operationId: 'getJobsById',
        summary: 'Get a job',
        description: 'One job with both descriptions and `source_fields`, whatever its status.',
        tag: 'Search',
        parameters: {},
        pathParameters: path,
        response: JobWithStatus,
        timeoutStatus: 503,
        hasEtag: true,
      }),
    )
