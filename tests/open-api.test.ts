import { describe, expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Compile } from 'typebox/compile'
import { Change, ChangesPage } from '../src/catalogue/resources/change'
import {
  Job,
  JobCount,
  JobWithStatus,
  ModifiedJob,
  SearchPage,
} from '../src/catalogue/resources/job'
import { MonetaryAmount, Place, SourceFields } from '../src/catalogue/resources/job-parts'
import { Organization } from '../src/catalogue/resources/organization'
import { Stats } from '../src/catalogue/resources/stats'
import { Problem } from '../src/service/http/problem-types'
import { documentedPaths, documentText, interfaceDocument } from './support/contract'
import { createInterface } from './support/interface'

const operations = Object.values(interfaceDocument.paths).map(({ get }) => get)

test('the document is the one that was reviewed; after a change, run: bun run test -u tests/open-api', () => {
  expect(JSON.stringify(JSON.parse(documentText), null, 2)).toMatchSnapshot()
})

describe('the document is valid', () => {
  test('for openapi-schema-validator', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(documentText))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })

  test('for redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: documentText, config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })
})

test('every path under /v1 is in the document, and nothing else', () => {
  const routes = createInterface().routes.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/v1'),
  )
  const mounted = routes.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}'))
  expect(documentedPaths.map(({ path }) => path)).toEqual(mounted)
})

test.each(documentedPaths)(
  '$path takes the parameters that the document lists, and nothing else',
  async ({ path, parameters }) => {
    const app = createInterface()
    const names = new Set(documentedPaths.flatMap((each) => each.parameters))
    const taken: string[] = path.includes('{id}') ? ['id'] : []
    for (const name of names) {
      const target = `http://localhost${path.replace('{id}', '1')}?${name}=`
      const request = new Request(target, { headers: { authorization: 'Bearer key' } })
      const { detail } = (await (await app.handle(request)).json()) as { detail: string }
      if (detail === `${name}: expected a value`) taken.push(name)
      else expect(detail).toStartWith(`${name}: unknown parameter`)
    }
    expect(taken.toSorted()).toEqual(parameters.toSorted())
  },
)

test('every path is under /v1', () => {
  expect(Object.keys(interfaceDocument.paths).filter((path) => !path.startsWith('/v1/'))).toEqual(
    [],
  )
})

test('a 504 is documented only where the specification has one', () => {
  const paths = Object.entries(interfaceDocument.paths).filter(
    ([, { get }]) => '504' in get.responses,
  )
  expect(paths.map(([path]) => path)).toEqual([
    '/v1/active-ats',
    '/v1/active-ats-count',
    '/v1/modified-ats',
    '/v1/expired-ats',
    '/v1/ats-organizations',
  ])
})

test('lists are one parameter with commas', () => {
  const lists = operations.flatMap(({ parameters }) =>
    parameters.filter(({ schema }) => schema.type === 'array'),
  )
  expect(lists.length).toBeGreaterThan(10)
  for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false })
})

/** Everything in the document that is an object, from the whole inwards. */
function objectsIn(part: unknown): Record<string, unknown>[] {
  if (typeof part !== 'object' || part === null) return []
  const inner = Object.values(part).flatMap(objectsIn)
  return Array.isArray(part) ? inner : [part as Record<string, unknown>, ...inner]
}

test('every integer has a format', () => {
  const integers = objectsIn(JSON.parse(documentText)).filter(({ type }) => type === 'integer')
  expect(integers.length).toBeGreaterThan(30)
  expect(integers.filter(({ format }) => format !== 'int32' && format !== 'int64')).toEqual([])
})

test('no schema is of a kind that client generators lose', () => {
  const schemas = objectsIn(JSON.parse(documentText))
  expect(schemas.filter((each) => 'patternProperties' in each)).toEqual([])
  const members = schemas.flatMap(({ properties }) =>
    Object.values((properties ?? {}) as Record<string, { type?: unknown }>),
  )
  expect(members.length).toBeGreaterThan(100)
  expect(members.filter(({ type }) => type === 'null')).toEqual([])
})

test('the key may come in the query of the organization list alone', () => {
  const { paths, security, components } = JSON.parse(documentText)
  expect(security).toEqual([{ bearer: [] }])
  expect(components.securitySchemes.apiKey).toMatchObject({ in: 'query', name: 'apiKey' })
  const own = Object.entries<{ get: { security?: unknown } }>(paths)
    .filter(([, { get }]) => get.security !== undefined)
    .map(([path, { get }]) => [path, get.security])
  expect(own).toEqual([['/v1/ats-organizations', [{ bearer: [] }, { apiKey: [] }]]])
})

test('a query timeout is an example of the status that it has', () => {
  for (const { responses } of operations) {
    const problems = objectsIn(responses).filter(({ title }) => title === 'Query timeout')
    expect(problems.map(({ status }) => status)).toEqual(['504' in responses ? 504 : 503])
  }
})

test('every parameter, component and member of a component is described', () => {
  const { components } = JSON.parse(documentText)
  const undescribed = [
    ...operations.flatMap(({ parameters }) =>
      parameters.filter((each) => !('description' in each)),
    ),
    ...Object.values<Component>(components.schemas).filter(
      (each) => each.description === undefined,
    ),
  ]
  expect(undescribed).toEqual([])
})

test('every schema and every problem has an example, which is what its schema says', () => {
  const { components } = JSON.parse(documentText)
  const schemas = [
    Change,
    ChangesPage,
    Job,
    JobCount,
    JobWithStatus,
    ModifiedJob,
    MonetaryAmount,
    Organization,
    Place,
    Problem,
    SearchPage,
    SourceFields,
    Stats,
    Stats.properties.sources.items,
    Stats.properties.regions.items,
  ]
  const idOf = (schema: object) => String((schema as { $id?: string }).$id)
  expect(schemas.map(idOf).toSorted()).toEqual(Object.keys(components.schemas).toSorted())
  for (const schema of schemas) {
    const [example] = components.schemas[idOf(schema)].examples ?? []
    expect([idOf(schema), ...Compile(schema).Errors(example)]).toEqual([idOf(schema)])
  }
  const problems = Object.values<ProblemComponent>(components.responses).flatMap(({ content }) =>
    Object.values(content['application/problem+json'].examples).map(({ value }) => value),
  )
  expect(problems.length).toBeGreaterThan(6)
  for (const problem of problems) expect(Compile(Problem).Check(problem)).toBe(true)
})

interface Component {
  description?: string
}

interface ProblemComponent {
  content: { 'application/problem+json': { examples: Record<string, { value: unknown }> } }
}

test('operations have names of their own', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('getJobsById')
})
