import {
  type CallToolResult,
  type JSONObject,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { version } from '../../../package.json'
import { explain } from '../http/problem-response'
import type { RequestContext } from '../http/request-context'
import type { Services } from '../routes/services'
import { FILTER_TEXTS } from './filter-texts'
import { filterParameters } from './filters'
import { readArguments } from './read-arguments'
import type { Tool } from './tool'
import { catalogueStats } from './tools/catalogue-stats'
import { changesTool } from './tools/changes'
import { countJobsTool } from './tools/count-jobs'
import { facetsTool } from './tools/facets'
import { getJob } from './tools/get-job'
import { listEmployers } from './tools/list-employers'
import { searchJobsTool } from './tools/search-jobs'

const TOOLS: readonly Tool[] = [
  searchJobsTool,
  getJob,
  countJobsTool,
  facetsTool,
  changesTool,
  listEmployers,
  catalogueStats,
]

const INSTRUCTIONS =
  'Active job postings of employers in Canada and the United States, collected from their own boards. Search with search_jobs, then read one posting with get_job. facets counts the jobs of a search by region, kind and employer; changes lists jobs that were added, changed or removed since a checkpoint. Pay is what the employer published; it is never estimated. Show the `url` of a job: it is the original posting.'

/** What the interface calls otherwise than the tools do; links lead to pages that an assistant does not read. */
const OTHER_NAMES: readonly [RegExp, string][] = [
  [/ \[More\]\([^)]*\)\./, ''],
  [/\[([^\]]*)\]\([^)]*\)/, '$1'],
  [/X-Notices/g, 'notices'],
  [/\/v1\/ats-organizations/g, 'list_employers'],
]

const FILTERS: ReadonlySet<unknown> = new Set(Object.values(filterParameters))

/** What the protocol lists. */
const LISTED = TOOLS.map(
  ({ name, title, description, parameters, required, output }): ListedTool => ({
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: listedParameters(parameters),
      required: [...required],
      additionalProperties: false,
    },
    outputSchema: { ...plainSchema(output), type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  }),
)

/**
 * The tools for one request. `jobs` is the number of job objects that were returned; `unavailable` is the error of a call that
 * may succeed later.
 */
export function createToolServer(services: Services, context: RequestContext) {
  let calls = 0
  let lists = 0
  let jobs = 0
  let unavailable: unknown
  const protocol = new Server(
    { name: 'job-catalogue', title: 'Job catalogue', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  protocol.setRequestHandler('tools/list', () => {
    lists += 1
    if (lists === 1) return { tools: LISTED }
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'a request lists the tools once')
  })
  protocol.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) {
      const names = TOOLS.map(({ name }) => name).join(', ')
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `there is no tool '${params.name}'; expected one of ${names}`,
      )
    }
    calls += 1
    if (calls > 1) return failure('a request runs one tool; send the next call by itself')
    try {
      const values = readArguments(tool, params.arguments ?? {})
      const result = await tool.call(values, { services, context })
      jobs = result.jobs
      return {
        content: [{ type: 'text', text: result.text }],
        structuredContent: result.structured,
      }
    } catch (error) {
      const { slug, detail, headers } = explain(error, {
        status: 504,
        narrowBy: 'country, location or title',
      })
      if (headers?.['Retry-After'] !== undefined) unavailable = error
      if (slug === 'internal-error') context.error = error
      return failure(detail)
    }
  })
  return { protocol, jobs: () => jobs, unavailable: () => unavailable }
}

/**
 * A schema as JSON. Components lose their `$id`, because validators of clients refuse a name that the schemas of two tools
 * share, and their examples, which would cost each conversation tokens.
 */
function plainSchema(schema: object): JSONObject {
  const text = JSON.stringify(schema, (key, value) => {
    if (Object(value).$id !== undefined) return { ...value, $id: undefined, examples: undefined }
    if (key !== 'description' || typeof value !== 'string') return value
    return OTHER_NAMES.reduce((shown, [name, other]) => shown.replace(name, other), value)
  })
  return JSON.parse(text)
}

/** Parameters as the protocol lists them; filters have the texts for language models. */
function listedParameters(parameters: Tool['parameters']): JSONObject {
  const texts: Readonly<Record<string, string>> = FILTER_TEXTS
  const plain = Object.entries(plainSchema(parameters))
  return Object.fromEntries(
    plain.map(([name, schema]) => {
      const description = FILTERS.has(parameters[name]) ? texts[name] : undefined
      return [name, description === undefined ? schema : { ...Object(schema), description }]
    }),
  )
}

function failure(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}
