import { findJob } from '../database/queries/find-job'
import { int64 } from '../parameters/parameter-types'
import { JobWithStatus } from '../resources/job'
import { NotFound } from '../values/errors'
import { endpoint } from './services'

export const job = endpoint({
  path: '/v1/jobs/{id}',
  summary: 'Get a job',
  description: 'One job with both descriptions and `source_fields`, whatever its status.',
  tag: 'Search',
  parameters: {},
  pathParameters: {
    id: int64({ description: 'A job id.', required: true, examples: [1] }),
  },
  responses: { 200: JobWithStatus },
  timeoutStatus: 503,
  hasEtag: true,
  async handle({ pathParameters: { id }, services }) {
    const document = await findJob(services.database, id)
    if (document === undefined) throw new NotFound(`there is no job ${id}`)
    return {
      body: document,
      jobs: 1,
      etag: new Bun.CryptoHasher('sha256').update(document).digest('base64url'),
    }
  },
})
