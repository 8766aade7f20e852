import type { Static, TObject } from 'typebox'
import { findJobs } from '../../catalogue/database/queries/find-jobs'
import { jsonArray } from '../../values/json-text'
import type { Window } from '../../values/window'
import type { ReadFilter } from '../filters/job-filter'
import { reply } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import type { AskedParameters } from '../notices/asked-values'
import { noticeHeaders } from '../notices/notice'
import { isFirstPage, type jobListing } from '../parameters/job-listing'
import { queriesFor, type Services } from './services'

interface FeedRequest {
  context: RequestContext
  parameters: Static<TObject<typeof jobListing>> & AskedParameters
}

interface Feed {
  filter: ReadFilter
  window: Window
  /** Whether the documents are ModifiedJobs. */
  isModified: boolean
}

/** The answer of a feed: a page of its jobs, and on the first page what is told of the request. */
export async function jobFeed(
  { reads, notices }: Services,
  { context, parameters }: FeedRequest,
  { filter, window, isModified }: Feed,
) {
  const { description_format: description, include_source_fields: sourceFields, limit } = parameters
  const queries = queriesFor(context, reads)
  const parts = { description, sourceFields }
  const documents = await findJobs(queries, { filter, page: parameters, parts, isModified })
  const found = documents.length
  return reply(context, {
    body: jsonArray(documents),
    jobs: found,
    window,
    ...(isFirstPage(parameters) && {
      headers: noticeHeaders(await notices({ queries, parameters, filter, found, limit })),
    }),
  })
}
