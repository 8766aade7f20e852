import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { openCatalogue, UnexpectedAnswer } from '../../examples/clients/typescript/src'
import { type Forge, type HostileSource, serveHostileSource } from '../mirror/hostile-source'
import { posting } from '../support/posting-builder'
import { HAS_PYTHON } from '../support/programs'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const EXAMPLES = join(import.meta.dir, '../../examples')

const app = useTestApp()
const folder = useFolder('hostile-examples-')
let source: HostileSource
/** Where redirects lead, and what it got. */
const elsewhere: (string | null)[] = []
const other = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    elsewhere.push(request.headers.get('authorization'))
    return Response.json({ jobs: [], next_cursor: null })
  },
})
beforeAll(async () => {
  source = serveHostileSource(app)
  await app.write(...Array.from({ length: 3 }, () => posting()))
})
afterAll(async () => {
  await source.stop()
  await other.stop(true)
})

const on =
  (asked: string, change: (page: Parameters<Forge>[0]) => unknown): Forge =>
  (page, path) =>
    path === asked ? (change(page) ?? page) : page

const inEvent = (members: object) =>
  on('/v1/changes', ({ events: [event] }) => void Object.assign(event, members))

const SQL = '1) or (1=1); drop table jobs; --'

/** What is forged while a copy is filled and then followed, and the member that each example names. */
const FORGED: [name: string, forge: Forge, member: string][] = [
  ['an id of an event that is SQL', inEvent({ job_id: SQL }), 'events[0].job_id'],
  ['a fraction', inEvent({ job_id: 1.5 }), 'events[0].job_id'],
  ['true for a number', inEvent({ seq: true }), 'events[0].seq'],
  ['the job of another id', inEvent({ job_id: 9999 }), 'events[0].job.id'],
  [
    'a next_since that goes back',
    on('/v1/changes', (page) => ({ ...page, next_since: 0 })),
    'next_since',
  ],
  [
    'more, and no events',
    on('/v1/changes', (page) => ({ ...page, events: [], more: true })),
    'more',
  ],
  [
    'an id of a job that is SQL',
    on('/v1/jobs', ({ jobs }) => void Object.assign(jobs[0], { id: SQL })),
    'jobs[0].id',
  ],
  [
    'a job of another country',
    on('/v1/jobs', ({ jobs }) => void Object.assign(jobs[0], { country: 'US' })),
    'jobs[0].country',
  ],
  [
    'a cursor that repeats',
    on('/v1/jobs', (page) => ({ ...page, next_cursor: 'again' })),
    'next_cursor',
  ],
  [
    'more jobs than were asked for',
    on('/v1/jobs', ({ jobs: [first] }) => ({ jobs: Array(1001).fill(first), next_cursor: null })),
    'jobs',
  ],
  ['a list in place of a page', on('/v1/jobs', () => []), 'the body'],
  [
    'an answer without an end',
    on('/v1/jobs', () => new Response(' '.repeat(64_000_001))),
    '64000000 bytes',
  ],
  [
    'a redirect to another host',
    on('/v1/jobs', () => Response.redirect(other.url.href)),
    'redirect',
  ],
]

/** A line that names the path and the member. */
const lineOf = (member: string) =>
  new RegExp(`/v1/(?:jobs|changes).*${member.replace(/[[\]]/g, '\\$&')}`)

test.each(FORGED)('the client in TypeScript refuses %s', async (_, forge, member) => {
  source.forge = forge
  const patience = { patienceMs: 5000, onNotice: () => undefined }
  const client = openCatalogue({ address: source.url, key: app.key, ...patience })
  const read = async () => {
    for await (const { checkpoint } of client.snapshot('CA')) {
      for await (const _ of client.changes({ ...checkpoint, since: 0 }));
    }
  }
  const error = await read().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnexpectedAnswer)
  expect(String(error)).toMatch(lineOf(member))
  // No other host gets the key.
  expect(elsewhere.filter((key) => key !== null)).toEqual([])
})

async function python(args: string[]) {
  const child = Bun.spawn(['python3', ...args], {
    env: {
      ...process.env,
      CATALOGUE_KEY: app.key,
      PYTHONPATH: join(EXAMPLES, 'clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { output, errors, status: await child.exited }
}

describe.skipIf(!HAS_PYTHON)('in Python, if there is a python3', () => {
  test('the client refuses each of them', async () => {
    // A process for all, as a process takes long.
    const sources = FORGED.map(([, forge]) => Object.assign(serveHostileSource(app), { forge }))
    const program = `
import os
from job_catalogue_client import Catalogue, UnexpectedAnswer
for address in "${sources.map(({ url }) => url).join(' ')}".split():
    catalogue = Catalogue(address, os.environ["CATALOGUE_KEY"], patience=5)
    try:
        for jobs, checkpoint in catalogue.snapshot("CA"):
            for events, _ in catalogue.changes({**checkpoint, "since": 0}):
                pass
        print("accepted")
    except UnexpectedAnswer as error:
        print(error)`
    const { output, errors } = await python(['-c', program])
    for (const { stop } of sources) await stop()
    expect(errors).toBe('')
    expect(elsewhere.filter((key) => key !== null)).toEqual([])
    const lines = output.trim().split('\n')
    expect(lines).toHaveLength(FORGED.length)
    for (const [at, [, , member]] of FORGED.entries()) expect(lines[at]).toMatch(lineOf(member))
  })

  test('mirror.py refuses each of them in a line, and its copy stays', async () => {
    const mirror = join(EXAMPLES, 'mirror.py')
    const arguments_ = (address: string, file: string, ...flags: string[]) => [
      '--from',
      address,
      '--into',
      file,
      '--country',
      'CA',
      '--once',
      ...flags,
    ]
    const whole = join(folder, 'whole.sqlite')
    source.forge = undefined
    const filled = await python([mirror, ...arguments_(source.url, whole)])
    expect(filled).toEqual({ output: '', errors: '', status: 0 })
    await app.write(posting())
    const before = await Bun.file(whole).bytes()
    const runs = await Promise.all(
      FORGED.map(async ([, forge, member], at) => {
        const file = join(folder, `${at}.sqlite`)
        await cp(whole, file)
        // Pages of jobs are read only when the copy is filled again.
        const flags = /^(?:events|more|next_since)/.test(member) ? [] : ['--refill']
        return { file, flags, member, ...Object.assign(serveHostileSource(app), { forge }) }
      }),
    )
    // A process for all. With a text as its status it would print the text, and end with 1.
    const program = `
import contextlib, io, json, runpy, sys
mirror, runs = sys.argv[1], json.loads(sys.argv[2])
for arguments in runs:
    sys.argv = [mirror, *arguments]
    printed, status = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            runpy.run_path(mirror, run_name="__main__")
    except SystemExit as end:
        status = end.code
    print(json.dumps({"printed": printed.getvalue(), "status": status}))`
    const given = runs.map(({ url, file, flags }) => arguments_(url, file, ...flags))
    const { output, errors } = await python(['-c', program, mirror, JSON.stringify(given)])
    for (const { stop } of runs) await stop()
    expect(errors).toBe('')
    const ends = output.trim().split('\n')
    expect(ends).toHaveLength(runs.length)
    for (const [at, { file, member }] of runs.entries()) {
      const { printed, status } = JSON.parse(ends[at] ?? '')
      expect([printed, status]).toEqual(['', expect.stringMatching(lineOf(member))])
      expect(status).not.toContain('\n')
      expect(await Bun.file(file).bytes()).toEqual(before)
    }
    expect(elsewhere.filter((key) => key !== null)).toEqual([])
  })
})
