import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { changes } from '../../../src/catalogue/database/schema/changes'
import { listBoards } from '../../../src/collect/board/boards'
import { NoNetwork } from '../../../src/collect/failures'
import { LEASE_MS } from '../../../src/collect/run/schedule'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { leftOutOf, readStarterList, waitingFor } from '../../../src/commands/boards/starter-list'
import type { FakeJob } from '../../collect/support/fake-system'
import { useRehearsal } from '../../collect/support/use-rehearsal'
import { callCommand, runCommand } from '../../support/run-command'
import { useFolder } from '../../support/use-folder'
import { startCommand } from '../support/running-command'

const rehearsal = useRehearsal()
const folder = useFolder('boards-')

async function boards(...args: string[]) {
  return await callCommand('boards.ts', args, { url: rehearsal.url })
}

async function collect(args: string[], env: Record<string, string> = {}) {
  return await callCommand('collect.ts', args, {
    url: rehearsal.url,
    env: { ...collectEnv(), ...env },
  })
}

function collectEnv() {
  return {
    COLLECT_CONTACT: 'jobs@example.com',
    COLLECT_REPLAY_URL: rehearsal.server.url,
  }
}

const ACME = 'https://boards.greenhouse.io/acme'
const posting = { id: '1', title: 'Welder', place: 'Windsor, ON' }

/** Adds a board of Greenhouse, which the commands know. */
async function add(slug: string, answer: () => Response): Promise<void> {
  await rehearsal.add(slug, answer, { source: 'greenhouse' })
}

function answerOf(jobs: readonly FakeJob[]) {
  return {
    jobs: jobs.map(({ id, title, place, apply }) => ({
      id,
      title,
      absolute_url: apply ?? `https://jobs.example/acme/${id}`,
      company_name: 'Acme',
      location: { name: place },
    })),
    meta: { total: jobs.length },
  }
}

const listing =
  (...jobs: FakeJob[]) =>
  () =>
    Response.json(answerOf(jobs))

