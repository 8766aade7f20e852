import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { SYSTEMS } from '../../src/collect/systems/index'
import { fake } from '../collect/fake-system'
import { type Rehearsal, startRehearsal } from '../collect/rehearsal'
import { runCommand } from '../support/run-command'
import { startCommand } from './running-command'

let rehearsal: Rehearsal
let folder: string
beforeAll(async () => {
  rehearsal = await startRehearsal()
  folder = await mkdtemp(join(tmpdir(), 'boards-'))
})
beforeEach(() => rehearsal.reset())
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rehearsal.close()
})

/** Runs a command that knows the fake system too. */
async function run(command: 'boards' | 'collect', args: string[], env: object = {}) {
  return await runCommand(`commands/${command}.ts`, args, {
    url: rehearsal.url,
    env: { ...collectEnv(), ...env },
  })
}

function collectEnv() {
  const preload = join(import.meta.dir, '../collect/register-fake-system.ts')
  return {
    BUN_OPTIONS: `--preload=${preload}`,
    COLLECT_CONTACT: 'jobs@example.com',
    COLLECT_REPLAY_URL: rehearsal.server.url,
  }
}

const ACME = 'https://jobs.fake.example/acme'
const posting = { id: '1', title: 'Welder', place: 'Windsor, ON' }

describe('boards', () => {
  test('add takes addresses and lists, and says what was there', async () => {
    const csv = join(folder, 'boards.csv')
    await Bun.write(
      csv,
      `address,source,slug,organization,country\n,fake,beta,"Beta, Inc",Canada\n${ACME},,,,\n`,
    )
    expect(await run('boards', ['add', ACME])).toEqual({
      output: 'added 1  changed 0  known 0  rejected 0\n',
      errors: '',
      status: 0,
    })
    expect(await run('boards', ['add', csv])).toEqual({
      output: 'added 1  changed 0  known 1  rejected 0\n',
      errors: 'fake/acme is there already\n',
      status: 0,
    })
    expect(await rehearsal.board('beta')).toMatchObject({
      organization: 'Beta, Inc',
      country: 'CA',
    })
  })

  test('add refuses what no system knows, and names the systems', async () => {
    const known = [...SYSTEMS, fake].map(({ name, example }) => `${name} (${example})`).join(', ')
    expect(await run('boards', ['add', 'https://acme.example/jobs'])).toEqual({
      output: '',
      errors: `boards: 'https://acme.example/jobs' is not a board of a known system; systems: ${known}\n`,
      status: 1,
    })
    const list = join(folder, 'boards.ndjson')
    await Bun.write(
      list,
      `{"source":"fake","slug":"acme"}\n{"source":"fake","slug":"b","country":"FR"}\n`,
    )
    expect(await run('boards', ['add', list])).toEqual({
      output: 'added 1  changed 0  known 0  rejected 1\n',
      errors: "line 2: country: expected CA or US, got 'FR'\n",
      status: 1,
    })
  })

  test('list, show, pause, resume and remove', async () => {
    await rehearsal.add('acme', {
      company: 'Acme',
      jobs: [posting, { ...posting, id: '2', place: 'Paris, France' }],
    })
    await rehearsal.run()
    const { output } = await run('boards', ['list'])
    expect(output.replaceAll(/ {2,}/g, ' | ').trim().split('\n')).toEqual([
      'BOARD | STATE | LAST SUCCESS | POSTINGS | CA | US | NEXT | ISSUE',
      expect.stringMatching(
        /^fake\/acme \| ok \| 2026-03-02T08:00:00Z \| 2 \| 1 \| 0 \| 2026-\S+$/,
      ),
    ])
    const shown = await run('boards', ['show', ACME])
    expect(shown.output).toMatch(/^employer +Acme$/m)
    expect(shown.output).toMatch(/^ +2 +foreign +Paris, France$/m)
    expect((await run('boards', ['pause', 'fake/acme'])).output).toBe('paused fake/acme\n')
    expect((await rehearsal.after(48)).boards).toBe(0)
    expect((await run('boards', ['resume', 'fake/acme'])).output).toBe('resumed fake/acme\n')
    expect((await run('boards', ['remove', 'fake/acme'])).output).toBe('removed fake/acme\n')
    expect(await run('boards', ['show', 'fake/acme'])).toMatchObject({
      errors: 'boards: there is no board fake/acme\n',
      status: 1,
    })
  })

  test('list says which boards have the same postings', async () => {
    const jobs = ['Welder', 'Cook', 'Nurse'].map((title, id) => ({
      ...posting,
      id: `${id}`,
      title,
    }))
    const foreign = { ...posting, id: '9', place: 'Paris, France' }
    await rehearsal.add('acme', { jobs })
    await rehearsal.add('beta', {
      jobs: [...jobs, { ...posting, id: '8', title: 'Guard' }, foreign],
    })
    await rehearsal.run()
    const { output } = await run('boards', ['list'])
    const issues = output
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).at(-1))
    expect(issues).toEqual([
      'also on fake/beta: 3 of 3 postings',
      'also on fake/acme: 3 of 4 postings',
    ])
  })

  test('list and show say how many details are read', async () => {
    const jobs = ['1', '2', '3'].map((id) => ({ ...posting, id }))
    await rehearsal.add(
      'acme',
      (id?: string) => (id === '2' ? new Response('', { status: 500 }) : { jobs }),
      { settings: { details: 'yes' } },
    )
    await rehearsal.run()
    expect((await run('boards', ['list'])).output).toMatch(
      /posting 2: api\.fake\.example answered 500; 2 of 3 details are read$/m,
    )
    expect((await run('boards', ['show', ACME])).output).toMatch(
      /^details +2 of 3 details are read$/m,
    )
  })

  test('list and show say how many pages of a site are read, and count those with a posting', async () => {
    await rehearsal.add('acme', { jobs: [posting] })
    await rehearsal.run()
    await rehearsal.database.run(sql`update collector_postings set due_at = now()`)
    await rehearsal.database.run(sql`insert into collector_postings (board_id, external_id, fingerprint, due_at, closed_at)
      select board_id, page.id, '', now(), page.closed_at
      from collector_postings, (values ('empty', now()), ('unread', null)) as page (id, closed_at)`)
    expect((await run('boards', ['list'])).output).toMatch(
      /^fake\/acme +ok +\S+ +1 +1 +0 +\S+ +2 of 3 pages are read$/m,
    )
    expect((await run('boards', ['show', ACME])).output).toMatch(
      /^details +2 of 3 pages are read$/m,
    )
  })

  test.each([[['list', 'x']], [['show']], [['pause', 'a', 'b']], [['delete', 'x']]])(
    '%p is refused',
    async (args) => {
      expect(await run('boards', args)).toEqual({
        output: '',
        errors:
          'boards: expected add FILE|ADDRESS..., list, or show, remove, pause or resume BOARD\n',
        status: 1,
      })
    },
  )
})

