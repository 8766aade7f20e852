import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../src/catalogue/database/client/connection'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { createKey, revokeKey } from '../../src/service/keys/api-keys'
import { copyCluster } from '../support/copy-cluster'
import { posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { until as soon } from '../support/until'
import { useFolder } from '../support/use-folder'
import { freePort } from './support/free-port'
import { startCommand } from './support/running-command'

const DAY_MS = 86_400_000

const folder = useFolder('demo-test-')

/** Where the demo keeps its key. */
const keyFile = (dataDir: string) => join(dataDir, 'demo-key')

test('what the demo prints finds jobs, months later and after its key was revoked too, and no other database is asked', async () => {
  const history = { date_created: new Date(Date.now() - 100 * DAY_MS) }
  const revoked = { name: 'demo of before', key: '' }
  const dataDir = await makeCatalogue({ ...posting(), history }, async (database) => {
    // As a version left it that read words otherwise.
    await database.run(sql`update text_index set version = 1`)
    revoked.key = (await createKey(database, revoked.name)) ?? ''
    await revokeKey(database, revoked.name)
  })
  await Bun.write(keyFile(dataDir), revoked.key)

  const output = Bun.file(join(folder, 'output'))
  const { child, errors, until } = startCommand('commands/demo.ts', {
    stdout: output,
    env: {
      DATA_DIR: dataDir,
      PORT: freePort(),
      WORKERS: '2',
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATABASE_REPLICA_URLS: 'postgres://127.0.0.1:1/none',
    },
  })
  await until(/^serving/gm)
  await soon(async () => (await output.text()).includes('\ncurl'))
  const [, key, url = ''] = /Bearer (\S+)' '(\S+)'/.exec(await output.text()) ?? []
  const service = url.split('/v1/')[0]
  expect(key).not.toBe(revoked.key)
  expect(await output.text()).toContain(`Explore page   ${service}/explore#key=${key}\n`)
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${key}` } })
  expect(await answer.json()).toHaveLength(1)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  // At the level of the demo requests are not logged.
  expect((await output.text()).trim().split('\n').at(-1)).toStartWith('curl')
  const told = (await errors()).replaceAll(/ \d+|\S*\/\S*/g, '')
  expect(told.split('\n')).toEqual([
    'DATABASE_URL is not used: the demo has a PostgreSQL of its own',
    'PostgreSQL started on ',
    'renewing the search index',
    'worker serves',
    'worker serves',
    'serving ',
    'PostgreSQL stopped on ',
    '',
  ])
})

test('a demo whose port is taken says so before it writes anything', async () => {
  const holder = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const port = Number(holder.port)
  const env = { DATA_DIR: join(folder, 'unmade'), PORT: String(port) }
  const { errors, status } = await callCommand('demo.ts', [], { url: '', env })
  await holder.stop(true)
  expect([status, errors]).toEqual([
    1,
    `demo: port ${port} is taken by another process, perhaps a demo that runs already; set PORT, such as PORT=${port + 1}\n`,
  ])
  expect(existsSync(env.DATA_DIR)).toBe(false)
})

test('the demo serves while its sample arrives, goes on after a kill, and what there is can be served', async () => {
  const env = { DATA_DIR: join(folder, 'filling'), PORT: '0', WORKERS: '1', DATABASE_URL: '' }
  await copyCluster(env.DATA_DIR)
  const demo = async (name: string) => {
    const output = Bun.file(join(folder, name))
    const running = startCommand('commands/demo.ts', { stdout: output, env })
    await running.until(/^serving/gm)
    await soon(async () => (await output.text()).includes('\ncurl'))
    const [, key = '', url = ''] = /Bearer (\S+)' '([^/]+\/\/[^/]+)/.exec(await output.text()) ?? []
    const count = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${key}` }
      const answer = await fetch(`${url}/v1/active-ats-count?time_frame=6m`, { headers })
      return ((await answer.json()) as { count: number }).count
    }
    return { ...running, key, count }
  }
  const first = await demo('first')
  const atFirst = await first.count()
  expect(atFirst).toBeGreaterThan(300)
  expect(atFirst).toBeLessThan(9_000)
  await soon(async () => (await first.count()) > atFirst)
  first.child.kill('SIGKILL')
  await first.child.exited

  const served = startCommand('main.ts', { env })
  await served.until(/^serving/gm)
  served.child.kill('SIGTERM')
  expect(await served.errors()).toContain(
    'warning: the sample was interrupted, so only a part of it is served; to finish it, run: bun run demo\n',
  )

  const second = await demo('second')
  expect(second.key).toBe(first.key)
  expect(await Bun.file(keyFile(env.DATA_DIR)).text()).toBe(first.key)
  await second.until(/^writing the rest of 20000 sample jobs, where the last run ended/gm)
  const again = await second.count()
  await soon(async () => (await second.count()) > again)
  second.child.kill('SIGTERM')
  expect(await second.child.exited).toBe(0)
})

/** The data directory of a catalogue of one posting, which `change` may change further. */
async function makeCatalogue(
  line: object,
  change: (database: Database) => Promise<void>,
): Promise<string> {
  const dataDir = join(folder, 'data')
  await copyCluster(dataDir)
  const server = await startEmbedded({ dataDir })
  const { url } = server
  const file = join(folder, 'line.ndjson')
  await Bun.write(file, JSON.stringify(line))
  await callCommand('migrate.ts', [], { url })
  expect((await callCommand('import.ts', [file, '--history'], { url })).status).toBe(0)
  const database = connect({ url, poolSize: 1 })
  await change(database)
  await database.close()
  await server.stop()
  return dataDir
}
