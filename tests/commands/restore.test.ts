import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { openArchive, writeArchive } from '../../src/catalogue/backup/archive'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { createKey, revokeKey } from '../../src/service/keys/api-keys'
import { importLines } from '../support/import-lines'
import { posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/test-database'
import { useFolder } from '../support/use-folder'
import { openService } from './support/open-service'

const folder = useFolder('restore-test-')
const backup = () => join(folder, 'catalogue.tar.zst')
let original: TestDatabase
let key: string

const run = (target: { url: string }, command: string, ...args: string[]) =>
  callCommand(`${command}.ts`, args, target)

async function importOne(): Promise<void> {
  await importLines(createWriter(original.database), [posting({ countries: ['CA'] })])
}

beforeAll(async () => {
  original = await createTestDatabase()
  await run(original, 'seed', '--jobs', '60')
  await importOne()
  key = (await createKey(original.database, 'reader')) ?? ''
  for (const name of ['revoked before', 'Acme feed reader', 'revoked after'])
    await createKey(original.database, name)
  await revokeKey(original.database, 'revoked before')
  expect((await run(original, 'backup', backup())).status).toBe(0)
  await revokeKey(original.database, 'revoked after')
})

afterAll(() => original.drop())

async function withEmpty(work: (target: TestDatabase) => Promise<void>): Promise<void> {
  const target = await createEmptyDatabase()
  await work(target)
  await target.drop()
}

test('a restore names the keys that are valid again, and the command that revokes one', async () => {
  await withEmpty(async (target) => {
    const { output, status } = await run(target, 'restore', backup())
    const { header } = await openArchive(backup(), () => undefined)
    expect(output.split('\n').slice(1)).toEqual([
      `valid keys, as of ${header.createdAt}: 'Acme feed reader', 'reader', 'revoked after'`,
      'a key that was revoked after that is valid again; revoke it before you start: bun run keys revoke NAME',
      'serve it: bun run start',
      '',
    ])
    expect(status).toBe(0)
    expect((await run(target, 'keys', 'revoke', 'revoked after')).output).toBe(
      "revoked 'revoked after'\n",
    )
  })
})

/** What `/v1/changes` answers of a catalogue. */
async function changesOf({ url }: { url: string }, ...since: number[]) {
  const { ask, close } = await openService(url, key)
  const answers = since.map(async (number) => {
    const response = await ask(`/v1/changes?country=CA&since=${number}&limit=1000`)
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  })
  const found = await Promise.all(answers)
  await close()
  return found
}

test('a client that read beyond the backup is told to fill its copy again; others go on', async () => {
  await importOne()
  const [atBackup] = await changesOf(original, 0)
  const read = Number(atBackup?.body.next_since)
  await withEmpty(async (target) => {
    expect((await run(target, 'restore', backup())).status).toBe(0)
    const [lost, kept] = await changesOf(target, read, read - 1)
    expect(lost).toEqual({
      status: 400,
      body: expect.objectContaining({
        type: expect.stringMatching(/\/problems\/catalogue-restored$/),
        detail: expect.stringContaining(`${read}`),
      }),
    })
    const nothing = { events: [], next_since: read - 1, more: false }
    expect(kept).toMatchObject({ status: 200, body: nothing })
  })
})

interface Manifest {
  postgres: string
  tables: { name: string; rows: number }[]
  sequences: { name: string; last: string | null }[]
}

/** A backup that somebody changed, and packed as `backup` does: the manifest last. */
async function forged(change: (parts: string, manifest: Manifest) => Promise<unknown>) {
  const parts = join(folder, `parts-${Math.random()}`)
  await Bun.$`mkdir ${parts} && tar --zstd -xf ${backup()} -C ${parts}`
  const manifest = await Bun.file(join(parts, 'manifest.json')).json()
  await Bun.write(
    join(parts, 'manifest.json'),
    JSON.stringify((await change(parts, manifest)) ?? manifest),
  )
  const files = (await Bun.$`find tables -type f`.cwd(parts).text()).trim().split('\n').toSorted()
  const others = (await Bun.$`find . -name 'z*' -maxdepth 1`.cwd(parts).text()).trim()
  const after = others === '' ? [] : [others]
  const tar = await Bun.$`tar -c -C ${parts} ${files} manifest.json ${after}`.arrayBuffer()
  const { header } = await openArchive(backup(), () => undefined)
  const path = `${parts}.tar.zst`
  await writeArchive(path, header, Readable.from([Buffer.from(tar)]))
  return path
}

describe('a forged backup ends with one sentence, and nothing is written', () => {
  let target: TestDatabase
  beforeAll(async () => {
    target = await createEmptyDatabase()
  })
  afterAll(() => target.drop())

  const last = (name: string, value: string) => async (_: string, manifest: Manifest) => {
    for (const sequence of manifest.sequences) if (sequence.name === name) sequence.last = value
  }
  test.each<[string, (parts: string, manifest: Manifest) => Promise<unknown>, string | RegExp]>([
    [
      'a part that is larger than any',
      (parts) => Bun.$`truncate -s 80M tables/active_jobs/000001.copy`.cwd(parts).quiet(),
      /^tables\/active_jobs\/000001.copy of the backup has 83886080 bytes, and bun run backup writes at most 71303168 into a file$/,
    ],
    [
      'a manifest without tables',
      async (_, manifest) => {
        manifest.tables = []
      },
      /^the manifest of the backup lacks the table \w+$/,
    ],
    [
      'a manifest without one table',
      async (_, manifest) => {
        manifest.tables = manifest.tables.filter(({ name }) => name !== 'api_keys')
      },
      'the manifest of the backup lacks the table api_keys',
    ],
    [
      'a manifest with a table twice',
      async (_, manifest) => {
        manifest.tables.push(...manifest.tables.slice(0, 1))
      },
      /^the manifest of the backup has a table that is unknown or named twice: \w+$/,
    ],
    [
      'a manifest without sequences',
      async (_, manifest) => {
        manifest.sequences = []
      },
      /^the manifest of the backup lacks the sequence \w+$/,
    ],
    [
      'a manifest that is another text',
      async () => ({ tables: {} }),
      'the manifest of the backup is not one that bun run backup writes',
    ],
    [
      'a sequence behind its rows',
      last('jobs_id_seq', '1'),
      /^the manifest of the backup sets the sequence jobs_id_seq to 1, and a row has \d+$/,
    ],
    [
      'all sequences at 1',
      async (_, manifest) => {
        for (const sequence of manifest.sequences) sequence.last = '1'
      },
      /^the manifest of the backup sets the sequence \w+ to 1, and a row has \d+$/,
    ],
    [
      'a file behind the manifest',
      async (parts) => {
        await Bun.write(join(parts, 'z'), 'z')
      },
      'the backup has ./z behind its manifest',
    ],
    [
      'a table that the catalogue does not have',
      (parts) => Bun.$`mkdir tables/other && echo 1 > tables/other/000001.copy`.cwd(parts),
      'the backup has a table that is unknown: other',
    ],
  ])('%s', async (_, change, sentence) => {
    const path = await forged(change)
    const { errors, status, output } = await run(target, 'restore', path)
    expect([status, output]).toEqual([1, ''])
    expect(errors.trimEnd().split('\n')).toHaveLength(1)
    expect(errors.trim().replace('restore: ', '').replace('; nothing was kept', '')).toMatch(
      sentence,
    )
    const tables = sql`select from pg_tables where schemaname = 'public'`
    expect(await target.database.run(tables)).toEqual([])
  })
})
