import { Elysia } from 'elysia'
import { oneOf } from '../parameters/parameter-types'
import { operation } from '../plugins/open-api-operation'
import { parameters } from '../plugins/parameters'
import { reply } from '../plugins/reply'
import { Stats } from '../resources/stats'
import { COUNTRIES } from '../values/country'
import type { Services } from './services'

const query = {
  country: oneOf(COUNTRIES, { default: 'CA', description: 'Country view.', examples: ['CA'] }),
}

export const stats = ({ stats }: Services) =>
  new Elysia().use(parameters(query)).get(
    '/v1/stats',
    async ({ request, parameters: { country } }) => {
      const text = JSON.stringify(await stats(country))
      const etag = new Bun.CryptoHasher('sha256').update(text).digest('base64url')
      return reply(request, { body: text, etag })
    },
    operation({
      operationId: 'getStats',
      summary: 'Statistics',
      description:
        'Active jobs per source and region, and board counts, for one country. `generated_at` says of which moment; it is some minutes ago at most.',
      tag: 'Overview',
      parameters: query,
      response: Stats,
      timeoutStatus: 503,
      hasEtag: true,
    }),
  )
