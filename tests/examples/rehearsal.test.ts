import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { callCommand } from '../support/run-command'
import { createTestDatabase, type TestDatabase } from '../support/test-database'

const FOLDER = join(import.meta.dir, '../../examples/rehearsal')

let catalogue: TestDatabase
let server: Bun.Subprocess<'ignore', 'pipe'>
let env: Record<string, string>
beforeAll(async () => {
  catalogue = await createTestDatabase()
  server = Bun.spawn([process.execPath, join(FOLDER, 'server.ts'), '0'], { stdout: 'pipe' })
  const line = await server.stdout.getReader().read()
  const [name = '', url = ''] = new TextDecoder().decode(line.value).trim().split('=')
  env = { [name]: url, COLLECT_CONTACT: 'you@example.com' }
})
afterAll(async () => {
  server.kill()
  await catalogue.drop()
})

const run = (file: string, ...args: string[]) =>
  callCommand(file, args, { url: catalogue.url, env })

test('a second server on its port says how to name another', async () => {
  const port = new URL(env.COLLECT_REPLAY_URL ?? '').port
  const second = Bun.spawn([process.execPath, join(FOLDER, 'server.ts'), port], { stderr: 'pipe' })
  expect([await second.stderr.text(), await second.exited]).toEqual([
    `port ${port} is taken by another process; name another: bun examples/rehearsal/server.ts ${Number(port) + 1}\n`,
    1,
  ])
})

test('the rehearsal fills a catalogue from twenty boards', async () => {
  const added = await run('boards.ts', 'add', join(FOLDER, 'boards.csv'))
  expect(added).toMatchObject({
    output: 'added 20  changed 0  known 0  rejected 0\n',
    status: 0,
  })
  const collected = await run('collect.ts', '--once')
  expect(collected.output).toBe(
    'boards 20  quarantined 0  missing 0  failed 0  read 49  created 49  updated 0  unchanged 0  expired 0  excluded 0  rejected 0\n',
  )
  const { output } = await run('boards.ts', 'show', 'lever/harbourline')
  expect(output).toContain('foreign  Rotterdam, Netherlands')
  // The answers have not changed, so nothing is imported.
  const again = await run('collect.ts', '--board', 'lever/harbourline')
  expect(again.output).toStartWith('boards 1  quarantined 0  missing 0  failed 0  read 0 ')
})
