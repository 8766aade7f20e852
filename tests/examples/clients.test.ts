import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  type Catalogue,
  CatalogueError,
  CatalogueRestored,
  type Change,
  type Checkpoint,
  type Notice,
  openCatalogue,
} from '../../examples/clients/typescript/src'
import { type Catalogue as CatalogueServer, serveCatalogue } from '../mirror/catalogue-server'
import { posting } from '../support/posting-builder'
import { HAS_PYTHON } from '../support/programs'
import { randomNumbers } from '../support/random-history'
import { createTestApp, type TestApp } from '../support/test-app'
import { useFolder } from '../support/use-folder'
import { CLIENT_TYPES } from './write-client-types'

const PYTHON = join(import.meta.dir, '../../examples/clients/python')

let app: TestApp
let server: CatalogueServer
let notices: Notice[]
let client: Catalogue
beforeEach(async () => {
  app = await createTestApp()
  server = serveCatalogue(app)
  notices = []
  client = openCatalogue({
    address: `${server.url}/`,
    key: app.key,
    onNotice: (notice) => notices.push(notice),
  })
})
afterEach(async () => {
  await server.stop()
  await app.stop()
})

/** Postings of a board, the first with the reference `from`. */
const postings = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) =>
    posting({ external_id: `${from + at}`, title: `Nurse ${from + at}` }),
  )

test.each(CLIENT_TYPES)(
  'the types are those of the interface; after a change, run: bun tests/examples/write-client-types.ts (%#)',
  async ({ file, write }) => {
    expect(await Bun.file(file).text()).toBe(await write())
  },
)

describe('in TypeScript', () => {
  test('a search is read page by page, and no further than its reader goes', async () => {
    await app.write(...postings(1, 9))
    const titles: string[] = []
    for await (const { title } of client.jobs({ title: 'nurse', limit: 4 })) titles.push(title)
    expect(new Set(titles).size).toBe(9)
    expect(server.requests).toHaveLength(3)

    for await (const job of client.jobs({ limit: 4 })) {
      expect(job.country).toBe('CA')
      break
    }
    expect(server.requests).toHaveLength(4)
    for await (const job of client.jobs({ title: 'nruse' })) expect(job).toBeUndefined()
    expect(notices).toMatchObject([{ parameter: 'title' }])
  })

  test('a job, the employers and the figures', async () => {
    await app.write(posting({ title: 'Nurse', organization: 'Wrenrill' }))
    await app.prepare()
    const [id = 0] = await Array.fromAsync(client.jobs(), (job) => job.id)
    expect(await client.job(id)).toMatchObject({ title: 'Nurse', status: 'active' })
    expect(await client.job(id + 99)).toBeNull()
    expect(await client.organizations({ country: ['CA'] })).toMatchObject([
      { organization: 'Wrenrill' },
    ])
    expect(await client.stats('US')).toMatchObject({ active_jobs: 0 })
    expect(await client.generation()).toBe('1')
  })

  test('feeds are read to their end, in one generation', async () => {
    await app.write(...postings(1, 1003))
    app.clock.advance(3_600_000)
    server.pageSize = 1000
    const query = { country: ['CA' as const], time_frame: '24h' as const }
    const ids = await Array.fromAsync(client.activeAts(query), (job) => job.id)
    expect([new Set(ids).size, server.requests.length]).toEqual([1003, 2])
    expect(await client.activeAtsCount(query)).toBe(1003)
    expect(await client.expiredAts()).toEqual([])
    expect(await Array.fromAsync(client.modifiedAts())).toEqual([])

    const other = Array.fromAsync(client.activeAts(query, '0'))
    await expect(other).rejects.toThrow(CatalogueRestored)
    await expect(other).rejects.toThrow('the catalogue is of generation 1, the copy of 0')
  })

  test('a copy is filled and followed while answers fail', async () => {
    await app.write(...postings(1, 30))
    server.random = randomNumbers(1)
    const jobs = new Map<number, string>()
    let checkpoint = await fillCopy(jobs)
    expect(jobs.size).toBe(30)

    await app.write(...postings(31, 20), posting({ external_id: '1', title: 'Welder' }))
    checkpoint = await followCopy(jobs, checkpoint)
    expect(jobs.size).toBe(50)
    expect([...jobs.values()].filter((title) => title === 'Welder')).toHaveLength(1)
    expect(checkpoint).toMatchObject({ country: 'CA', generation: '1', isLevel: true })
  })

  test('a copy that may have what a restore lost is filled again', async () => {
    await app.write(...postings(1, 3))
    const behind = await fillCopy(new Map())
    const level = await followCopy(new Map(), behind)
    server.serve(app, '2')
    // A copy that had everything goes on.
    expect(await followCopy(new Map(), level)).toMatchObject({ generation: '2' })
    await expect(followCopy(new Map(), behind)).rejects.toThrow(CatalogueRestored)

    const lost = { ...level, since: level.since + 2 ** 33 }
    const refused = await followCopy(new Map(), lost).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CatalogueRestored)
    expect(refused).toMatchObject({ status: 400, problem: { title: expect.any(String) } })
  })

  test('a wrong request is an error at once, and says what is wrong', async () => {
    const wrong = Array.fromAsync(client.jobs({ title: '"nurse' }))
    await expect(wrong).rejects.toThrow(CatalogueError)
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      problem: { errors: [{ parameter: 'title' }] },
    })
    expect(server.requests).toHaveLength(1)
  })

  test('patience ends, and so does waiting when it is told to', async () => {
    const address = server.url
    await server.stop()
    const impatient = openCatalogue({ address, key: app.key, patienceMs: 0 })
    await expect(impatient.stats('CA')).rejects.toThrow(`no whole answer from ${address}`)

    const controller = new AbortController()
    const waiting = openCatalogue({ address, key: app.key, signal: controller.signal }).stats('CA')
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})

