import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { decodePath, decodeQuery } from '../parameters/decode-query'
import type { Caller } from '../values/api-key'
import { apiKey } from './authentication'
import type { Reply } from './reply'

/** The chapters of the interface, in the order in which a reader meets them. */
export type Tag = 'Feeds' | 'Search' | 'Overview'

/** What a file of endpoints/ says of its path. Parameters are made by parameters/parameter-types.ts. */
export interface EndpointDefinition<
  Services,
  Parameters extends TProperties,
  PathParameters extends TProperties,
> {
  /** As OpenAPI writes it: `/v1/jobs/{id}`. */
  path: string
  summary: string
  description: string
  /** The chapter of the document that it stands in. */
  tag: Tag
  parameters: Parameters
  /** By the names in the path, each `required: true`; a value that cannot be one is a 404. */
  pathParameters?: PathParameters
  /** The JSON bodies by status; the problems are the same everywhere and not listed here. */
  responses: Readonly<Record<number, TSchema>>
  /** Other media types of the 200 response. */
  otherContent?: Readonly<Record<string, TSchema>>
  /** The status when the query runs out of time: 504 only where the interface documents it. */
  timeoutStatus: 503 | 504
  /** The key may also come in the query parameter `apiKey`, which is then documented but not handed on. */
  apiKeyParameter?: boolean
  /** The answer says which window it is about, if it is about one. */
  hasWindow?: boolean
  /** The answer has an entity tag, and a client that has it already gets a 304. */
  hasEtag?: boolean
  handle(input: {
    parameters: Static<TObject<Parameters>>
    pathParameters: Static<TObject<PathParameters>>
    services: Services
    caller: Caller
    request: Request
  }): Reply | Promise<Reply>
}

/** A request as an endpoint gets it: authenticated, not yet decoded. */
export interface EndpointRequest<Services> {
  query: string
  pathTexts: Readonly<Record<string, string | null>>
  services: Services
  caller: Caller
  request: Request
}

/** An endpoint as app.ts mounts it, the OpenAPI document describes it and tests list it. */
export interface Endpoint<Services> {
  path: string
  summary: string
  description: string
  tag: Tag
  parameters: TObject
  pathParameters: TObject
  responses: Readonly<Record<number, TSchema>>
  otherContent: Readonly<Record<string, TSchema>>
  timeoutStatus: 503 | 504
  apiKeyParameter: boolean
  hasWindow: boolean
  hasEtag: boolean
  /** Decodes and handles; throws the errors of values/errors.ts. */
  answer(request: EndpointRequest<Services>): Promise<Reply>
}

/** Fixes the services once, so that each endpoint's parameters are inferred: `const endpoint = endpointFor<Services>()`. */
export function endpointFor<Services>() {
  return <
    Parameters extends TProperties,
    PathParameters extends TProperties = Record<never, TSchema>,
  >(
    definition: EndpointDefinition<Services, Parameters, PathParameters>,
  ): Endpoint<Services> => {
    const { handle, ...described } = definition
    const parameters = Type.Object(
      definition.apiKeyParameter === true
        ? { ...definition.parameters, apiKey }
        : definition.parameters,
    )
    const pathParameters = pathSchema(definition.pathParameters)
    return {
      otherContent: {},
      apiKeyParameter: false,
      hasWindow: false,
      hasEtag: false,
      ...described,
      parameters,
      pathParameters,
      async answer({ query, pathTexts, ...rest }) {
        const path = decodePath(pathParameters, pathTexts)
        return await handle({
          ...rest,
          parameters: decodeQuery(parameters, query),
          pathParameters: path,
        })
      },
    }
  }
}

/** The cast: no path parameters are the empty `PathParameters`, which TypeScript cannot know. */
function pathSchema<PathParameters extends TProperties>(
  properties: PathParameters | undefined,
): TObject<PathParameters> {
  return Type.Object(properties ?? ({} as PathParameters))
}
