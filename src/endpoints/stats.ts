import { oneOf } from '../parameters/parameter-types'
import { Stats } from '../resources/stats'
import { COUNTRIES } from '../values/country'
import { endpoint } from './services'

export const stats = endpoint({
  path: '/v1/stats',
  summary: 'Statistics',
  description:
    'Active jobs per source and region, and board counts, for one country. `generated_at` says of which moment; it is some minutes ago at most.',
  tag: 'Overview',
  parameters: {
    country: oneOf(COUNTRIES, { default: 'CA', description: 'Country view.', examples: ['CA'] }),
  },
  responses: { 200: Stats },
  timeoutStatus: 503,
  hasEtag: true,
  async handle({ parameters: { country }, services }) {
    const body = JSON.stringify(await services.stats(country))
    return { body, etag: new Bun.CryptoHasher('sha256').update(body).digest('base64url') }
  },
})