describe('boards', () => {
  test('add takes addresses and lists, and says what was there', async () => {
    const csv = join(folder, 'boards.csv')
    await Bun.write(
      csv,
      `address,source,slug,organization,country\n,greenhouse,beta,"Beta, Inc",Canada\n${ACME},,,,\n`,
    )
    expect(await boards('add', ACME)).toEqual({
      output: 'added 1  changed 0  known 0  rejected 0\n',
      errors: '',
      status: 0,
    })
    expect(await boards('add', csv)).toEqual({
      output: 'added 1  changed 0  known 1  rejected 0\n',
      errors: 'greenhouse/acme is there already\n',
      status: 0,
    })
    expect(await rehearsal.board('beta', 'greenhouse')).toMatchObject({
      organization: 'Beta, Inc',
      country: 'CA',
    })
  })

  test.each([
    [
      'greenhose/acme',
      "'greenhose/acme' is not a board of a known system; did you mean greenhouse/acme?",
    ],
    ['adress,organization\nx,y\nz,y\n', "line 1: 'adress': unknown column; did you mean address?"],
    ['address,contry\nx,CA\n', "line 1: 'contry': unknown column; did you mean country?"],
    [
      'name,site\nAcme,x\n',
      "line 1: expected address (or board_url, ats_url, job_board_url, careers_url, career_url, careers_page_url, career_page_url, careers_page, career_page, jobs_url, url, link), or source (or ats, ats_type, ats_provider, ats_platform, ats_vendor, platform, provider, monitor_type) and slug (or board_token, board_identifier, board_id, ats_identifier, ats_slug, token); got the columns 'name,site'",
    ],
  ])('add says once what is wrong with %j', async (text, issue) => {
    const isList = text.includes('\n')
    const path = join(folder, 'wrong.csv')
    await Bun.write(path, text)
    const { errors, status } = await boards('add', isList ? path : text)
    expect([status, errors]).toEqual([1, `boards: ${issue}\n`])
  })

  test.each([
    ['lst', 'did you mean list?'],
    [
      'delete',
      'expected add FILE|-|ADDRESS..., find DOMAIN|FILE..., check [BOARD...], list, health, sample SYSTEM, prune, or show, remove, pause or resume BOARD',
    ],
  ])('the action %s is none', async (action, hint) => {
    const { errors, status } = await boards(action, 'x')
    expect([status, errors]).toEqual([1, `boards: unknown action '${action}'; ${hint}\n`])
  })

  test('help names the systems with their addresses', async () => {
    const { output } = await boards('--help')
    for (const { source, example } of SYSTEMS)
      expect(output).toMatch(new RegExp(`^ +${source} +${RegExp.escape(example)}$`, 'm'))
  })

  test('columns that are none of a list are ignored', async () => {
    const path = join(folder, 'more.csv')
    await Bun.write(path, 'source,slug,notes\ngreenhouse,acme,x\n')
    expect((await boards('add', path)).output).toBe('added 1  changed 0  known 0  rejected 0\n')
  })

  test('show names the board that is meant, and the postings that a list lacks', async () => {
    await add('acme', listing(posting, { ...posting, id: '2' }))
    await rehearsal.run()
    const before = await boards('show', ACME)
    await add('acme', listing(posting))
    await rehearsal.after(24)
    const { output } = await boards('show', ACME)
    const instant = '2026-03-03T08:00:00Z'
    expect(output).toEndWith(`
POSTING  UNLISTED SINCE        NEXT
      2  ${instant}  leaves when a second list confirms
`)
    const lastChange = /^last change.*$/m
    expect(lastChange.exec(output)?.[0]).toBe(lastChange.exec(before.output)?.[0] ?? '')
    expect((await boards('show', 'acme')).errors).toBe(
      'boards: there is no board acme; did you mean greenhouse/acme?\n',
    )
    for (const name of ['leverx', 'sapx']) {
      expect((await boards('remove', name)).errors).toBe(
        `boards: there is no board ${name}; see bun run boards list\n`,
      )
    }
  })

  test('add refuses what no system knows', async () => {
    expect(await boards('add', 'https://acme.example/jobs')).toEqual({
      output: '',
      errors: `boards: 'https://acme.example/jobs' is not a board of a known system; see bun run boards --help\n`,
      status: 1,
    })
    const list = join(folder, 'boards.ndjson')
    await Bun.write(
      list,
      `{"source":"greenhouse","slug":"acme"}\n{"source":"greenhouse","slug":"b","country":"FR"}\n`,
    )
    expect(await boards('add', list)).toEqual({
      output: 'added 1  changed 0  known 0  rejected 1\n',
      errors: "line 2: country: expected CA or US, got 'FR'\n",
      status: 1,
    })
  })

  test('add takes lists of a system, and standard input', async () => {
    const path = join(folder, 'own.csv')
    await Bun.write(path, 'name,url\nBeta,https://jobs.beta.example\n')
    expect(await boards('add', 'recruitee', path, 'https://jobs.acme.example')).toMatchObject({
      output: 'added 2  changed 0  known 0  rejected 0\n',
      errors: '',
    })
    const names = join(folder, 'names.txt')
    await Bun.write(names, 'delta\nepsilon\n')
    const named = ['greenhouse', names, 'zeta', 'workday', 'acme|wd5|External']
    expect(await boards('add', ...named)).toMatchObject({
      output: 'added 4  changed 0  known 0  rejected 0\n',
      errors: '',
    })
    expect((await boards('add', 'greenhouse', join(folder, 'none.txt'))).errors).toStartWith(
      'boards: there is no file ',
    )
    expect(await rehearsal.board('jobs.beta.example', 'recruitee')).toMatchObject({
      organization: 'Beta',
    })
    const input = `{"ats": {"greenhouse": ["acme"]}}`
    const added = await runCommand('commands/boards.ts', ['add', '-'], {
      url: rehearsal.url,
      input,
    })
    expect(added.output).toBe('added 1  changed 0  known 0  rejected 0\n')
    expect((await boards('add', 'recruitee')).errors).toBe(
      'boards: expected an address or a list after recruitee\n',
    )
  })

  test('add --starter adds boards of the list that comes with the program, or a part', async () => {
    const countsOf = (list: readonly { source: string }[]) =>
      [...Map.groupBy(list, ({ source }) => source)].map(
        ([source, { length }]) => [source, length] as const,
      )
    const added = async (...part: string[]) => {
      await rehearsal.reset()
      const { output, errors } = await boards('add', '--starter', ...part)
      const list = await listBoards(rehearsal.database)
      return { output, errors, counts: countsOf(list), list }
    }
    const first = await added('--limit', '30')
    expect(first).toMatchObject({
      output: 'added 30  changed 0  known 0  rejected 0\n',
      errors:
        "smartrecruiters: 1510 boards are left out, because the robots.txt of SmartRecruiters' interface disallows it, and the terms limit it to customers' own sites; to collect them, set COLLECT_SMARTRECRUITERS=true and run bun run boards add --starter --system smartrecruiters\n",
      counts: ['dayforce', 'icims', 'jobscore', 'jobvite', 'paycom', 'paylocity'].map((source) => [
        source,
        5,
      ]),
    })
    const ofDayforce = first.list.filter(({ source }) => source === 'dayforce')
    // Names of a tenant alone, such as `103772`, come behind those of a tenant and its site.
    expect(ofDayforce.map(({ slug }) => slug)).toContain('99cents/CANDIDATEPORTAL')

    const part = ['--country', 'CA', '--system', 'lever,paycom', '--limit', '10']
    expect(await added(...part)).toMatchObject({
      errors: 'the list names no countries; --country CA leaves out paycom and paylocity\n',
      counts: [['lever', 10]],
    })
    const known = await boards('add', '--starter', ...part)
    expect(known.output).toBe('added 0  changed 0  known 10  rejected 0\n')

    const european = { system: 'personio,lever,dayforce', limit: '6100' }
    const all = countsOf(await readStarterList(european, SYSTEMS))
    expect(all.map(([source]) => source).toSorted()).toEqual(['dayforce', 'lever', 'personio'])
    expect(new Map(all).get('lever')).toBe(3597)
    const american = { country: 'US', system: 'lever,paycom,dayforce', limit: '3000' }
    const there = countsOf(await readStarterList(american, SYSTEMS))
    expect(there.map(([source]) => source)).toEqual(['dayforce', 'paycom'])
    expect(leftOutOf('US')).toBe('the list names no countries; --country US leaves out nothing')
  })

  test('the documents say how many boards of the list wait for a setting', async () => {
    const [, count = ''] = /: (\d+) boards/.exec((await waitingFor(SYSTEMS)).join()) ?? []
    for (const page of ['README.md', 'docs/collecting.md']) {
      const text = await Bun.file(join(import.meta.dir, '../../..', page)).text()
      expect(text).toContain(`${Number(count).toLocaleString('en-US')} boards on SmartRecruiters`)
    }
  })

  test.each([
    [['--limit', '0'], "--limit: expected a number of boards, got '0'"],
    [['--country', 'FR'], "--country: expected CA or US, got 'FR'"],
    [['--system', 'levr'], "--system: 'levr' is not a known system; did you mean lever?"],
  ])('add --starter %j is refused', async (part, issue) => {
    const { errors, status } = await boards('add', '--starter', ...part)
    expect([status, errors]).toEqual([1, `boards: ${issue}\n`])
    expect((await boards('add', ACME, ...part)).errors).toBe(
      'boards: --system, --limit and --country need --starter\n',
    )
  })

  test('add counts refusals by reason, and keeps them', async () => {
    const [path, rejects] = [join(folder, 'public.csv'), join(folder, 'rejects.ndjson')]
    const wrong = Array.from({ length: 12 }, (_, index) => `Co ${index},https://co${index}.example`)
    await Bun.write(path, `name,url\nAcme,${ACME}\n${wrong.join('\n')}\n`)
    const { output, errors, status } = await boards('add', path, '--rejects', rejects)
    expect([output, status]).toEqual(['added 1  changed 0  known 0  rejected 12\n', 1])
    const lines = errors.trim().split('\n')
    expect(lines).toHaveLength(11)
    expect(lines[0]).toBe(
      "line 3: url: 'https://co0.example' is not a board of a known system; see bun run boards --help",
    )
    expect(lines[10]).toBe("rejected 12: url: '...' is not a board of a known system")
    const kept = await Bun.file(rejects).text()
    expect(JSON.parse(kept.split('\n')[0] ?? '')).toEqual({
      name: 'Co 0',
      url: 'https://co0.example',
      issue:
        "url: 'https://co0.example' is not a board of a known system; see bun run boards --help",
    })
    expect((await boards('add', 'recruitee', rejects)).output).toBe(
      'added 12  changed 0  known 0  rejected 0\n',
    )
  })

  test('list, show, pause, resume and remove', async () => {
    await add('acme', listing(posting, { ...posting, id: '2', place: 'Paris, France' }))
    await rehearsal.run()
    const { output } = await boards('list')
    expect(output.replaceAll(/ {2,}/g, ' | ').trim().split('\n')).toEqual([
      'BOARD | STATE | LAST SUCCESS | POSTINGS | CA | US | NEXT | ISSUE',
      expect.stringMatching(
        /^greenhouse\/acme \| ok \| 2026-03-02T08:00:00Z \| 2 \| 1 \| 0 \| 2026-\S+$/,
      ),
    ])
    const shown = await boards('show', ACME)
    expect(shown.output).toMatch(/^employer +Acme$/m)
    expect(shown.output).toMatch(/^ +2 +foreign +Paris, France$/m)
    expect((await boards('pause', 'greenhouse/acme')).output).toBe('paused greenhouse/acme\n')
    expect((await rehearsal.after(48)).boards).toBe(0)
    expect((await boards('resume', 'greenhouse/acme')).output).toBe('resumed greenhouse/acme\n')
    expect((await boards('remove', 'greenhouse/acme')).output).toBe('removed greenhouse/acme\n')
    expect(await boards('show', 'greenhouse/acme')).toMatchObject({
      errors: 'boards: there is no board greenhouse/acme; see bun run boards list\n',
      status: 1,
    })
  })

  test('list --source and --state list the boards of systems and in states, and --json a line each', async () => {
    await add('acme', listing(posting, { ...posting, id: '2', place: 'Paris, France' }))
    await rehearsal.run()
    await add('down', listing(posting))
    await rehearsal.add('gamma', { jobs: [] })
    await rehearsal.database.run(
      sql`update collector_boards set failures = 1, last_error = 'it is\nout' where slug = 'down'`,
    )
    const listed = async (...args: string[]) => {
      const { output } = await boards('list', ...args)
      return output.split('\n').flatMap((line) => /^\S+\/\S+/.exec(line) ?? [])
    }
    expect(await listed()).toEqual(['fake/gamma', 'greenhouse/acme', 'greenhouse/down'])
    expect(await listed('--all')).toEqual(await listed())
    expect(await listed('--source', 'Greenhouse')).toEqual(['greenhouse/acme', 'greenhouse/down'])
    expect(await listed('--state', 'new,ok')).toEqual(['fake/gamma', 'greenhouse/acme'])
    expect(await listed('--source=lever, greenhouse', '--state=failing')).toEqual([
      'greenhouse/down',
    ])
    const { output, errors } = await boards('list', '--source=greenhouse', '--json')
    expect(errors).toBe('')
    const [acme, down] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(acme).toMatchObject({
      board: 'greenhouse/acme',
      source: 'greenhouse',
      state: 'ok',
      organization: 'Acme',
      last_success: '2026-03-02T08:00:00Z',
      postings: 2,
      ca: 1,
      us: 0,
      issue: null,
      issues: [],
    })
    expect(down).toMatchObject({
      state: 'failing',
      last_success: null,
      issue: 'failing',
      issues: ['it is\nout'],
    })
    const refused: [string[], string][] = [
      [
        ['--source', 'greenhose'],
        "--source: 'greenhose' is not a known system; did you mean greenhouse?",
      ],
      [
        ['--state', 'fail'],
        "--state: unknown state 'fail'; expected new, ok, failing, missing, quarantined, paused, dead",
      ],
      [['--state', 'faling'], "--state: unknown state 'faling'; did you mean failing?"],
      [['--duplicates', '--json'], 'expected --duplicates alone'],
      [['--all', '--state', 'ok'], '--all lists every board; leave out the other options'],
    ]
    for (const [args, message] of refused) {
      expect(await boards('list', ...args)).toEqual({
        output: '',
        errors: `boards: ${message}\n`,
        status: 1,
      })
    }
  })

  test('list counts more than 500 boards by system and state, unless --all is given', async () => {
    await rehearsal.database.run(sql`insert into collector_boards (source, slug, settings, added_at, next_due, interval_seconds, state)
      select case when number % 100 = 0 then 'lever' else 'greenhouse' end, number, '{}', now(), now(), 3600,
        case when number % 200 = 0 then 'dead' else 'active' end
      from generate_series(1, 501) as number`)
    const { output, errors } = await boards('list')
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(/ +/)),
    ).toEqual([
      ['SYSTEM', 'BOARDS', 'NEW', 'OK', 'FAILING', 'MISSING', 'QUARANTINED', 'PAUSED', 'DEAD'],
      ['greenhouse', '496', '496', '0', '0', '0', '0', '0', '0'],
      ['lever', '5', '3', '0', '0', '0', '0', '0', '2'],
    ])
    expect(errors).toMatch(/^dead +2 +lever\/200 +bun run boards check/m)
    expect(errors).toContain('--all lists each\n')
    const all = await boards('list', '--all')
    expect(all.output.trim().split('\n')).toHaveLength(502)
    const some = await boards('list', '--source', 'greenhouse')
    expect(some.output.trim().split('\n')).toHaveLength(497)
    const lines = await boards('list', '--json')
    expect(lines.output.trim().split('\n')).toHaveLength(501)
  })

  test('list --no-postings shows, and prune removes, boards without a posting here', async () => {
    await add('here', listing(posting))
    await add('abroad', listing({ ...posting, place: 'Paris, France' }))
    for (let list = 0; list < 2; list += 1) await rehearsal.after(48)
    expect((await boards('prune')).output).toBe(
      'removed 0 boards without a posting in Canada or the United States\n',
    )
    await rehearsal.after(48)
    const { output } = await boards('list', '--no-postings')
    expect(output.split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(
        /^greenhouse\/abroad .* no posting in Canada or the United States in 3 lists: asked once a week, later once a month$/,
      ),
    ])
    expect((await boards('prune', 'x')).status).toBe(1)
    expect((await boards('show', 'greenhouse/abroad', '--no-postings')).status).toBe(1)
    expect((await boards('prune', '--dry-run')).output).toBe(
      'greenhouse/abroad\nwould remove 1 boards without a posting in Canada or the United States\n',
    )
    expect((await boards('prune')).output).toBe(
      'removed 1 boards without a posting in Canada or the United States\n',
    )
    const left = await listBoards(rehearsal.database)
    expect(left.map(({ slug }) => slug)).toEqual(['here'])
  })

  test('prune --dead removes boards that never answered and are dead for a month', async () => {
    const slugs = ['junk', 'young', 'known', 'alive']
    for (const slug of slugs) await add(slug, listing(posting))
    const set = (slug: string, days: number, lastSuccess: Date | null) =>
      rehearsal.database.run(sql`update collector_boards set state = 'dead', last_success_at = ${lastSuccess?.toISOString() ?? null},
        next_due = now() - make_interval(days => ${days}) where slug = ${slug}`)
    await set('junk', 30, null)
    await set('young', 28, null)
    await set('known', 300, new Date())
    expect((await boards('prune', '--dead', '--dry-run')).output).toBe(
      'greenhouse/junk\nwould remove 1 boards that never answered and are dead for a month\n',
    )
    expect(await listBoards(rehearsal.database)).toHaveLength(4)
    expect((await boards('prune', '--dead')).output).toBe(
      'removed 1 boards that never answered and are dead for a month\n',
    )
    const left = await listBoards(rehearsal.database)
    expect(left.map(({ slug }) => slug)).toEqual(['alive', 'known', 'young'])
    expect((await boards('list', '--dead')).errors).toContain('--dead is an option of boards prune')
  })

  test('list ends with what is to be done about the boards with an issue', async () => {
    const issues = {
      fine: sql`last_success_at = now()`,
      dead: sql`state = 'dead'`,
      gone: sql`state = 'dead'`,
      moved: sql`missing_answers = 1, last_error = 'there is no such board: acme.example moved to www.acme.example'`,
      missing: sql`missing_answers = 2`,
      down: sql`failures = 8`,
      slow: sql`failures = 1`,
      offline: sql`failures = 9, last_error = ${new NoNetwork('acme.example', 'www.iana.org').message}`,
      held: sql`quarantined_since = now()`,
      other: sql`quarantined_since = now(), is_for_new_owner = true`,
      cut: sql`last_success_at = now(), incomplete_reason = 'it is cut'`,
      abroad: sql`last_success_at = now(), lists_without_posting = 3`,
      paused: sql`state = 'paused', failures = 9`,
    }
    for (const [slug, columns] of Object.entries(issues)) {
      await add(slug, listing(posting))
      await rehearsal.database.run(sql`update collector_boards set ${columns} where slug = ${slug}`)
    }
    const { output, errors } = await boards('list')
    expect(output.trim().split('\n')).toHaveLength(1 + Object.keys(issues).length)
    const lines = errors
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/))
    expect(lines.map((cells) => cells.slice(0, 3))).toEqual([
      ['ISSUE', 'BOARDS', 'SUCH AS'],
      ['no network', '1', 'greenhouse/offline'],
      ['moved', '1', 'greenhouse/moved'],
      ['dead', '2', 'greenhouse/dead'],
      ['failing for days', '1', 'greenhouse/down'],
      ['new owner', '1', 'greenhouse/other'],
      ['no postings', '1', 'greenhouse/abroad'],
      ['missing', '1', 'greenhouse/missing'],
      ['failing', '1', 'greenhouse/slow'],
      ['quarantined', '1', 'greenhouse/held'],
      ['not complete', '1', 'greenhouse/cut'],
    ])
    expect(lines[3]?.[3]).toStartWith('bun run boards check looks for their new addresses')
  })

  test('list says which boards have the same postings', async () => {
    const jobs = ['Welder', 'Cook', 'Nurse'].map((title, id) => ({
      ...posting,
      id: `${id}`,
      title,
    }))
    const foreign = { ...posting, id: '9', place: 'Paris, France' }
    await add('acme', listing(...jobs))
    await add('beta', listing(...jobs, { ...posting, id: '8', title: 'Guard' }, foreign))
    await rehearsal.run()
    const { output } = await boards('list')
    const issues = output
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/ {2,}/).at(-1))
    expect(issues).toEqual(['also on greenhouse/beta', 'also on greenhouse/acme'])

    const duplicates = (await boards('list', '--duplicates')).output.trim().split('\n')
    expect(duplicates.map((line) => line.split(/ {2,}/))).toEqual([
      ['BOARD', 'ALSO ON', 'EQUAL', 'TEXTS', 'PAY'],
      ['greenhouse/acme', 'greenhouse/beta', '3 of 3', '3', '0'],
      ['greenhouse/beta', 'greenhouse/acme', '3 of 4', '4', '0'],
      ['to keep greenhouse/beta alone: bun run boards pause greenhouse/acme'],
    ])
    expect((await boards('list', '--duplicates', '--no-postings')).status).toBe(1)
  })

  test('list and show say to which board postings belong, and add --prefer leaves them out', async () => {
    const jobs = ['Welder', 'Cook', 'Nurse'].map((title, id) => ({
      ...posting,
      id: `1234${id}`,
      title,
    }))
    const copies = jobs.map((job) => ({
      ...job,
      id: `9${job.id}`,
      apply: `https://boards.greenhouse.io/acme/jobs/${job.id}`,
    }))
    await add('acme', listing(...jobs))
    await add('copy', listing(...copies, { ...posting, id: '8', title: 'Guard' }))
    await rehearsal.run()
    const issue = async () => (await boards('list')).output.trim().split(/ {2,}/).at(-1)
    const belong = '3 of 4 are postings of greenhouse/acme'
    expect(await issue()).toBe(belong)
    expect((await boards('show', 'greenhouse/copy')).output).toContain(`postings of   ${belong}\n`)
    const { output } = await boards('list', '--duplicates')
    expect(output.trim().split('\n').at(-1)).toBe(
      'to leave out what greenhouse/acme has: bun run boards add --prefer greenhouse/acme greenhouse/copy',
    )

    expect((await boards('add', '--prefer', ACME, 'greenhouse/copy')).output).toBe(
      'added 0  changed 1  known 0  rejected 0\n',
    )
    await rehearsal.run({ boardId: (await rehearsal.board('copy', 'greenhouse')).id })
    expect(await issue()).toBe(`${belong}, 3 left out`)
    expect((await boards('show', 'greenhouse/copy')).output).toContain(
      '912340  preferred  greenhouse/acme CA\n',
    )
    expect((await rehearsal.jobs()).map(({ title }) => title).toSorted()).toEqual([
      'Cook',
      'Guard',
      'Nurse',
      'Welder',
    ])

    await boards('remove', 'greenhouse/acme')
    expect(await issue()).toBe('it prefers greenhouse/acme, which is not collected')
    for (const [prefer, settings] of [
      ['none', { prefer: 'none' }],
      ['auto', {}],
      ['', { prefer: 'none' }],
    ] as const) {
      await boards('add', '--prefer', prefer, 'greenhouse/copy')
      expect((await rehearsal.board('copy', 'greenhouse')).settings).toEqual(settings)
    }
    expect((await boards('add', '--prefer', 'lever', 'greenhouse/copy')).errors).toBe(
      "boards: settings: prefer: 'lever' is not a board of a known system; expected an address or SYSTEM/NAME; names alone need their system first (bun run boards add SYSTEM NAME)\n",
    )
  })

  test('list and show say that a board prefers another one by itself', async () => {
    const jobs = Array.from({ length: 5 }, (_, id) => ({
      ...posting,
      id: `1234${id}`,
      title: `Cook ${id}`,
    }))
    const apply = (id: string) => `https://boards.greenhouse.io/acme/jobs/${id}`
    await add('acme', listing(...jobs))
    await add(
      'copy',
      listing(...jobs.map((job) => ({ ...job, id: `9${job.id}`, apply: apply(job.id) }))),
    )
    await rehearsal.run()
    await rehearsal.after(48)
    const [, line = ''] = (await boards('list', '--source', 'greenhouse')).output
      .trim()
      .split('\n')
      .slice(1)
    expect(line.split(/ {2,}/).at(-1)).toBe(
      'it prefers greenhouse/acme (found, not set); 5 of 5 are postings of greenhouse/acme, 5 left out',
    )
    expect((await boards('show', 'greenhouse/copy')).output).toContain(
      'settings      prefer=greenhouse/acme (found by the addresses of its postings)\n',
    )
    const { output } = await boards('list', '--json')
    const found = output
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(
      found.map(({ board, prefers, prefers_found }) => [board, prefers, prefers_found]),
    ).toEqual([
      ['greenhouse/acme', null, false],
      ['greenhouse/copy', 'greenhouse/acme', true],
    ])
  })

  test('add asks a dead board again, and says so', async () => {
    await add('acme', listing(posting))
    await rehearsal.database.run(sql`update collector_boards
      set state = 'dead', missing_answers = 5, last_error = 'there is no such board'`)
    expect(await boards('add', ACME)).toEqual({
      output: 'added 0  changed 1  known 0  rejected 0\n',
      errors: 'greenhouse/acme was dead, and is asked again\n',
      status: 0,
    })
    expect(await rehearsal.board('acme', 'greenhouse')).toMatchObject({
      state: 'active',
      missingAnswers: 0,
      lastError: null,
    })
  })

  test('import is refused while the collector has the board', async () => {
    await add('acme', listing(posting))
    await rehearsal.run()
    const lines = ['acme', 'other'].map((slug) => {
      const url = `https://jobs.example/${slug}/1`
      return { source: 'greenhouse', source_slug: slug, title: 'Cook', url, countries: ['CA'] }
    })
    const file = join(folder, 'lines.ndjson')
    await Bun.write(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const run = (...args: string[]) => callCommand('import.ts', args, { url: rehearsal.url })
    const issue =
      'source_slug: greenhouse/acme is collected, and has no other postings; to import it, first run: bun run boards remove greenhouse/acme'
    for (const args of [
      ['/dev/null', '--board', 'greenhouse/acme'],
      [file, '--complete'],
    ]) {
      expect(await run(...args)).toMatchObject({ errors: `import: ${issue}\n`, status: 1 })
    }
    const { output, errors } = await run(file)
    expect([output.split('\n')[0], errors]).toEqual([
      expect.stringMatching(/read 2 .*created 1 .*rejected 1/),
      `line 1: ${issue}\n`,
    ])
    // Its input is not named by a file, so that the boards are known from the lines alone.
    const piped = await runCommand('commands/import.ts', ['-', '--complete'], {
      url: rehearsal.url,
      input: JSON.stringify(lines[0]),
    })
    expect([piped.status, (await rehearsal.jobs()).map(({ title }) => title)]).toEqual([
      1,
      ['Welder', 'Cook'],
    ])
    await boards('remove', 'greenhouse/acme')
    expect((await run('/dev/null', '--board', 'greenhouse/acme')).output).toContain('expired 1')
    await boards('add', ACME)
    await rehearsal.run({ boardId: (await rehearsal.board('acme', 'greenhouse')).id })
    expect((await rehearsal.jobs()).map(({ title }) => title)).toEqual(['Cook', 'Welder'])
  })

  test('list and show say how many details are read', async () => {
    const jobs = ['1', '2', '3'].map((id) => ({ ...posting, id }))
    await rehearsal.add(
      'acme',
      (id?: string) => (id === '2' ? new Response('', { status: 500 }) : { jobs }),
      { settings: { details: 'yes' } },
    )
    await rehearsal.run()
    expect((await boards('list')).output).toMatch(
      /posting 2: api\.fake\.example answered 500; 2 of 3 details are read$/m,
    )
    expect((await boards('show', 'fake/acme')).output).toMatch(
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
    expect((await boards('list')).output).toMatch(
      /^fake\/acme +ok +\S+ +1 +1 +0 +\S+ +2 of 3 pages are read$/m,
    )
    expect((await boards('show', 'fake/acme')).output).toMatch(/^details +2 of 3 pages are read$/m)
  })

  test.each([[['list', 'x']], [['show']], [['pause', 'a', 'b']]])('%p is refused', async (args) => {
    expect(await boards(...args)).toEqual({
      output: '',
      errors:
        'boards: expected add FILE|-|ADDRESS..., find DOMAIN|FILE..., check [BOARD...], list, health, sample SYSTEM, prune, or show, remove, pause or resume BOARD\n',
      status: 1,
    })
  })
})

