import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { constants } from 'node:os'
import { join } from 'node:path'
import { findRunningServer } from '../../src/embedded-postgres/server-files'
import { createTestDatabase, type TestDatabase } from '../support/test-database'
import { useFolder } from '../support/use-folder'
import { startCommand } from './support/running-command'

describe('a signal leaves no embedded PostgreSQL behind', () => {
  const folder = useFolder('signals-test-')

  const start = (file: string, args: string[] = []) =>
    startCommand(file, { args, env: { DATABASE_URL: '', DATA_DIR: folder } })
  const findServer = () => findRunningServer(join(folder, 'postgres'))

  test('when it interrupts the demo that writes its sample', async () => {
    const { child, until, errors } = start('commands/demo.ts')
    await until(/^writing/gm)
    child.kill('SIGINT')
    expect([await child.exited, findServer()]).toEqual([0, undefined])
    expect((await errors()).split('\n')).toEqual([
      expect.stringMatching(/^PostgreSQL started/),
      'writing 20000 sample jobs; the first 1000 come before the service',
      expect.stringMatching(/^PostgreSQL stopped/),
      '',
    ])
  })

  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'when %s ends an import that waits for lines',
    async (signal) => {
      const { child, until, errors } = start('commands/import.ts', ['-'])
      await until(/^PostgreSQL started/gm)
      child.kill(signal)
      expect([await child.exited, findServer()]).toEqual([
        128 + constants.signals[signal],
        undefined,
      ])
      expect((await errors()).split('\n')).toEqual([
        expect.stringMatching(/^PostgreSQL started/),
        expect.stringMatching(/^PostgreSQL stopped/),
        'interrupted: nothing was written; run it again to finish',
        '',
      ])
    },
  )
})

describe('a service', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const serve = async (under: string[] = []) => {
    const running = startCommand('main.ts', { under, env: { DATABASE_URL: database.url } })
    const [url = ''] = await running.until(/^serving (http:\S+)$/gm)
    return { ...running, url }
  }

  test('ends with 0 on SIGHUP', async () => {
    const { child } = await serve()
    child.kill('SIGHUP')
    expect(await child.exited).toBe(0)
  })

  test('outlives the terminal under nohup, and ends with 0 on SIGINT', async () => {
    const { child, url } = await serve(['nohup'])
    child.kill('SIGHUP')
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
  })
})
