import { Database } from 'bun:sqlite'
import { beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { cp, open, readdir, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { readFolder } from '../mirror/read-copy'
import { useCatalogue } from '../mirror/use-catalogue'
import { place, posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const app = useTestApp()
const catalogue = useCatalogue(app)
/** Has the copies `whole` and `whole.sqlite`, which every test copies before it damages them. */
const folder = useFolder('mirror-damage-')
beforeAll(async () => {
  await app.write(...Array.from({ length: 20 }, () => posting()))
  await app.write(posting({ locations: [place('Austin', 'TX', 'US')] }))
  await mirror('whole')
  await mirror('whole.sqlite')
  await app.write(...Array.from({ length: 20 }, () => posting()))
  await mirror('whole')
  await mirror('whole.sqlite')
})

async function mirror(
  into: string,
  ...more: string[]
): Promise<{ errors: string; status: number }> {
  const args = ['--from', catalogue.url, '--into', join(folder, into), '--once', ...more]
  const answer = await callCommand('mirror.ts', args, { env: { CATALOGUE_KEY: app.key } })
  return { errors: answer.errors.replaceAll(`${folder}/`, ''), status: answer.status }
}

async function fileOf(copy: string, pattern: RegExp): Promise<string> {
  const name = (await readdir(join(folder, copy, 'CA'))).find((name) => pattern.test(name)) ?? ''
  return join(folder, copy, 'CA', name)
}

const half = async (file: string) => truncate(file, Math.floor(Bun.file(file).size / 2))

async function overwrite(file: string, position: number): Promise<void> {
  await using opened = await open(file, 'r+')
  await opened.write('#', position)
}

const SNAPSHOT = /^jobs-/
const EVENTS = /^events-/

describe('a damaged file of a folder is named, and left alone until the copy is filled again', () => {
  test.each<[string, RegExp, (file: string) => Promise<unknown>, RegExp]>([
    ['deleted', SNAPSHOT, rm, /jobs-\S+.ndjson: the file is missing/],
    ['cut-off', EVENTS, half, /events-\S+.ndjson: the file is cut off, it has \d+ of \d+ bytes/],
    ['emptied', SNAPSHOT, (file) => truncate(file, 0), /jobs-.* it has 0 of \d+ bytes/],
    [
      'changed',
      SNAPSHOT,
      (file) => overwrite(file, 99),
      /jobs-.* another content than was written/,
    ],
    [
      'of-nothing',
      /^checkpoint/,
      (file) => truncate(file, 0),
      /CA\/checkpoint.json: it is no check/,
    ],
    ['halved', /^checkpoint/, half, /CA\/checkpoint.json: it is no checkpoint/],
    ['of-another', /^checkpoint/, (file) => Bun.write(file, '{"name":1}'), /it is no checkpoint/],
    [
      'of-an-earlier-mirror',
      /^checkpoint/,
      (file) => Bun.write(file, '{"files":{},"inUse":{}}'),
      /an earlier mirror wrote it, in format 1; this one reads format 2;/,
    ],
    [
      'of-a-later-mirror',
      /^checkpoint/,
      (file) => Bun.write(file, '{"format":3,"files":{}}'),
      /a later mirror wrote it, in format 3; this one reads format 2;/,
    ],
  ])('%s', async (copy, pattern, damage, issue) => {
    await cp(join(folder, 'whole'), join(folder, copy), { recursive: true })
    const file = await fileOf(copy, pattern)
    await damage(file)
    const left = existsSync(file) && (await Bun.file(file).text())
    const { errors, status } = await mirror(copy)
    expect(errors).toMatch(issue)
    expect(errors).toMatch(/^mirror: .*; with --refill the copy is filled again\n$/)
    expect(status).toBe(1)
    expect(existsSync(file) && (await Bun.file(file).text())).toBe(left)

    expect(await mirror(copy, '--refill')).toMatchObject({ status: 0 })
    expect(await mirror(copy)).toEqual({ errors: '', status: 0 })
    expect(await readFolder(join(folder, copy))).toHaveLength(41)
  })
})

test('what a killed mirror wrote behind the length in the checkpoint is no damage', async () => {
  await cp(join(folder, 'whole'), join(folder, 'longer'), { recursive: true })
  const file = await fileOf('longer', EVENTS)
  await Bun.write(file, `${await Bun.file(file).text()}{"job_id":`)
  expect(await mirror('longer')).toEqual({ errors: '', status: 0 })
})

describe('a damaged file of SQLite is named, and kept beside the new one', () => {
  test.each<[string, (file: string) => Promise<unknown>, string]>([
    ['a.sqlite', half, 'database disk image is malformed'],
    ['b.sqlite', (file) => Bun.write(file, 'no database '.repeat(999)), 'file is not a database'],
  ])('%s', async (copy, damage, issue) => {
    const file = join(folder, copy)
    await cp(join(folder, 'whole.sqlite'), file)
    await damage(file)
    const damaged = await Bun.file(file).bytes()
    const line = `mirror: ${copy}: ${issue}; with --refill the copy is filled again\n`
    expect(await mirror(copy)).toEqual({ errors: line, status: 1 })
    const { errors, status } = await mirror(copy, '--refill')
    expect([errors.split('\n')[0], status]).toEqual([
      `the damaged file is kept as ${copy}.damaged`,
      0,
    ])
    expect(await Bun.file(`${file}.damaged`).bytes()).toEqual(damaged)
    expect(await mirror(copy)).toEqual({ errors: '', status: 0 })
  })

  test('and so is a checkpoint in it', async () => {
    await cp(join(folder, 'whole.sqlite'), join(folder, 'c.sqlite'))
    {
      using database = new Database(join(folder, 'c.sqlite'))
      database.run(`update mirror set checkpoint = '{"inUse":' where country = 'CA'`)
    }
    expect(await mirror('c.sqlite')).toEqual({
      errors:
        'mirror: the row of CA in mirror: it is no checkpoint; with --refill the copy is filled again\n',
      status: 1,
    })
    expect(await mirror('c.sqlite', '--refill')).toMatchObject({ status: 0 })
    expect(await mirror('c.sqlite')).toEqual({ errors: '', status: 0 })
  })
})

describe('rows of SQLite that another program wrote are told, and come back with --refill', () => {
  test.each<[string, string, string]>([
    ['deleted', 'delete from jobs where id in (3, 7)', '2 rows of CA are missing'],
    ['all-deleted', `delete from jobs where country = 'CA'`, '40 rows of CA are missing'],
    [
      'added',
      `insert into jobs select 999, country, title, organization, place, url, date_created, date_posted, job
       from jobs where id = 3`,
      'rows of CA were added',
    ],
    [
      'exchanged',
      `insert into jobs select 999, country, title, organization, place, url, date_created, date_posted, job
       from jobs where id = 3; delete from jobs where id = 3`,
      'rows of CA were changed',
    ],
    ['renamed', `update jobs set title = 'Chef' where id = 3`, 'rows of CA were changed'],
    ['moved', 'update jobs set place = null where id = 7', 'rows of CA were changed'],
    [
      'rewritten',
      `update jobs set job = json_set(job, '$.description_text', 'x') where id = 7`,
      'rows of CA were changed',
    ],
  ])('%s', async (name, statements, issue) => {
    const copy = `rows-${name}.sqlite`
    await cp(join(folder, 'whole.sqlite'), join(folder, copy))
    {
      using database = new Database(join(folder, copy))
      database.exec(statements)
    }
    const line = `mirror: the table jobs: another program wrote it: ${issue}, with ids from 0 to 4095; with --refill the copy is filled again\n`
    expect(await mirror(copy)).toEqual({ errors: line, status: 1 })
    expect(await mirror(copy, '--refill')).toMatchObject({ status: 0 })
    expect(await mirror(copy)).toEqual({ errors: '', status: 0 })
    using database = new Database(join(folder, copy), { readonly: true })
    expect(database.query('select count(*) as jobs from jobs').get()).toEqual({ jobs: 41 })
  })

  test('a file of a mirror that kept no hashes is taken as it is', async () => {
    await cp(join(folder, 'whole.sqlite'), join(folder, 'hashless.sqlite'))
    {
      using database = new Database(join(folder, 'hashless.sqlite'))
      database.run('drop table mirror_hashes')
    }
    expect(await mirror('hashless.sqlite')).toEqual({ errors: '', status: 0 })
    {
      using database = new Database(join(folder, 'hashless.sqlite'))
      database.run('delete from jobs where id = 3')
    }
    expect((await mirror('hashless.sqlite')).errors).toContain('1 rows of CA are missing')
  })
})

test('a copy that is not damaged can be filled again, and has no tables of a filling at the end', async () => {
  for (const copy of ['whole', 'whole.sqlite']) {
    expect(await mirror(copy, '--refill')).toEqual({
      errors: expect.stringMatching(/^CA: 40 jobs\nUS: 1 job\n$/),
      status: 0,
    })
  }
  expect(await readFolder(join(folder, 'whole'))).toHaveLength(41)
  using database = new Database(join(folder, 'whole.sqlite'), { readonly: true })
  const tables = database.query('select name from sqlite_schema where type = ? order by name')
  expect(tables.values('table')).toEqual([['jobs'], ['mirror'], ['mirror_hashes']])
})
