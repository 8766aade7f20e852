import type { Static } from 'typebox'
import type { JsonBytes } from '../../values/json-text'
import type { JobWithStatus } from './job'

/** A job as clients read it. The cast of its `id`: JSON has no bigint, and ids are below 2^53. */
export type JobDocument = Omit<Static<typeof JobWithStatus>, 'id'> & { id: number }

export function readDocument(document: JsonBytes): JobDocument {
  return JSON.parse(Buffer.from(document).toString())
}
