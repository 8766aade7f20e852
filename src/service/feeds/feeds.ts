import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { readDocument } from '../../catalogue/resources/read-document'
import { searchFilter } from '../filters/job-filter'
import { windowBefore } from '../filters/time-window'
import { reply, versioned } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import { searchParameters } from '../parameters/search-parameters'
import { parameters } from '../plugins/operation'
import { context } from '../plugins/request-context'
import { findPage } from '../routes/search-page'
import { queriesFor, type Services } from '../routes/services'
import { atomFeed } from './atom'
import { type Feed, feedOf } from './feed'
import { jsonFeed } from './json-feed'

/** Jobs of a feed at most: the newest. */
const FEED_JOBS = 100

const {
  limit: _limit,
  cursor: _cursor,
  source_fields: _sourceFields,
  ...feedParameters
} = searchParameters

type FeedParameters = Static<TObject<typeof feedParameters>>

const HIDDEN = { detail: { hide: true } }

/**
 * The newest jobs of a search of `/v1/jobs`, for feed readers: Atom (RFC 4287) and JSON Feed 1.1. Readers send no
 * headers, so a key for feeds may stand in the address. Not a part of the interface, and not in its document.
 * `publicUrl`: the address of the service, without a '/' at its end.
 */
export const feeds = (services: Services, publicUrl: string) => {
  const findFeed = async (context: RequestContext, values: FeedParameters): Promise<Feed> => {
    const begun = services.now()
    const window = values.window && windowBefore(begun, values.window)
    const { rows } = await findPage(queriesFor(context, services.reads), {
      cursor: undefined,
      begun,
      filter: { ...searchFilter(values), ...(window && { created: window }) },
      limit: FEED_JOBS,
      parts: { description: values.description, sourceFields: false },
      toRows: (found) => found.map(({ document }) => readDocument(document)),
    })
    return feedOf(rows, { publicUrl, path: context.path, query: context.query, at: begun })
  }
  return new Elysia(HIDDEN)
    .use(context)
    .onTransform(({ context }) => {
      context.acceptsQueryKey = true
      context.isFeed = true
      context.mostJobs = FEED_JOBS
    })
    .use(parameters(feedParameters, { acceptsQueryKey: true }))
    .get('/feeds/jobs.atom', async ({ context, parameters }) => {
      const feed = await findFeed(context, parameters)
      const contentType = 'application/atom+xml; charset=utf-8'
      return reply(context, {
        ...versioned(atomFeed(feed)),
        contentType,
        jobs: feed.entries.length,
      })
    })
    .get('/feeds/jobs.json', async ({ context, parameters }) => {
      const feed = await findFeed(context, parameters)
      const contentType = 'application/feed+json; charset=utf-8'
      return reply(context, {
        ...versioned(jsonFeed(feed)),
        contentType,
        jobs: feed.entries.length,
      })
    })
}
