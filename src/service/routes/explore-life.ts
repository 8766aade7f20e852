import { Elysia } from 'elysia'
import {
  type EarlierPosting,
  findChangesOf,
  findEarlier,
} from '../../catalogue/database/queries/find-life'
import type { ExploreLife } from '../../catalogue/resources/explore-life'
import { type JobDocument, readDocument } from '../../catalogue/resources/read-document'
import { formatInstant } from '../../values/instant'
import { reply } from '../http/reply'
import { int64 } from '../parameters/parameter-types'
import { parameters, pathParameters } from '../plugins/operation'
import { context } from '../plugins/request-context'
import { readJob } from './job'
import { queriesFor, type Services } from './services'

const HIDDEN = { detail: { hide: true } }

/** `/explore/life/{id}`: when a posting came, changed and left, and its earlier postings; not a part of the interface. */
export const exploreLife = ({ reads }: Services) =>
  new Elysia(HIDDEN)
    .use(context)
    .onTransform(({ context }) => {
      context.mostJobs = 0
    })
    .use(pathParameters({ id: int64({ description: 'A job id.' }) }))
    .use(parameters({}))
    .get('/explore/life/:id', async ({ context, pathParameters: { id } }) => {
      const queries = queriesFor(context, reads)
      const job = readDocument(await readJob(queries, id))
      const [changes, earlier] = await Promise.all([
        findChangesOf(queries, id),
        findEarlier(queries, id),
      ])
      const life: ExploreLife = {
        id: job.id,
        first_seen: job.date_created,
        last_changed: job.date_modified,
        left: job.date_removed,
        changes: changes.map(({ event, occurredAt, changed }) => {
          return { event, at: formatInstant(occurredAt), fields: changed ?? [] }
        }),
        earlier: earlier.flatMap((posting) => earlierOf(job, posting)),
      }
      return reply(context, { body: JSON.stringify(life) })
    })

/** A posting that left, if it has the employer, the title and the places of a job. */
function earlierOf(job: JobDocument, posting: EarlierPosting): ExploreLife['earlier'] {
  const { head, tail, dateRemoved } = posting
  const other: JobDocument = JSON.parse(`${head}${tail}}`)
  const isSame =
    other.organization === job.organization &&
    other.title === job.title &&
    placesOf(other) === placesOf(job)
  if (!isSame || dateRemoved === null) return []
  const { id, url, date_created: first } = other
  return [{ id, url, first_seen: first, left: formatInstant(dateRemoved) }]
}

/** Sorted, because their order says nothing. */
function placesOf({ locations_derived: places }: JobDocument): string {
  return JSON.stringify([...new Set(places)].toSorted())
}
