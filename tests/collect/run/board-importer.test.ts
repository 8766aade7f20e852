import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import type { FinishedBoard } from '../../../src/collect/board/board-rows'
import { listBoards } from '../../../src/collect/board/boards'
import { printLine } from '../../../src/collect/board/line-to-import'
import { ChangeSignal } from '../../../src/collect/pace/change-signal'
import { Outages } from '../../../src/collect/pace/outages'
import { SYSTEM_TIME } from '../../../src/collect/pace/time'
import { listedRow } from '../../../src/collect/read/posting-converter'
import { BoardImporter } from '../../../src/collect/run/board-importer'
import { posting } from '../../support/posting-builder'
import { until } from '../../support/until'
import { useTestDatabase } from '../../support/use-test-database'

const catalogue = useTestDatabase()

/** So long that the import takes the board at once. */
const LONG = 'word '.repeat(110_000)

async function finishedBoards(): Promise<(title: string, text?: string) => FinishedBoard> {
  const { database } = catalogue
  await database.run(sql`insert into collector_boards
      (source, slug, settings, added_at, next_due, interval_seconds, lease_owner, lease_until)
    select 'lever', number, '{}', now(), now(), 14400, 'one', now() from generate_series(1, 3) as number`)
  const rows = await listBoards(database)
  return (title, description_text = '') => {
    const row = rows.pop()
    if (row === undefined) throw new Error('there are three boards')
    const line = printLine(
      posting({ source: 'lever', source_slug: row.slug, title, description_text }),
    )
    const external_id = 'external_id' in line.value ? line.value.external_id : ''
    const changes = [{ posting: listedRow({ external_id, fingerprint: title }), line }]
    return {
      row,
      collected: { kind: 'details', isUnderstood: true, changes, unfinished: undefined },
    }
  }
}

test('an import that failed takes no board from the next one', async () => {
  const { database } = catalogue
  // What a sequence gives is not taken back.
  await database.run(sql`create sequence refusals`)
  const isRefused = async () => {
    const [row] = await database.run<{ is_called: boolean }>(sql`select is_called from refusals`)
    return row?.is_called === true
  }
  await database.run(sql`create function refuse() returns trigger language plpgsql as $$ begin
    perform nextval('refusals'); raise 'refused'; end $$`)
  await database.run(sql`create trigger refuse before insert on collector_postings for each row
    when (new.fingerprint = 'refused') execute function refuse()`)
  const board = await finishedBoards()
  const change = new ChangeSignal()
  const refused: string[] = []
  let [mayArrive, asked] = [true, 0]
  const importer = new BoardImporter({
    writer: createWriter(database),
    outages: new Outages({
      time: SYSTEM_TIME,
      stop: new AbortController().signal,
      onUnreachable: () => undefined,
      onBack: () => undefined,
    }),
    leaseHolder: { owner: 'one', now: () => new Date() },
    change,
    moreMayArrive: () => {
      asked += 1
      return mayArrive
    },
    isOver: () => false,
    onWritten: () => undefined,
    onImport: () => undefined,
    onFailure: (error) => void refused.push(String(error)),
    onImportFailed: () => undefined,
    onRefused: (_, { error }) => void refused.push(error),
  })
  const add = (finished: FinishedBoard) => {
    importer.add(finished)
    change.notify()
  }
  add(board('refused', LONG))
  await until(isRefused)
  add(board('second', LONG))
  await until(() => refused.length > 0)
  await importer.settle()
  const before = asked
  importer.add(board('third'))
  // The import waits for boards that would be written with it.
  await until(() => asked > before)
  mayArrive = false
  change.notify()
  await until(() => importer.isIdle)
  expect(importer.ids).toEqual([])
  const titles = await database.run(sql`select fingerprint from collector_postings order by 1`)
  expect(titles).toEqual([{ fingerprint: 'second' }, { fingerprint: 'third' }])
  expect(refused).toEqual(['its postings could not be written: refused'])
})
