import { beforeEach, describe, expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { MAX_BATCH } from '../../src/catalogue/import/write/write-batch'
import { fitLine, whenNewJobsAppear } from '../../src/commands/terminal/output'
import { emptyCatalogue } from '../support/empty-catalogue'
import { posting } from '../support/posting-builder'
import { program } from '../support/program'
import { HAS_TERMINALS } from '../support/programs'
import { type CommandRun, callCommand, runCommand } from '../support/run-command'
import { until } from '../support/until'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const folder = useFolder('import-test-')
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

const IMPORT = program('commands/import.ts')

const file = (name: string): string => join(folder, name)

const asText = (lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')

/** In a process of its own, with the lines as standard input. */
async function runImport(args: string[], lines: readonly unknown[] = []): Promise<CommandRun> {
  return withoutHour(
    await runCommand('commands/import.ts', args, { url: app.url, input: asText(lines) }),
  )
}

async function importFile(file: string, ...options: string[]): Promise<CommandRun> {
  return withoutHour(await callCommand('import.ts', [file, ...options], { url: app.url }))
}

/** The hour in which new jobs appear depends on the clock. */
function withoutHour(run: CommandRun): CommandRun {
  return { ...run, output: run.output.replace(/from \d\d:00 UTC/, 'from HH:00 UTC') }
}

async function importLines(lines: readonly unknown[], ...options: string[]): Promise<CommandRun> {
  await Bun.write(file('lines.ndjson'), asText(lines))
  return await importFile(file('lines.ndjson'), ...options)
}

async function story(): Promise<string> {
  const { events } = await app.get<{ events: { event: string; job_id: number }[] }>('/v1/changes')
  return events.map(({ event, job_id }) => `${event} ${job_id}`).join(', ')
}

/** `read 2  created 2  ...`, the counts that are not named being 0. */
function summary(counts: Record<string, number | string>): string {
  const names = ['read', 'created', 'updated', 'unchanged', 'expired', 'excluded', 'rejected']
  return `${names.map((name) => `${name} ${counts[name] ?? 0}`).join('  ')}\n`
}

/** The summary of an import that created jobs. */
function creation(counts: Record<string, number>): string {
  return `${summary(counts)}new jobs: in /v1/active-ats (7d, 6m), /v1/jobs and /v1/changes now; in /v1/active-ats (24h, 1h) from HH:00 UTC\n`
}

const [first, second] = [posting({ title: 'a' }), posting({ title: 'b' })]

describe('files of other formats', () => {
  const job = (id: string, city = 'Windsor', state = 'ON', country = 'CA') =>
    `<job><title>Welder</title><referencenumber>${id}</referencenumber><url>https://acme.example/${id}</url>` +
    `<company>Acme</company><city>${city}</city><state>${state}</state><country>${country}</country></job>`
  const feed = (...jobs: string[]) =>
    `<?xml version="1.0"?>\n<source>\n${jobs.join('\n')}\n</source>\n`
  const importText = async (text: string, ...options: string[]) => {
    await Bun.write(file('other'), text)
    return await importFile(file('other'), ...options)
  }

  test.each([
    [
      feed(job('1'), job('2')),
      "the start of XML; expected one JSON object a line; --as indeed imports Indeed's XML",
    ],
    [
      JSON.stringify(posting({}), null, 2),
      'the start of an object of several lines; expected one JSON object a line, which jq -c . FILE writes',
    ],
    [
      '{"@context":"https://schema.org","@type":"JobPosting","title":"Welder"}\n'.repeat(3),
      '@type: JSON-LD; --as jobposting imports JobPostings of schema.org',
    ],
    ['source,title,url\na,b,c\n', 'the header of a CSV file; expected one JSON object a line'],
  ])('get one sentence: %.20s', async (text, issue) => {
    expect(await importText(text)).toEqual({
      output: '',
      errors: `import: ${file('other')}: ${issue}\n`,
      status: 1,
    })
  })

  test('--as indeed imports a feed, and --complete expires what it no longer has', async () => {
    const options = ['--as', 'indeed', '--source', 'feed/acme', '--complete']
    const first = await importText(
      feed(job('1'), job('2'), job('3', 'Paris', '', 'FR')),
      ...options,
    )
    expect(first.output).toStartWith(summary({ read: 3, created: 2, rejected: 1 }))
    expect(first.errors).toContain('line 3: locations: none is in Canada or the United States')
    expect((await importText(feed(job('1')), ...options)).output).toStartWith(
      summary({ read: 1, unchanged: 1, expired: 1 }),
    )
    expect((await importText(feed(job('1'), job('2')).slice(0, -10), ...options)).errors).toBe(
      'import: the XML ends early\n',
    )
    expect(await story()).toBe('created 1, created 2, expired 2')
  })

  test('--as jobposting imports a page', async () => {
    const posted = {
      '@type': 'JobPosting',
      title: 'Welder',
      url: 'https://acme.example/1',
      jobLocation: {
        address: { addressLocality: 'Windsor', addressRegion: 'ON', addressCountry: 'CA' },
      },
    }
    const page = `<html><script type="application/ld+json">${JSON.stringify(posted)}</script></html>`
    expect((await importText(page, '--as', 'jobposting')).output).toStartWith(
      summary({ read: 1, created: 1 }),
    )
  })

  test.each([
    [['--as', 'rss'], "--as: expected indeed or jobposting, got 'rss'"],
    [
      ['--as', 'indeed'],
      '--source: expected SOURCE/SLUG for the postings of the file, such as feed/acme; it is missing',
    ],
    [
      ['--as', 'jobposting', '--source', 'acme'],
      "--source: expected SOURCE/SLUG for the postings of the file, such as feed/acme; got 'acme'",
    ],
    [['--source', 'feed/acme'], '--source is for files that --as reads'],
  ])('%j is refused', async (options, issue) => {
    expect((await importText('', ...options)).errors).toBe(`import: ${issue}\n`)
  })
})

describe('a file', () => {
  test('is read, and a line sums up; on no terminal there is no progress', async () => {
    await Bun.write(file('two.ndjson'), asText([first, second]))
    expect(await runImport([file('two.ndjson')])).toEqual({
      output: creation({ read: 2, created: 2 }),
      errors: '',
      status: 0,
    })
    expect(await story()).toBe('created 1, created 2')
  })

  test('a second time changes nothing', async () => {
    await app.write(first)
    expect(await importLines([first])).toEqual({
      output: summary({ read: 1, unchanged: 1 }),
      errors: '',
      status: 0,
    })
  })

  test('may be compressed', async () => {
    await Bun.write(file('two.ndjson.gz'), Bun.gzipSync(asText([first, second])))
    expect((await importFile(file('two.ndjson.gz'))).output).toBe(creation({ read: 2, created: 2 }))
  })

  test('that is compressed and cut short is one clear line', async () => {
    const whole = Bun.gzipSync(asText([first, second]))
    await Bun.write(file('short.gz'), whole.slice(0, whole.length - 9))
    const { output, errors, status } = await importFile(file('short.gz'), '--complete')
    expect([status, output]).toEqual([1, ''])
    expect(errors).toBe('import: the gzip stream is cut short: unexpected end of file\n')
  })

  test('that is compressed and damaged is one clear line', async () => {
    const whole = Bun.gzipSync(asText([first, second]))
    await Bun.write(file('damaged.gz'), whole.fill(0, whole.length - 8, whole.length - 4))
    const { output, errors, status } = await importFile(file('damaged.gz'), '--complete')
    expect([status, output]).toEqual([1, ''])
    expect(errors).toBe('import: the gzip stream is damaged: incorrect data check\n')
  })

  test('of nothing is no failure', async () => {
    expect(await importFile('/dev/null')).toEqual({ output: summary({}), errors: '', status: 0 })
  })

  test('that restores an archive is told so', async () => {
    const line = { ...first, history: { date_created: '2026-01-01' } }
    const refused = await importLines([line])
    expect(refused).toEqual({
      output: summary({ read: 1, rejected: 1 }),
      errors: 'line 1: history: accepted only with --history\n',
      status: 1,
    })
    expect((await importLines([line], '--history')).output).toBe(summary({ read: 1, created: 1 }))
  })
})

describe('bad lines', () => {
  const lines = [first, '', { ...second, titel: 'x' }, '{"a":1', second]

  test('are told by their number, and make the exit status 1', async () => {
    expect(await importLines(lines)).toEqual({
      output: creation({ read: 4, created: 2, rejected: 2 }),
      errors:
        "line 3: titel: unknown member; did you mean title?\nline 4: not JSON: JSON Parse error: Expected '}'; expected one JSON object a line\n",
      status: 1,
    })
  })

  test('are kept with --rejects, so that they can be corrected and read again', async () => {
    await importLines(lines, '--rejects', file('bad.ndjson'))
    expect(await Bun.file(file('bad.ndjson')).text()).toBe(`${asText(lines.slice(2, 4))}\n`)
  })

  test('of one kind are counted behind the first 1,000, and all of them are kept', async () => {
    const bad = Array.from({ length: 1_003 }, (_, index) => ({ ...second, salary: index }))
    const all = [...bad, { ...second, titel: 'x' }]
    const run = await importLines(all, '--rejects', file('many.ndjson'))
    const told = run.errors.trimEnd().split('\n')
    expect([told.length, told[999]]).toEqual([
      1_002,
      'line 1000: salary: expected an object, got 999',
    ])
    expect(told.slice(1_000)).toEqual([
      'line 1004: titel: unknown member; did you mean title?',
      'and 3 more lines: salary: expected an object',
    ])
    expect(await Bun.file(file('many.ndjson')).text()).toBe(`${asText(all)}\n`)
  })

  test('when there are none, the file with the rejects is empty', async () => {
    await Bun.write(file('none.ndjson'), 'of an earlier import')
    await importLines([first], '--rejects', file('none.ndjson'))
    expect(await Bun.file(file('none.ndjson')).text()).toBe('')
  })

  test.each([[[first]], [lines]])('that cannot be kept are one clear line', async (some) => {
    const { output, errors, status } = await importLines(some, '--rejects', file('no/bad'))
    expect([status, output]).toEqual([1, ''])
    expect(errors).toBe(`import: ENOENT: no such file or directory, open '${file('no/bad')}'\n`)
    expect(await story()).toBe('')
  })
})

describe('rejects', () => {
  const refused = (name: string) => ({
    output: '',
    errors: `import: --rejects: ${file(name)} is the input file; name another file\n`,
    status: 1,
  })

  test('are not written into the file that is read, whatever its name', async () => {
    await app.write(first, second)
    await Bun.write(file('same.ndjson'), asText([first]))
    symlinkSync(file('same.ndjson'), file('link.ndjson'))
    for (const name of ['same.ndjson', 'link.ndjson']) {
      const options = ['--board', 'greenhouse.io/acme', '--rejects', file(name)]
      expect(await importFile(file('same.ndjson'), ...options)).toEqual(refused(name))
    }
    const child = Bun.spawn([...IMPORT, '-', '--rejects', file('same.ndjson')], {
      env: { ...process.env, DATABASE_URL: app.url },
      stdio: [Bun.file(file('same.ndjson')), 'pipe', 'pipe'],
    })
    expect(await child.stderr.text()).toBe(refused('same.ndjson').errors)
    expect(await Bun.file(file('same.ndjson')).text()).toBe(asText([first]))
    expect(await story()).toBe('created 1, created 2')
  })

  test('of the import before stay while the database is unreachable', async () => {
    await Bun.write(file('kept.ndjson'), 'of an earlier import')
    const args = ['/dev/null', '--rejects', file('kept.ndjson')]
    const { status } = await callCommand('import.ts', args, { url: 'postgres://127.0.0.1:1/none' })
    expect([status, await Bun.file(file('kept.ndjson')).text()]).toEqual([
      1,
      'of an earlier import',
    ])
  })
})

test.each([
  ['2026-01-15T10:30:00Z', '11:00'],
  ['2026-01-15T11:00:00Z', '12:00'],
  ['2026-01-15T23:59:59.999Z', '00:00'],
])('jobs created until %s are in the feeds of full hours from %s', (now, hour) => {
  expect(whenNewJobsAppear(new Date(now))).toEndWith(`in /v1/active-ats (24h, 1h) from ${hour} UTC`)
})

test('the summary names the countries of excluded jobs', async () => {
  const both = posting({ countries: ['CA', 'US'], locations: null })
  const lines = [both, posting({ countries: ['US'], locations: null }), first]
  await app.write(...lines)
  const changed = [
    { ...both, countries: ['CA'], title: 'new' },
    ...lines.slice(1).map((line) => ({ ...line, countries: null, locations: null })),
  ]
  expect(await importLines(changed)).toEqual({
    output: summary({ read: 3, updated: 1, excluded: '2 (3 jobs: 1 CA, 2 US)' }),
    errors: '',
    status: 0,
  })
})

describe('a signal', () => {
  const countJobs = async () => {
    const [row] = await app.database.run<{ count: number }>(
      sql`select count(*)::integer as count from jobs`,
    )
    return row?.count
  }

  test('tells what was written; lines of a slow pipe are written when it pauses', async () => {
    const child = Bun.spawn([...IMPORT, '-'], {
      env: { ...process.env, DATABASE_URL: app.url },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    for (const count of [2, 3]) {
      child.stdin.write(`${asText(count === 2 ? [posting(), posting()] : [posting()])}\n`)
      await child.stdin.flush()
      await until(async () => (await countJobs()) === count)
    }
    child.kill('SIGTERM')
    expect(await child.stderr.text()).toBe(
      'interrupted: 3 lines were written, in whole batches; run it again to finish\n',
    )
  })

  test.skipIf(!HAS_TERMINALS)(
    'on a terminal, if there is one, waits for the batch in flight, and no other begins; unchanged lines are not written',
    async () => {
      const known = Array.from({ length: 3 }, () => posting())
      await app.write(...known)
      const lines = Array.from({ length: 3 * MAX_BATCH }, () => posting())
      await Bun.write(file('flight.ndjson'), asText([...known, ...lines]))
      const shown: string[] = []
      const child = Bun.spawn([...IMPORT, file('flight.ndjson')], {
        env: { ...process.env, DATABASE_URL: app.url },
        terminal: { cols: 80, rows: 20, data: (_, data) => void shown.push(String(data)) },
      })
      await app.database.transaction(async (transaction) => {
        await transaction.run(sql`lock table changes in share mode`)
        await until(async () => await isWaiting())
        child.kill('SIGINT')
        await untilInterrupted(child)
      })
      expect(await child.exited).toBe(130)
      const count = MAX_BATCH - known.length
      expect(await countJobs()).toBe(MAX_BATCH)
      await until(() => shown.join('').endsWith('finish\r\n'))
      expect(shown.join('').split('\r\u001b[K').at(-1)).toBe(
        `interrupted: ${count} lines were written, in whole batches; run it again to finish\r\n`,
      )
    },
  )

  test('that ends an expiry in the middle tells how many postings expired', async () => {
    const lines = Array.from({ length: MAX_BATCH + 10 }, () => posting())
    await app.write(...lines)
    const child = Bun.spawn([...IMPORT, '/dev/null', '--board', 'greenhouse.io/acme'], {
      env: { ...process.env, DATABASE_URL: app.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await app.database.transaction(async (transaction) => {
      await transaction.run(sql`lock table changes in share mode`)
      await until(async () => await isWaiting())
      child.kill('SIGINT')
      await untilInterrupted(child)
    })
    expect(await child.stderr.text()).toBe(
      'interrupted: 1000 postings that the input does not name expired; run it again to finish\n',
    )
  })

  /** Resolves when a process has taken the signal, and had time to act on it. */
  async function untilInterrupted({ pid }: Bun.Subprocess): Promise<void> {
    await until(async () => {
      const status = await Bun.file(`/proc/${pid}/status`).text()
      const [, pending = ''] = /^ShdPnd:\s*(\w+)$/m.exec(status) ?? []
      return (Number.parseInt(pending, 16) & (1 << (constants.signals.SIGINT - 1))) === 0
    })
    await Bun.sleep(500)
  }

  /** Whether a statement waits for the locked table. */
  async function isWaiting(): Promise<boolean> {
    const rows = await app.database.run(sql`
      select from pg_locks where relation = 'changes'::regclass and not granted`)
    return rows.length > 0
  }

  test('that cannot wait for the batch any longer says at least how many lines were written', async () => {
    await Bun.write(file('slow.ndjson'), asText([first]))
    const child = Bun.spawn([...IMPORT, file('slow.ndjson')], {
      env: { ...process.env, DATABASE_URL: app.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await app.database.transaction(async (transaction) => {
      await transaction.run(sql`lock table changes in share mode`)
      await until(async () => await isWaiting())
      child.kill('SIGINT')
      expect(await child.stderr.text()).toBe(
        'interrupted: one batch or none was written; run it again to finish\n',
      )
    })
  })
})

describe('a full listing', () => {
  test('expires what it does not name', async () => {
    await app.write(first, second)
    expect(await importLines([first], '--complete')).toEqual({
      output: `${summary({ read: 1, unchanged: 1, expired: 1 })}not named, so expired: 1 of greenhouse/acme\n`,
      errors: '',
      status: 0,
    })
  })

  test('of another board says of which boards it expired jobs, the most first', async () => {
    const boards = Array.from({ length: 12 }, (_, index) => posting({ source_slug: `b${index}` }))
    await app.write(...boards, posting({ source_slug: 'b5' }))
    const lines = Array.from({ length: 12 }, (_, index) => posting({ source_slug: `b${index}` }))
    const { output } = await importLines(lines, '--board', 'lever/other')
    expect(output.trimEnd().split('\n').at(-1)).toBe(
      `not named, so expired: 2 of greenhouse/b5, ${[0, 1, 10, 11, 2, 3, 4, 6, 7].map((slug) => `1 of greenhouse/b${slug}`).join(', ')}, 2 of 2 more boards`,
    )
  })

  test.each([
    ['-', runImport],
    ['/dev/null', (args: string[]) => callCommand('import.ts', args, { url: app.url })],
  ])('empties a board that is named, of which %s has nothing', async (name, runs) => {
    await app.write(first, second)
    expect(await runs([name, '--board', 'greenhouse.io/acme'])).toEqual({
      output: `${summary({ expired: 2 })}not named, so expired: 2 of greenhouse/acme\n`,
      errors: '',
      status: 0,
    })
  })

  test('warns of a board that was never seen, and of no other', async () => {
    await app.write(first, { ...second, source: 'lever' })
    await app.write({ ...first, status: 'expired' })
    const seen = ['greenhouse/acme', 'lever/acme', 'ashby/new']
    const boards = [...seen, 'greenhouse.io/nosuch', 'lever/'].flatMap((name) => ['--board', name])
    const line = posting({ source: 'ashby', source_slug: 'new' })
    expect(await importLines([line], ...boards)).toEqual({
      output: `${creation({ read: 1, created: 1, expired: 1 })}not named, so expired: 1 of lever/acme\n`,
      errors:
        'warning: no posting of greenhouse/nosuch is known\nwarning: no posting of lever/ is known\n',
      status: 0,
    })
  })

  test('with a line that may name any posting expires nothing, and says so', async () => {
    await app.write(first, second)
    const { errors, output, status } = await importLines([first, '{'], '--complete')
    expect([status, output]).toEqual([1, summary({ read: 2, unchanged: 1, rejected: 1 })])
    expect(errors.trimEnd().split('\n').at(-1)).toBe(
      'nothing was expired: 1 lines could not be read, and may name any posting',
    )
  })
})

describe('what cannot be done is one clear line', () => {
  test.each([
    [[], 'too few arguments; see bun run import --help'],
    [['a', 'b'], "unexpected argument 'b'; see --help"],
    [['-', '--compelte'], 'unknown option --compelte; did you mean --complete?'],
    [
      ['-', '--board', 'acme'],
      "--board: expected SOURCE/SLUG such as greenhouse/acme, or SOURCE/ for postings without a slug, got 'acme'",
    ],
    [['/no/file'], 'there is no file /no/file'],
    [[tmpdir()], `${tmpdir()} is a folder`],
  ])('%j', async (args, issue) => {
    expect(await callCommand('import.ts', args)).toEqual({
      output: '',
      errors: `import: ${issue}\n`,
      status: 1,
    })
  })

  test('a database that is not there', async () => {
    const { errors, status } = await callCommand('import.ts', ['/dev/null'], {
      url: 'postgres://127.0.0.1:1/none',
    })
    expect(status).toBe(1)
    expect(errors).toMatch(/^import: the database cannot be reached: .+\n$/)
  })

  test('--help says what there is', async () => {
    const { output, status } = await callCommand('import.ts', ['--help'])
    expect(status).toBe(0)
    expect(output).toStartWith('bun run import FILE|- [options]\n')
  })
})

test.each([
  [200, 'read 20  rejected 1  created 0  updated 7  excluded 2 (1 CA, 1 US)'],
  [66, 'read 20  rejected 1  created 0  updated 7  excluded 2 (1 CA, 1 US)'],
  [65, 'read 20  rejected 1  updated 7  excluded 2 (1 CA, 1 US)'],
  [54, 'read 20  rejected 1  updated 7'],
  [5, 'read '],
])('on a terminal of %i columns a line leaves out zeros first', (width, line) => {
  const whole = 'read 20  rejected 1  created 0  updated 7  excluded 2 (1 CA, 1 US)'
  expect(fitLine(whole, width)).toBe(line)
})

test.skipIf(!HAS_TERMINALS)(
  'on a terminal, if there is one, there is a bar, which the summary replaces, and no colour',
  async () => {
    await Bun.write(file('bar.ndjson'), asText([first, { ...second, titel: 'x' }]))
    const shown: string[] = []
    const child = Bun.spawn([...IMPORT, file('bar.ndjson')], {
      env: { ...process.env, DATABASE_URL: app.url, NO_COLOR: undefined },
      terminal: {
        cols: 120,
        rows: 20,
        data: (_, data) => void shown.push(Buffer.from(data).toString()),
      },
    })
    await child.exited
    // The terminal may pass on the last of it afterwards.
    await until(() => shown.join('').endsWith(' UTC\r\n'))
    // `\r ESC [K` goes back to the start of the line and clears it.
    const writes = shown.join('').split('\r\u001b[K')
    const counts = summary({ read: 2, created: 1, rejected: 1 }).trimEnd()
    const shownCounts =
      'read 2  rejected 1  created 1  updated 0  unchanged 0  expired 0  excluded 0'
    expect(writes.filter((text) => text !== '')).toEqual([
      'line 2: titel: unknown member; did you mean title?\r\n',
      `████████████████████100%  ${shownCounts}`,
      expect.stringMatching(new RegExp(`^${counts}\r\nnew jobs: .* UTC\r\n$`)),
    ])
  },
)
