import type { Static, TObject } from 'typebox'
import type { DocumentParts } from '../database/job-document-column'
import type { FeedPage } from '../database/queries/find-jobs'
import type { jobListing } from '../parameters/job-listing'
import type { Reply } from '../plugins/reply'
import { type JsonBytes, JsonText, jsonArray } from '../values/json-text'

type ListingParameters = Static<TObject<typeof jobListing>>

/** `cursor` overrides `offset` and the order of the feed. */
export function feedPage(
  { limit, offset = 0, cursor }: ListingParameters,
  order: 'newest' | 'modified',
): FeedPage {
  return cursor === undefined ? { limit, order, offset } : { limit, order: 'id', cursor }
}

export function documentParts(parameters: ListingParameters): DocumentParts {
  return {
    text: parameters.description_format === 'text',
    html: parameters.description_format === 'html',
    sourceFields: parameters.include_source_fields === true,
  }
}

/** As `documentParts`, for the routes where `description` has four values. */
export function chosenParts(parameters: {
  description: 'none' | 'text' | 'html' | 'both'
  source_fields?: boolean | undefined
}): DocumentParts {
  const { description } = parameters
  return {
    text: description === 'text' || description === 'both',
    html: description === 'html' || description === 'both',
    sourceFields: parameters.source_fields === true,
  }
}

/** The documents as a JSON array, each of them billed. */
export function jobList(documents: readonly JsonBytes[]): Pick<Reply, 'body' | 'jobs'> {
  const body = new JsonText(jsonArray(documents.map((document) => [document])))
  return { body, jobs: documents.length }
}
