import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { SQL } from 'bun'
import { readFolder, serverOf, socketOf } from '../mirror/read-copy'
import { useCatalogue } from '../mirror/use-catalogue'
import type { MirroredJob } from '../support/mirror'
import { place, posting } from '../support/posting-builder'
import { program } from '../support/program'
import { HAS_PYTHON } from '../support/programs'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { callCommand } from '../support/run-command'
import { createTestApp } from '../support/test-app'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { readCatalogue } from '../support/whole-catalogue'

const PAY = {
  '@type': 'MonetaryAmount',
  currency: 'CAD',
  value: { '@type': 'QuantitativeValue', minValue: 80_000, maxValue: 90_000, unitText: 'YEAR' },
} as const
const TORONTO = { ...place('Toronto', 'ON', 'CA'), latitude: 43.7, longitude: -79.4 }

const app = useTestApp()
const catalogue = useCatalogue(app)
const folder = useFolder('mirror-')
beforeAll(async () => {
  const history = new RandomHistory(randomNumbers(7))
  for (let batch = 0; batch < 5; batch += 1) await app.write(...history.batch(40))
})

const command = (...args: string[]) =>
  callCommand('mirror.ts', args, { env: { CATALOGUE_KEY: app.key } })

const readFile = (file: string): MirroredJob[] => {
  using database = new Database(file, { readonly: true })
  const rows = database.query<{ job: string }, []>('select job from jobs order by id').all()
  return rows.map(({ job }) => JSON.parse(job))
}

const ofCatalogue = async () => {
  const jobs = [...(await readCatalogue(app)).values()].sort((a, b) => a.id - b.id)
  return jobs.map(({ description_html: _, ...job }) => job)
}