describe('collect', () => {
  test('needs a contact', async () => {
    expect(await run('collect', ['--once'], { COLLECT_CONTACT: '' })).toMatchObject({
      errors:
        'collect: set COLLECT_CONTACT to a mail address or a web page; vendors see it in each request\n',
      status: 1,
    })
  })

  test('--once collects the boards that are due, with the contact in each request', async () => {
    await rehearsal.add('acme', { jobs: [posting] })
    const { output, status } = await run('collect', ['--once'])
    expect([status, output]).toEqual([
      0,
      'boards 1  held 0  failed 0  read 1  created 1  updated 0  unchanged 0  expired 0  excluded 0  rejected 0\n',
    ])
    expect(rehearsal.server.requests[0]?.headers.get('user-agent')).toMatch(
      /^job-catalogue\/[\d.]+ \(\+http:\S+; jobs@example\.com\)$/,
    )
  })

  test('--print prints lines for import, and writes nothing', async () => {
    await rehearsal.add('acme', { jobs: [posting] })
    const { output, status } = await run('collect', ['--board', 'fake/acme', '--print'])
    expect([status, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({ source: 'fake', source_slug: 'acme', external_id: '1' }),
    ])
    expect([await rehearsal.jobs(), (await rehearsal.board('acme')).lastSuccessAt]).toEqual([
      [],
      null,
    ])
  })

  test('a failed board is the exit status 1', async () => {
    await rehearsal.add('acme', () => new Response('', { status: 500 }))
    const { output, status } = await run('collect', ['--board', 'fake/acme'])
    expect([status, output.startsWith('boards 1  held 0  failed 1')]).toEqual([1, true])
  })

  test('a signal lets the answer in flight be written', async () => {
    const asked = Promise.withResolvers<void>()
    const slow = async function* () {
      asked.resolve()
      yield '{"jobs":['
      await Bun.sleep(300)
      yield `${JSON.stringify(posting)}]}`
    }
    await rehearsal.add('acme', () => new Response(slow()))
    const { child, errors } = startCommand('commands/collect.ts', {
      env: { ...collectEnv(), DATABASE_URL: rehearsal.url },
    })
    await asked.promise
    child.kill('SIGTERM')
    const [status, logged] = await Promise.all([child.exited, errors()])
    expect([status, logged.split('\n').length]).toEqual([143, 3])
    expect((await rehearsal.jobs()).map(({ title }) => title)).toEqual(['Welder'])
    expect((await rehearsal.board('acme')).leaseOwner).toBe(null)
  })
})
