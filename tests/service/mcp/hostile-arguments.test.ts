import { expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/client'
import { sql } from 'drizzle-orm'
import { INJECTIONS } from '../../support/injections'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'
import { callTool, connectClient } from './mcp-client'

let client: Client

const app = useTestApp({}, async (app) => {
  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  await app.prepare()
  client = await connectClient(app)
})

const NUL = String.fromCharCode(0)

const HOSTILE: unknown[] = [
  ...INJECTIONS,
  `a${NUL}b`,
  '\ud800',
  'x'.repeat(20_000),
  '('.repeat(5_000),
  'a OR '.repeat(3_000),
  -1,
  1e308,
  0.1,
  Number.MAX_SAFE_INTEGER,
  '9223372036854775808',
  '1e999',
  true,
  {},
  { $ne: null },
  [[['nurse']]],
  [{}],
  [null, ''],
  Array.from({ length: 3_000 }, (_, at) => `name ${at}`),
  '0001-01-01',
  '999999-12-31T00:00:00Z',
]

async function safe(): Promise<unknown> {
  return await app.database.run(sql`
    select (select count(*) from jobs) as jobs, (select string_agg(hash, '') from api_keys) as hashes,
      (select count(*) from pg_tables where schemaname = 'public') as tables`)
}

test('every argument of every tool is only ever a value: a result, or an error that names it', async () => {
  const before = await safe()
  const { tools } = await client.listTools()
  const seen = new Set<string>()
  for (const { name, inputSchema } of tools) {
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      // The filters of several tools are the same.
      if (seen.has(argument + JSON.stringify(schema))) continue
      seen.add(argument + JSON.stringify(schema))
      for (const value of HOSTILE) {
        const { text, isError } = await callTool(client, name, { [argument]: value })
        const told = [
          name,
          argument,
          String(JSON.stringify(value)).slice(0, 40),
          text.slice(0, 200),
        ]
        expect([...told, text === '' || text.includes('internal error')]).toEqual([...told, false])
        if (isError) expect([...told, text.length < 5_000]).toEqual([...told, true])
      }
    }
  }
  expect(seen.size).toBeGreaterThan(25)
  expect(app.log.filter(({ status }) => status >= 500)).toEqual([])
  expect(await safe()).toEqual(before)
}, 120_000)

test('names of arguments that objects have of themselves are unknown', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    const args = JSON.parse(`{"${name}":"x"}`)
    const { text, isError } = await callTool(client, 'search_jobs', args)
    expect([name, isError, text]).toEqual([
      name,
      true,
      expect.stringContaining(`${name}: unknown parameter`),
    ])
  }
})
