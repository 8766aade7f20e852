import type { TProperties, TSchema } from 'typebox'
import type { RequestContext } from '../http/request-context'

/** All that is said of a route of the interface. Problem responses are the same everywhere and not listed here. */
export interface OperationDefinition<
  Query extends TProperties = TProperties,
  Path extends TProperties = TProperties,
  Response extends TSchema = TSchema,
> {
  operationId: string
  summary: string
  description: string
  /** The chapter of the document. */
  tag: 'Feeds' | 'Search' | 'Overview'
  /** Made by service/parameters/parameter-types.ts. */
  parameters: Query
  pathParameters?: Path
  /** The JSON body of a 200. */
  response: Response
  /** Other media types of a 200. */
  otherContent?: Readonly<Record<string, TSchema>>
  /** The answer to a query that runs out of time: 504 only where the interface documents it. */
  timeout: RequestContext['timeout']
  /** Whether the key is accepted in the query parameter `apiKey` too. */
  acceptsQueryKey?: boolean
  /** Job objects of an answer without `limit`; none when absent. */
  mostJobs?: number
  hasWindow?: boolean
  hasEtag?: boolean
  hasNotices?: boolean
}
