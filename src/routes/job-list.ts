import type { Static, TObject } from 'typebox'
import type { DocumentParts } from '../database/job-document-column'
import type { FeedPage } from '../database/queries/find-jobs'
import type { jobListing } from '../parameters/job-listing'
import type { Reply } from '../plugins/reply'
import { type JsonBytes, JsonText, jsonArray } from '../values/json-text'

/** `cursor` overrides `offset` and the order of the feed. */
export function feedPage(
  { limit, offset = 0, cursor }: Static<TObject<typeof jobListing>>,
  order: 'newest' | 'modified',
): FeedPage {
  return cursor === undefined ? { limit, order, offset } : { limit, order: 'id', cursor }
}

/** `description` is the parameter of `/v1/jobs` and `/v1/changes`, or the `description_format` of the feeds. */
export function documentParts(
  description: 'none' | 'text' | 'html' | 'both' | undefined,
  sourceFields = false,
): DocumentParts {
  return {
    text: description === 'text' || description === 'both',
    html: description === 'html' || description === 'both',
    sourceFields,
  }
}

/** The documents as a JSON array, each of them billed. */
export function jobList(documents: readonly JsonBytes[]): Pick<Reply, 'body' | 'jobs'> {
  const body = new JsonText(jsonArray(documents.map((document) => [document])))
  return { body, jobs: documents.length }
}
