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

  test('create --feed makes a key for feeds', async () => {
    await create('feeder', '--feed')
    expect(lines((await run('keys', ['list'])).output)).toContain(
      'feeder | INSTANT | feeds | valid | default (unlimited) | default (unlimited) | never',
    )
    await shared.database.run(sql`delete from api_keys where name = 'feeder'`)
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

  test('a name belongs to one key at a time', async () => {
    const first = await create('once')
    const again = await run('keys', ['create', 'once'])
    expect([again.status, again.output, again.errors]).toEqual([
      1,
      '',
      "keys: the name 'once' is in use; bun run keys limit 'once' changes the limits of its key\n",
    ])
    await run('keys', ['revoke', 'once'])
    const second = await create('once')
    expect([second.status, second.errors]).toEqual([0, ''])
    expect(second.output).not.toBe(first.output)
    await run('keys', ['revoke', 'once'])
    await shared.database.run(sql`
      delete from api_keys where name = 'once' and id <> (select min(id) from api_keys where name = 'once')`)
  })

  test('limit changes what is given, and default and never take it back', async () => {
    await create('changing', '--requests-per-minute', '5', '--jobs-per-month', '7')
    const terms = async () => [
      ...(await shared.database.run(sql`
        select requests_per_minute as rate, jobs_per_month::integer as jobs, expires_at::text as expires
        from api_keys where name = 'changing'`)),
    ]
    const { output } = await run('keys', ['limit', 'changing', '--jobs-per-month', '9'])
    expect(output).toBe("changed 'changing'; servers apply it within two seconds\n")
    expect(await terms()).toEqual([{ rate: 5, jobs: 9, expires: null }])
    await run('keys', [
      'limit',
      'changing',
      '--requests-per-minute',
      'default',
      '--expires',
      '2999-01-31',
    ])
    expect(await terms()).toEqual([{ rate: null, jobs: 9, expires: '2999-01-31 00:00:00+00' }])
    expect(lines((await run('keys', ['list'])).output)).toContain(
      'changing | INSTANT | all | valid until INSTANT | default (unlimited) | 9 | never',
    )
    await run('keys', ['limit', 'changing', '--expires', 'never'])
    expect(await terms()).toEqual([{ rate: null, jobs: 9, expires: null }])
  })

  test('an expired key gives its name to a new one', async () => {
    await shared.database.run(
      sql`update api_keys set expires_at = '2026-01-01' where name = 'changing'`,
    )
    expect(lines((await run('keys', ['list'])).output)).toContain(
      'changing | INSTANT | all | expired INSTANT | default (unlimited) | 9 | never',
    )
    expect((await create('changing')).status).toBe(0)
    const rows = await shared.database.run<{ revoked: string | null }>(sql`
      delete from api_keys where name = 'changing' returning revoked_at::text as revoked`)
    expect(rows.map(({ revoked }) => revoked)).toEqual(['2026-01-01 00:00:00+00', null])
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
    [['list', '--jobs-per-month', '1'], 'limits belong to keys create NAME and keys limit NAME'],
    [
      ['create', 'x', '--expires', '2020-01-31'],
      "--expires: expected never, or a date or an instant to come such as 2027-01-31, got '2020-01-31'",
    ],
    [['limit', 'x'], 'expected what to change: --requests-per-minute, --jobs-per-month, --expires'],
    [
      ['limit', 'x', '--feed'],
      '--feed can be set only when a key is created: keys create NAME --feed',
    ],
    [['remove', 'x'], "unknown action 'remove'; did you mean revoke?"],
    [['crate', 'x'], "unknown action 'crate'; did you mean create?"],
    [
      ['print', 'x'],
      "unknown action 'print'; expected create NAME, limit NAME, list or revoke NAME",
    ],
    [['revoke'], 'expected create NAME, limit NAME, list or revoke NAME'],
    [['create'], 'expected create NAME, limit NAME, list or revoke NAME'],
  ])('%p is refused before the database is asked', async (args, issue) => {
    const { output, errors, status } = await run('keys', args, {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    expect([status, output, errors]).toEqual([1, '', `keys: ${issue}\n`])
  })

  test.each([[['revoke', 'nobody']], [['limit', 'nobody', '--expires', 'never']]])(
    'a key that does not exist cannot be changed: %p',
    async (args) => {
      const { output, errors, status } = await run('keys', args)
      expect([status, output, errors]).toEqual([
        1,
        '',
        "keys: no key that is not revoked has the name 'nobody'\n",
      ])
    },
  )
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