describe('collect', () => {
  test('needs a contact', async () => {
    expect(await collect(['--once'], { COLLECT_CONTACT: '' })).toMatchObject({
      errors:
        'collect: set COLLECT_CONTACT to a mail address or a web page; vendors see it in each request\n',
      status: 1,
    })
  })

  test('--once collects the boards that are due, with the contact in each request', async () => {
    await add('acme', listing(posting))
    const { output, status } = await collect(['--once'])
    expect([status, output]).toEqual([
      0,
      'boards 1  quarantined 0  missing 0  failed 0  read 1  created 1  updated 0  unchanged 0  expired 0  excluded 0  rejected 0\n',
    ])
    expect(rehearsal.server.requests[0]?.headers.get('user-agent')).toMatch(
      /^job-catalogue\/[\d.]+(-dev)? \(jobs@example\.com\)$/,
    )
  })

  test('--print prints lines for import, and writes nothing', async () => {
    await add('acme', listing(posting))
    const { output, status } = await collect(['--board', 'greenhouse/acme', '--print'])
    expect([status, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({ source: 'greenhouse', source_slug: 'acme', external_id: '1' }),
    ])
    expect([
      await rehearsal.jobs(),
      (await rehearsal.board('acme', 'greenhouse')).lastSuccessAt,
    ]).toEqual([[], null])
  })

  test('--once names who is blocked, and ends with 1 when due boards were not asked', async () => {
    const answers = [new Response('', { status: 429, headers: { 'retry-after': '3600' } })]
    await add('acme', () => answers.pop() ?? listing(posting)())
    expect((await collect(['--once'])).status).toBe(1)
    await add('beta', listing(posting))
    const second = await collect(['--once'])
    expect(second.status).toBe(1)
    expect(second.errors).toMatch(WAITING)
    expect(second.errors).toMatch('1 due board not asked')
    expect((await boards('list')).errors).toMatch(WAITING)
    expect((await boards('show', 'greenhouse/beta')).output).toMatch(/^blocked +greenhouse until/m)
    expect((await boards('resume', '--source', 'greenhouse')).output).toBe(
      'greenhouse is asked again\n',
    )
    expect(await collect(['--once'])).toMatchObject({
      status: 0,
      output: expect.stringMatching(/^boards 2 .* created 2 /),
    })
    expect((await boards('resume', '--source', 'greenhouse')).output).toBe(
      'greenhouse is neither blocked nor suspect\n',
    )
  })

  const WAITING =
    /blocked: greenhouse until \S+ \(boards-api\.greenhouse\.io answered 429\): 2 boards wait/

  test('--print tries a board that was not added, and says why it prints nothing', async () => {
    rehearsal.server.boards.set('acme', listing({ ...posting, place: 'Paris, France' }))
    expect(await collect(['--print', ACME])).toEqual({
      output: '',
      errors: 'greenhouse/acme: no posting is printed: 1 listed, 1 foreign\n',
      status: 0,
    })
    expect(await listBoards(rehearsal.database)).toEqual([])
  })

  test('a board is collected by its address', async () => {
    await add('acme', listing(posting))
    expect(await collect(['--board', ACME])).toMatchObject({
      status: 0,
      output: expect.stringMatching(/created 1 /),
    })
  })

  test('says when no host answers', async () => {
    for (const source of ['greenhouse', 'lever', 'ashby'])
      await rehearsal.add('acme', listing(posting), { source })
    // Nothing listens on this port.
    const { errors } = await collect(['--once'], { COLLECT_REPLAY_URL: 'http://127.0.0.1:1' })
    expect(errors).toContain('no host has answered: there may be no server at http://127.0.0.1:1')
  })

  test('a failed board is the exit status 1', async () => {
    await add('acme', () => new Response('', { status: 500 }))
    const { output, status } = await collect(['--board', 'greenhouse/acme'])
    expect([status, output.startsWith('boards 1  quarantined 0  missing 0  failed 1')]).toEqual([
      1,
      true,
    ])
  })

  test('a board that its system does not know is missing: the exit status is 1 when it is named', async () => {
    await add('acme', () => new Response('', { status: 404 }))
    const MISSING = 'boards 1  quarantined 0  missing 1  failed 0'
    const all = await collect(['--once'])
    expect([all.status, all.output.startsWith(MISSING)]).toEqual([0, true])
    const named = await collect(['--board', 'greenhouse/acme'])
    expect([named.status, named.output.startsWith(MISSING)]).toEqual([1, true])
  })

  test('a signal lets the answer in flight be written', async () => {
    const asked = Promise.withResolvers<void>()
    const slow = async function* () {
      asked.resolve()
      const text = JSON.stringify(answerOf([posting]))
      yield text.slice(0, 10)
      await Bun.sleep(300)
      yield text.slice(10)
    }
    await add('acme', () => new Response(slow()))
    const { child, errors } = startCommand('commands/collect.ts', {
      env: { ...collectEnv(), DATABASE_URL: rehearsal.url },
    })
    await asked.promise
    child.kill('SIGTERM')
    const [status, logged] = await Promise.all([child.exited, errors()])
    expect([status, logged.split('\n').length]).toEqual([143, 3])
    expect((await rehearsal.jobs()).map(({ title }) => title)).toEqual(['Welder'])
    expect((await rehearsal.board('acme', 'greenhouse')).leaseOwner).toBe(null)
  })

  test('another collector goes on after the leases of one that was killed', async () => {
    const asked = Promise.withResolvers<void>()
    const slugs = Array.from({ length: 30 }, (_, index) => `b${index}`)
    let requests = 0
    for (const [index, slug] of slugs.entries()) {
      await add(slug, () => {
        requests += 1
        if (requests === 20) asked.resolve()
        return listing({ ...posting, id: `${index}` })()
      })
    }
    const { child } = startCommand('commands/collect.ts', {
      args: ['--once'],
      env: { ...collectEnv(), DATABASE_URL: rehearsal.url },
    })
    await asked.promise
    child.kill('SIGKILL')
    expect(await child.exited).toBe(137)
    const rows = await listBoards(rehearsal.database)
    const leased = rows.filter(({ leaseOwner }) => leaseOwner !== null)
    expect(leased.length).toBeGreaterThan(0)
    // The killed process had the time of the machine.
    rehearsal.clock.set(new Date(Date.now() + LEASE_MS).toISOString())
    await rehearsal.run()
    expect((await rehearsal.jobs()).map(({ board, id }) => `${board}/${id}`).toSorted()).toEqual(
      slugs.map((_, index) => `acme/${index}`).toSorted(),
    )
    const events = await rehearsal.database.db
      .select({ event: changes.event, count: sql`count(*)::integer` })
      .from(changes)
      .groupBy(changes.event)
    expect(events).toEqual([{ event: 'created', count: 30 }])
  })
})
