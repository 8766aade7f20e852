import { Elysia } from 'elysia'
import { countJobs } from '../database/queries/count-jobs'
import { searchFilter } from '../filters/job-filter'
import { windowBefore } from '../filters/time-window'
import { searchFilterParameters } from '../parameters/search-parameters'
import { parameters } from '../plugins/parameters'
import { reply } from '../plugins/reply'
import type { Services } from './services'

const HIDDEN = { detail: { hide: true } }
const { country } = searchFilterParameters

/**
 * What the page `/explore` needs and the interface lacks; not a part of the interface, and not in its document.
 * `/explore/data`: the figures of a country. `/explore/count`: the number of jobs that `/v1/jobs` finds with the same filters.
 */
export const exploreData = ({ exploreFigures, queriesFor, now }: Services) =>
  new Elysia(HIDDEN)
    .use(
      new Elysia(HIDDEN)
        .use(parameters({ country }))
        .get('/explore/data', async ({ request, parameters: { country } }) => {
          const text = JSON.stringify(await exploreFigures(country))
          const etag = new Bun.CryptoHasher('sha256').update(text).digest('base64url')
          return reply(request, { body: text, etag })
        }),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters(searchFilterParameters))
        .get('/explore/count', async ({ request, parameters }) => {
          const window = parameters.window && windowBefore(now(), parameters.window)
          const filter = { ...searchFilter(parameters), ...(window && { created: window }) }
          const count = await countJobs(queriesFor(request), filter, { withExpired: false })
          return reply(request, { body: `{"count":${count}}` })
        }),
    )