async function fillCopy(jobs: Map<number, string>): Promise<Checkpoint> {
  let reached: Checkpoint | undefined
  for await (const { jobs: page, checkpoint } of client.snapshot('CA')) {
    for (const { id, title } of page) jobs.set(id, title)
    reached = checkpoint
  }
  if (reached === undefined) throw new Error('a snapshot has a page at least')
  return reached
}

async function followCopy(jobs: Map<number, string>, from: Checkpoint): Promise<Checkpoint> {
  let reached = from
  for await (const { events, checkpoint } of client.changes(from)) {
    for (const event of events) apply(jobs, event)
    // As it is after it was stored.
    reached = JSON.parse(JSON.stringify(checkpoint))
  }
  return reached
}

function apply(jobs: Map<number, string>, { job_id: id, job }: Change): void {
  if (job === null) jobs.delete(id)
  else jobs.set(id, job.title)
}

describe('the package', () => {
  const folder = useFolder('catalogue-client-')

  test('compiles to what its users import', async () => {
    const compiler = join(import.meta.dir, '../../node_modules/typescript/bin/tsc')
    const project = join(import.meta.dir, '../../examples/clients/typescript')
    const { stdout, exitCode } = Bun.spawnSync([
      process.execPath,
      compiler,
      '-p',
      project,
      '--outDir',
      folder,
    ])
    expect({ exitCode, stdout: stdout.toString() }).toEqual({ exitCode: 0, stdout: '' })
    const compiled = await import(join(folder, 'index.js'))
    expect(Object.keys(compiled).toSorted()).toEqual([
      'CatalogueError',
      'CatalogueRestored',
      'UnexpectedAnswer',
      'openCatalogue',
    ])
  })
})

/** What a program in Python prints as JSON. */
async function python(program: string): Promise<unknown> {
  const preamble = `import json, os, warnings
from job_catalogue_client import *
catalogue = Catalogue(os.environ["ADDRESS"], os.environ["KEY"])
`
  const child = Bun.spawn(['python3', '-W', 'error', '-c', preamble + program], {
    env: {
      ...process.env,
      PYTHONPATH: PYTHON,
      PYTHONDONTWRITEBYTECODE: '1',
      ADDRESS: server.url,
      KEY: app.key,
    },
    stderr: 'pipe',
  })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect({ exitCode: await child.exited, errors }).toEqual({ exitCode: 0, errors: '' })
  return JSON.parse(out)
}

describe.skipIf(!HAS_PYTHON)('in Python, if there is a python3', () => {
  test('searches, lists and figures', async () => {
    await app.write(...postings(1, 9))
    await app.prepare()
    expect(
      await python(`
titles = {job["title"] for job in catalogue.jobs(title="nurse", limit=4, has_salary=False)}
id = next(catalogue.jobs())["id"]
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    list(catalogue.jobs(title="nruse"))
print(json.dumps([len(titles), catalogue.job(id)["status"], catalogue.job(id + 99), len(caught),
                  len(catalogue.organizations(["CA"])), catalogue.stats("US")["active_jobs"], catalogue.generation()]))`),
    ).toEqual([9, 'active', null, 1, 1, 0, '1'])
  })

  test('feeds are read to their end, in one generation', async () => {
    await app.write(...postings(1, 1003))
    app.clock.advance(3_600_000)
    server.pageSize = 1000
    expect(
      await python(`
query = {"country": ["CA"], "time_frame": "24h"}
ids = {job["id"] for job in catalogue.active_ats(**query)}
try:
    list(catalogue.active_ats(generation="0", **query))
except CatalogueRestored as error:
    print(json.dumps([len(ids), catalogue.active_ats_count(**query), catalogue.expired_ats(), list(catalogue.modified_ats()), str(error)]))`),
    ).toEqual([
      1003,
      1003,
      [],
      [],
      'the catalogue is of generation 1, the copy of 0: fill it again',
    ])
  })

  test('a copy is filled and followed while answers fail', async () => {
    await app.write(...postings(1, 30))
    server.random = randomNumbers(1)
    const fill = `
copy = {}
for jobs, checkpoint in catalogue.snapshot("CA"):
    copy |= {job["id"]: job["title"] for job in jobs}
print(json.dumps([len(copy), checkpoint]))`
    const [count, checkpoint] = (await python(fill)) as [number, object]
    expect(count).toBe(30)
    await app.write(...postings(31, 20))
    const follow = `
events = []
for page, checkpoint in catalogue.changes(json.loads('''${JSON.stringify(checkpoint)}''')):
    events += page
print(json.dumps([len(events), checkpoint["is_level"]]))`
    expect(await python(follow)).toEqual([20, true])
  })

  test('errors say what is wrong', async () => {
    expect(
      await python(`
try:
    next(catalogue.jobs(title='"nurse'))
except CatalogueError as error:
    status = [error.status, error.problem["errors"][0]["parameter"]]
try:
    next(catalogue.changes({"country": "CA", "since": 2 ** 33, "generation": "1", "is_level": True}))
except CatalogueRestored as error:
    print(json.dumps([*status, error.status]))`),
    ).toEqual([400, 'title', 400])
  })
})
