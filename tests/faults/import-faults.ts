/**
 * Files that nobody should send, and a disk that fills up: `bun tests/faults/import-faults.ts`. Reports must be clear,
 * memory and time bounded, batches whole. A full disk is tried as root only, on a small file system in memory.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { posting } from '../support/posting-builder'
import { fullDisk } from './support/full-disk'
import { runImport } from './support/import-run'
import { createOwnPostgres } from './support/own-postgres'
import { Report } from './support/report'

const MEMORY_LIMIT_MB = 700
const folder = mkdtempSync(join(tmpdir(), 'catalogue-import-faults-'))
const report = new Report('imports of files that nobody should send')
const server = await createOwnPostgres({ fsync: 'off' })
await applyMigrations(server.url)
const database = connect({ url: server.url, poolSize: 1 })

let number = 0
/** A line of a posting of its own. */
function line(content: Parameters<typeof posting>[0] = {}): string {
  number += 1
  const own = { external_id: `fault-${number}`, url: `https://x.example/${number}`, ...content }
  return `${JSON.stringify(posting(own))}\n`
}

async function file(name: string, ...parts: (string | Uint8Array)[]): Promise<string> {
  const path = join(folder, name)
  const writer = Bun.file(path).writer()
  for (const part of parts) {
    writer.write(part)
    await writer.flush()
  }
  await writer.end()
  return path
}

/** Imports a file, of which as many lines must be created and rejected. */
async function attempt(
  name: string,
  path: string,
  expected: { status: number; created: number; says?: RegExp; seconds: number; megabytes?: number },
): Promise<void> {
  report.section(name)
  const before = await count()
  const run = await runImport(server.url, path)
  report.figure('run', run)
  const created = (await count()) - before
  report.promise(
    `${expected.created} created, status ${expected.status}`,
    created === expected.created && run.status === expected.status,
    created,
  )
  if (expected.says) report.promise('it says why', expected.says.test(run.issues.join('\n')))
  const { megabytes = MEMORY_LIMIT_MB } = expected
  report.promise(
    `at most ${megabytes} MB and ${expected.seconds} s`,
    run.peakMb <= megabytes && run.seconds <= expected.seconds,
  )
  rmSync(path)
}

async function count(): Promise<number> {
  const [row] = await database.run<{ jobs: bigint; whole: bigint }>(sql`
    select count(*) as jobs, (select count(*) from job_documents) as whole from jobs`)
  if (row?.jobs !== row?.whole) throw new Error('a job has no document')
  return Number(row?.jobs)
}

const MB = 1_000_000
const words = (count: number) =>
  [...Array(count)].map(() => `word${Math.floor(Math.random() * 50_000)}`).join(' ')
await attempt(
  '9,000 lines of 7 KB, as real postings have',
  await file('long-lines', ...[...Array(9_000)].map(() => line({ description_text: words(700) }))),
  { status: 0, created: 9_000, seconds: 300, megabytes: 260 },
)
await attempt(
  'a line of 200 MB between two good ones',
  await file('long', line(), `{"title":"${'a'.repeat(200 * MB)}"}\n`, line()),
  { status: 1, created: 2, says: /line 2: longer than 16 MB, got 2000000\d\d bytes/, seconds: 30 },
)
await attempt(
  'a line of 200 MB without an end, compressed to 200 KB',
  await file('bomb', Bun.gzipSync(new Uint8Array(200 * MB).fill(97))),
  { status: 1, created: 0, says: /longer than 16 MB/, seconds: 30 },
)
await attempt(
  'lines that are not UTF-8',
  await file(
    'latin1',
    line(),
    Uint8Array.of(0xff, 0xfe, 0x0a),
    Buffer.from(line({ title: 'é' }), 'latin1'),
    line(),
  ),
  { status: 1, created: 2, says: /line 2: not UTF-8/, seconds: 20 },
)
const bad = [...Array(1_000)]
  .map((_, index) => `{"source":"greenhouse","title":${index}}\n`)
  .join('')
await attempt(
  'a million bad lines among two good ones',
  await file('bad', line(), ...Array<string>(1_000).fill(bad), line()),
  { status: 1, created: 2, says: /line 2: /, seconds: 180 },
)
const many = [...Array(2_500)].map(() => line()).join('')
const whole = Bun.gzipSync(many)
await attempt('a gzip file cut short', await file('cut', whole.subarray(0, whole.length - 200)), {
  status: 1,
  created: 2_000,
  says: /gzip|end of file/,
  seconds: 60,
})
await attempt(
  'JSON nested a million deep',
  await file(
    'deep',
    line(),
    `${'['.repeat(MB)}\n`,
    `{"source_fields":${'{"a":'.repeat(MB)}1${'}'.repeat(MB)}}\n`,
    line(),
  ),
  {
    status: 1,
    created: 2,
    seconds: 60,
  },
)

const laughs =
  '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'
/** Each is cut to a million characters, the most that a description may have. */
const hostile: Record<string, string> = {
  'billion laughs': laughs + '&c;&b;&lol9;'.repeat(300_000),
  'elements nested 80,000 deep': `${'<div>'.repeat(MB / 12)}x${'</div>'.repeat(MB / 12)}`,
  'list items nested 100,000 deep': '<ul><li>'.repeat(MB),
  'a million openings': '<'.repeat(5 * MB),
  'a comment without an end': `<!--${'-'.repeat(5 * MB)}`,
  'an attribute without an end': `<a href="${'&amp;'.repeat(2 * MB)}`,
  'hundreds of thousands of attributes': `<p ${'a=b '.repeat(2 * MB)}>x</p>`,
  'tens of thousands of entities': '&#x1F600;&notanentity;&amp'.repeat(300_000),
  'ends without beginnings': '</p></li></x>'.repeat(400_000),
  'one word': 'a'.repeat(8 * MB),
  'as many different words as go in': [...Array(MB).keys()].map((word) => `w${word}`).join(' '),
}
for (const [name, html] of Object.entries(hostile)) {
  await attempt(
    `HTML: ${name}`,
    await file('html', line({ description_html: html.slice(0, MB) })),
    {
      status: 0,
      created: 1,
      seconds: 30,
    },
  )
}

report.section('a full disk')
await fullDisk(
  report,
  await file(
    'large',
    ...[...Array(20)].map(() =>
      [...Array(1_000)]
        .map(() =>
          line({ description_html: `<p>${number} ${'words and more of them '.repeat(150)}</p>` }),
        )
        .join(''),
    ),
  ),
)

await database.close()
await server.drop()
rmSync(folder, { recursive: true })
report.end()
