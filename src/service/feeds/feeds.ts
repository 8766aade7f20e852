import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { readDocument } from '../../catalogue/resources/read-document'
import { searchFilter } from '../filters/job-filter'
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
 * headers, so a key for feeds may be a part of the address. The document of the interface does not have these paths.
 * `publicUrl`: the address of the service, without a '/' at its end.
 */
export const feeds = (services: Services, publicUrl: string) => {
  const send = async (
    context: RequestContext,
    values: FeedParameters,
    { contentType, print }: FeedFormat,
  ): Promise<Response> => {
    const begun = services.now()
    const { rows } = await findPage(queriesFor(context, services.reads), {
      cursor: undefined,
      begun,
      filter: searchFilter(values, begun),
      limit: FEED_JOBS,
      parts: { description: values.description, sourceFields: false },
      toRows: (found) => found.map(({ document }) => readDocument(document)),
    })
    const { path, query } = context
    const feed = feedOf(rows, { publicUrl, path, query, at: begun })
    return await reply(context, { ...versioned(print(feed)), contentType, jobs: rows.length })
  }
  return new Elysia(HIDDEN)
    .use(context)
    .onTransform(({ context }) => {
      context.acceptsQueryKey = true
      context.isFeed = true
      context.mostJobs = FEED_JOBS
    })
    .use(parameters(feedParameters, { acceptsQueryKey: true }))
    .get('/feeds/jobs.atom', ({ context, parameters }) => send(context, parameters, ATOM))
    .get('/feeds/jobs.json', ({ context, parameters }) => send(context, parameters, JSON_FEED))
}

interface FeedFormat {
  contentType: string
  print: (feed: Feed) => string
}

const ATOM = { contentType: 'application/atom+xml; charset=utf-8', print: atomFeed }
const JSON_FEED = { contentType: 'application/feed+json; charset=utf-8', print: jsonFeed }