test('a mirror that is killed again and again ends with the whole catalogue', async () => {
  for (const into of [join(folder, 'killed.sqlite'), join(folder, 'killed')]) {
    const args = ['--from', catalogue.url, '--into', into, '--once']
    for (let kill = 0; kill < 4; kill += 1) {
      const requests = catalogue.requests.length
      const child = Bun.spawn([...program('commands/mirror.ts'), ...args], {
        env: { ...process.env, CATALOGUE_KEY: app.key },
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      // Killed somewhere in the middle of its pages.
      while (catalogue.requests.length < requests + 3 + 2 * kill && child.exitCode === null) {
        await Bun.sleep(1)
      }
      child.kill('SIGKILL')
      await child.exited
      await app.write(
        posting({ external_id: `after-kill-${kill}`, salary: PAY, locations: [TORONTO] }),
      )
    }
    expect(await command(...args)).toMatchObject({ status: 0 })
    const jobs = into.endsWith('.sqlite') ? readFile(into) : await readFolder(into)
    expect(jobs, into).toEqual(await ofCatalogue())
  }
})

test('the address may end in / or /v1, and a folder that is there may have any name', async () => {
  const into = join(folder, 'copy.v2')
  await mkdir(into)
  for (const end of ['/', '/v1', '/v1/']) {
    const answer = await command('--from', catalogue.url + end, '--into', into, '--once')
    expect(answer).toMatchObject({ status: 0 })
  }
  expect(await readFolder(into)).toEqual(await ofCatalogue())
})

/** Runs the example in Python. */
async function runExample(key: string, ...args: string[]) {
  const child = Bun.spawn(['python3', join(import.meta.dir, '../../examples/mirror.py'), ...args], {
    env: { ...process.env, CATALOGUE_KEY: key },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { output, errors, status: await child.exited }
}

describe.skipIf(!HAS_PYTHON)('the example in Python, if there is a python3', () => {
  test('tells what is wrong in a line', async () => {
    const file = join(folder, 'complaints.sqlite')
    const other = join(folder, 'other.sqlite')
    await command('--from', catalogue.url, '--into', other, '--once')
    const text = join(folder, 'text.sqlite')
    await Bun.write(text, 'no database, but a text that is longer than the head of one\n'.repeat(9))
    for (const [key, args, line] of [
      ['', [catalogue.url, file], /^set CATALOGUE_KEY to an API key of the catalogue\n$/],
      [
        'jc_wrong',
        [catalogue.url, file],
        /^the catalogue answered 401: the API key is not valid.*\n$/,
      ],
      [app.key, ['http://127.0.0.1:9', file], /^no whole answer from http:.*refused.*\n$/],
      [app.key, ['127.0.0.1:9', file], /^no whole answer from 127.0.0.1:9: .*\n$/],
      [app.key, [catalogue.url, other], /other.sqlite has a table jobs that is no copy.*\n$/],
      [app.key, [catalogue.url, text], /text.sqlite: file is not a database\n$/],
    ] as const) {
      const [from, into] = args
      const run = await runExample(key, '--from', from, '--into', into, '--once')
      expect([run.errors, run.status]).toEqual([expect.stringMatching(line), 1])
      expect(run.errors.trim().split('\n')).toHaveLength(1)
    }
  })

  test('takes the flags of the command, but --history', async () => {
    const help = await runExample(app.key, '--help')
    const { output } = await command('--help')
    const flagsOf = (text: string) =>
      [...new Set(text.match(/--\w+/g))].filter((flag) => flag !== '--help').sort()
    // The example keeps no jobs that left.
    expect(flagsOf(help.output)).toEqual(flagsOf(output).filter((flag) => flag !== '--history'))
    const file = join(folder, 'flags.sqlite')
    const run = (...flags: string[]) =>
      runExample(
        app.key,
        '--from',
        catalogue.url,
        '--into',
        file,
        '--once',
        '--country',
        'US',
        ...flags,
      )
    expect(await run('--description', 'none')).toMatchObject({ errors: '', status: 0 })
    const inUs = (await ofCatalogue()).filter(({ country }) => country === 'US')
    expect(readFile(file)).toEqual(inUs.map(({ description_text: _, ...job }) => job))
    expect((await run()).errors).toBe(
      "US: filling the copy again: the copy has the descriptions 'none'\n",
    )
    expect(readFile(file)).toEqual(inUs)
    new Database(file).run('delete from jobs where id = ?', [inUs[0]?.id ?? 0])
    expect(await run('--refill')).toMatchObject({ errors: '', status: 0 })
    expect(readFile(file)).toEqual(inUs)
  })

  test('keeps the same copy', async () => {
    const file = join(folder, 'python.sqlite')
    const python = async () => {
      const { errors, status } = await runExample(
        app.key,
        ...['--from', `${catalogue.url}/`, '--into', file, '--once'],
      )
      if (status !== 0) throw new Error(errors)
      return errors
    }
    expect(await python()).toBe('')
    expect(readFile(file)).toEqual(await ofCatalogue())
    await app.write(...new RandomHistory(randomNumbers(8)).batch(30))
    expect(await python()).toBe('')
    expect(readFile(file)).toEqual(await ofCatalogue())
    // Another catalogue at the same address.
    const other = await createTestApp()
    await other.write(posting({ external_id: 'other' }))
    catalogue.serve(other, '2')
    const key = app.key
    app.key = other.key
    expect(await python()).toMatch(/^CA: filling the copy again/)
    app.key = key
    expect(readFile(file).map(({ title }) => title)).toEqual([posting({}).title])
    catalogue.serve(app, '1')
    await other.stop()
  })
})

test('the queries of the documents run on a copy', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/synchronising.md')).text()
  const queries = [...page.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, text = '']) =>
    text.split(';').filter((query) => query.trim() !== ''),
  )
  using copy = new Database(join(folder, 'killed.sqlite'), { readonly: true })
  const found = queries.map((query) => copy.query(query).all().length)
  expect(found.length).toBe(2)
  expect(found.every((count) => count > 0)).toBe(true)
})

test('the password of a copy that another process keeps is not shown', async () => {
  const { username, database, hostname, port: ownPort } = serverOf(app.url)
  const path = socketOf(app.url)
  const door = createServer((client) => {
    const server = path === undefined ? connect(ownPort, hostname) : connect(path)
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => void socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const address = door.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const copy = `${username}:hunter2@127.0.0.1:${port}/${database}`
  await using holder = new SQL(`postgres://${copy}`, { max: 1 })
  await holder`select pg_advisory_lock(hashtext('job-catalogue mirror'))`
  const { errors } = await command(
    '--from',
    catalogue.url,
    '--into',
    `postgres://${copy}`,
    '--once',
  )
  expect(errors).toBe(
    `mirror: another process keeps the copy in postgres://${copy.replace(':hunter2', '')} in step\n`,
  )
  await holder.close()
  door.close()
})

test.each(['taken.sqlite', 'taken.parquet'])(
  'a folder in the place of a file is told at once: %s',
  async (name) => {
    const into = join(folder, name)
    await mkdir(into)
    const { errors } = await command('--from', catalogue.url, '--into', into, '--once')
    expect(errors).toBe(`mirror: --into: ${into} is a folder\n`)
  },
)

test('a key that no header can have is refused at once', async () => {
  const args = ['--from', catalogue.url, '--into', join(folder, 'unused')]
  const { errors } = await callCommand('mirror.ts', args, { env: { CATALOGUE_KEY: 'jc_日' } })
  expect(errors).toBe(
    'mirror: CATALOGUE_KEY: expected an API key, of printable characters of ASCII\n',
  )
})

describe('complaints', () => {
  const from = ['--from', 'http://127.0.0.1:9']
  const into = () => ['--into', join(folder, 'unused')]
  test.each<[string, () => string[], string]>([
    ['no address', () => into(), '--from: expected an address such as https://jobs.example'],
    [
      'no place',
      () => from,
      '--into: expected a file (.sqlite, .db or .parquet), a folder or postgres://...',
    ],
    [
      'an address without a scheme',
      () => [...into(), '--from', '127.0.0.1:3000'],
      "--from: expected an address such as https://jobs.example, got '127.0.0.1:3000'",
    ],
    [
      'a host as a scheme',
      () => [...into(), '--from', 'localhost:3000'],
      "--from: expected an address such as https://jobs.example, got 'localhost:3000'",
    ],
    [
      'a file of another kind',
      () => [...from, '--into', '/tmp/no-copy/z.csv'],
      `--into: expected a file (.sqlite, .db or .parquet), a folder or postgres://..., got '/tmp/no-copy/z.csv'`,
    ],
    [
      'a country',
      () => [...from, ...into(), '--country', 'UK'],
      "--country: expected CA or US, got 'UK'",
    ],
    [
      'descriptions',
      () => [...from, ...into(), '--description', 'pdf'],
      "--description: expected one of none, text, html, both, got 'pdf'",
    ],
    [
      'an address with a query, behind which there is no path',
      () => [...into(), '--from', 'http://127.0.0.1:9/v1?a=b'],
      "--from: expected an address such as https://jobs.example, got 'http://127.0.0.1:9/v1?a=b'",
    ],
    ...['0', 'soon', '2147484'].map((every): [string, () => string[], string] => [
      `an interval of ${every} seconds`,
      () => [...from, ...into(), '--every', every],
      `--every: expected seconds, from 1 to 86400, got '${every}'`,
    ]),
  ])('%s', async (_, args, line) => {
    expect(await command(...args())).toEqual({ output: '', errors: `mirror: ${line}\n`, status: 1 })
  })
})
