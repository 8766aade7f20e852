import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { hashKey } from '../../src/values/api-key'
import { callCommand, runCommand } from '../support/run-command'
import { useTestDatabase } from '../support/use-test-database'
import { startCommand } from './support/running-command'

const shared = useTestDatabase()

/** In a process of its own: the key goes to standard output past `console`. */
async function create(name: string, ...limits: string[]) {
  return await runCommand('commands/keys.ts', ['create', name, ...limits], { url: shared.url })
}

async function run(command: 'keys' | 'usage', args: string[], env: Record<string, string> = {}) {
  return await callCommand(`${command}.ts`, args, { url: shared.url, env })
}

/** Instants and the spaces that fill columns differ from run to run. */
function lines(output: string): string[] {
  const text = output.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT').replaceAll(/ {2,}/g, ' | ')
  return text.trim().split('\n')
}

describe('keys', () => {
  test('create prints the key alone, and stores its hash and its limits', async () => {
    const limits = ['--requests-per-minute', '60', '--jobs-per-month', '5000000000']
    const { output, errors, status } = await create('Acme reader', ...limits)
    expect([status, errors]).toEqual([0, ''])
    expect(output).toMatch(/^jc_[\w-]{32}\n$/)
    const rows = await shared.database.run(sql`
      select name, requests_per_minute as rate, jobs_per_month::text as jobs
      from api_keys where hash = ${hashKey(output.trim())}`)
    expect([...rows]).toEqual([{ name: 'Acme reader', rate: 60, jobs: '5000000000' }])
  })

  test('a key that cannot be printed is revoked', async () => {
    const { child, errors } = startCommand('commands/keys.ts', {
      args: ['create', 'unseen'],
      stdout: Bun.file('/dev/full'),
      env: { DATABASE_URL: shared.url },
    })
    expect([await child.exited, await errors()]).toEqual([
      1,
      'keys: the key could not be printed, and is revoked: ENOSPC: no space left on device, write\n',
    ])
    const rows = await shared.database.run(sql`
      delete from api_keys where name = 'unseen' returning revoked_at is not null as revoked`)
    expect([...rows]).toEqual([{ revoked: true }])
  })

  test('a name is taken for good', async () => {
    await create('once')
    await run('keys', ['revoke', 'once'])
    const { output, errors, status } = await run('keys', ['create', 'once'])
    expect([status, output, errors]).toEqual([
      1,
      '',
      "keys: the name 'once' is in use, or belonged to a revoked key\n",
    ])
  })

  test('list shows limits, defaults, state and last use', async () => {
    const { output } = await run('keys', ['list'], { REQUESTS_PER_MINUTE: '100' })
    expect(lines(output)).toEqual([
      'NAME | CREATED | STATE | REQUESTS/MINUTE | JOBS/MONTH | LAST USED',
      'Acme reader | INSTANT | valid | 60 | 5000000000 | never',
      'once | INSTANT | revoked INSTANT | default (100) | default (unlimited) | never',
    ])
  })

  test.each([
    [
      ['create', 'x', '--jobs-per-month', '0'],
      "--jobs-per-month: expected an integer from 1 to 1000000000000, got '0'",
    ],
    [
      ['create', 'x', '--requests-per-minute', '1e3'],
      "--requests-per-minute: expected an integer from 1 to 1000000, got '1e3'",
    ],
    [
      ['create', 'x', '--request-per-minute', '1'],
      'unknown option --request-per-minute; did you mean --requests-per-minute?',
    ],
    [
      ['create', ' x'],
      'expected a NAME of 1 to 100 characters that neither begins nor ends with a blank',
    ],
    [
      ['list', '--jobs-per-month', '1'],
      'limits can be set only when a key is created: keys create NAME',
    ],
    [['remove', 'x'], "unknown action 'remove'; did you mean revoke?"],
    [['crate', 'x'], "unknown action 'crate'; did you mean create?"],
    [['print', 'x'], "unknown action 'print'; expected create NAME, list or revoke NAME"],
    [['revoke'], 'expected create NAME, list or revoke NAME'],
    [['create'], 'expected create NAME, list or revoke NAME'],
  ])('%p is refused before the database is asked', async (args, issue) => {
    const { output, errors, status } = await run('keys', args, {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    expect([status, output, errors]).toEqual([1, '', `keys: ${issue}\n`])
  })

  test('a key that does not exist cannot be revoked', async () => {
    const { output, errors, status } = await run('keys', ['revoke', 'nobody'])
    expect([status, output, errors]).toEqual([
      1,
      '',
      "keys: there is no valid key named 'nobody'\n",
    ])
  })
})

describe('usage', () => {
  test('shows every key by month, the newest first, or one key', async () => {
    await shared.database.run(sql`
      insert into api_key_usage (key_id, month, requests, jobs)
      select id, month, 12, 3400 from api_keys, unnest(array['2026-10-01', '2026-11-01']::date[]) as month`)
    expect(lines((await run('usage', [])).output)).toEqual([
      'MONTH | KEY | REQUESTS | JOBS',
      '2026-11 | Acme reader | 12 | 3400',
      '2026-11 | once | 12 | 3400',
      '2026-10 | Acme reader | 12 | 3400',
      '2026-10 | once | 12 | 3400',
    ])
    expect((await run('usage', ['once'])).output).toBe(
      [
        'MONTH    KEY   REQUESTS  JOBS',
        '2026-11  once        12  3400',
        '2026-10  once        12  3400',
        '',
      ].join('\n'),
    )
  })

  test('of a key that does not exist is refused', async () => {
    const { errors, status } = await run('usage', ['nobody'])
    expect([status, errors]).toEqual([1, "usage: there is no key named 'nobody'\n"])
  })
})
