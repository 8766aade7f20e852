import { expect, test } from 'bun:test'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { version } from '../package.json'
import server from '../server.json'
import { posting } from './support/posting-builder'
import { useTestApp } from './support/use-test-app'

const app = useTestApp({}, (app) => app.write(posting({ title: 'Nurse' })))

/** What the schema of registries of MCP servers (2025-12-11) says of a server that is reached by HTTP. */
const INPUT = {
  description: Type.Optional(Type.String()),
  isRequired: Type.Optional(Type.Boolean()),
  isSecret: Type.Optional(Type.Boolean()),
  format: Type.Optional(Type.Enum(['string', 'number', 'boolean', 'filepath'])),
  value: Type.Optional(Type.String()),
  default: Type.Optional(Type.String()),
  placeholder: Type.Optional(Type.String()),
  choices: Type.Optional(Type.Array(Type.String())),
}
const strict = { additionalProperties: false }
const Variables = Type.Record(Type.String(), Type.Object(INPUT, strict))
const Remote = Type.Object(
  {
    type: Type.Literal('streamable-http'),
    url: Type.String({ pattern: '^https?://[^\\s]+$' }),
    variables: Type.Optional(Variables),
    headers: Type.Optional(
      Type.Array(
        Type.Object({ ...INPUT, name: Type.String(), variables: Type.Optional(Variables) }, strict),
      ),
    ),
  },
  strict,
)
const ServerDetail = Type.Object(
  {
    $schema: Type.Literal(
      'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ),
    name: Type.String({
      pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$',
      minLength: 3,
      maxLength: 200,
    }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.String({ minLength: 1, maxLength: 100 }),
    version: Type.String({ maxLength: 255 }),
    remotes: Type.Array(Remote, { minItems: 1 }),
  },
  strict,
)

const validator = Compile(ServerDetail)

test('server.json is as registries of MCP servers require it', () => {
  expect(validator.Errors(server)).toEqual([])
  for (const broken of [
    { ...server, name: 'job-catalogue' },
    { ...server, description: 'x'.repeat(101) },
    { ...server, remotes: [{ type: 'http', url: 'https://x.example/mcp' }] },
  ]) {
    expect(validator.Check(broken)).toBe(false)
  }
})

test('it has the version of the package', () => {
  expect(server.version).toBe(version)
})

test('an address and a header that are made of it reach the tools', async () => {
  const [remote] = (server as Static<typeof ServerDetail>).remotes
  const [header] = remote?.headers ?? []
  const url = new URL(remote?.url.replace('{host}', 'jobs.example.com') ?? '')
  const names = [remote?.variables, header?.variables].flatMap((all) => Object.keys(all ?? {}))
  expect(names).toEqual(['host', 'key'])
  const response = await app.request(url.pathname, {
    method: 'POST',
    headers: {
      [header?.name ?? '']: header?.value?.replace('{key}', app.key) ?? '',
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('"search_jobs"')
})
