import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson } from 'drizzle-kit/api'

const ROOT = join(import.meta.dir, '../../../..')
const SCHEMA = join(ROOT, 'src/catalogue/database/schema')
const SNAPSHOTS = join(ROOT, 'drizzle/meta')

test('the migrations make the tables of the schema; if not, run: bunx drizzle-kit generate --name WHAT-IT-DOES', async () => {
  const files = await Promise.all(readdirSync(SCHEMA).map((file) => import(join(SCHEMA, file))))
  const snapshots = readdirSync(SNAPSHOTS).filter((file) => file.endsWith('_snapshot.json'))
  const migrated = await Bun.file(join(SNAPSHOTS, snapshots.sort().at(-1) ?? '')).json()
  const { prevId, id } = migrated
  const tables = generateDrizzleJson(Object.assign({}, ...files), prevId, undefined, 'snake_case')
  expect(migrated).toEqual(JSON.parse(JSON.stringify({ ...tables, id })))
})
