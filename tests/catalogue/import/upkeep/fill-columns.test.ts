import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { backfill } from '../../../../src/catalogue/import/upkeep/backfill'
import { fillColumns } from '../../../../src/catalogue/import/upkeep/fill-columns'
import { posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const pay = (value: object) => ({
  '@type': 'MonetaryAmount' as const,
  currency: 'CAD',
  value: { '@type': 'QuantitativeValue' as const, unitText: 'HOUR' as const, ...value },
})

/** Of employer and title. */
const HASH = expect.any(Number)

const app = useTestApp({}, async (app) => {
  const gone = posting({ external_id: 'gone', title: 'Gone', salary: null })
  await app.write(
    posting({ external_id: 'range', salary: pay({ minValue: 20, maxValue: 31.5 }) }),
    posting({ external_id: 'least', salary: pay({ minValue: 22 }), work_arrangement: 'hybrid' }),
    posting({
      external_id: 'none',
      salary: null,
      location_type: 'TELECOMMUTE',
      organization: null,
    }),
    gone,
  )
  await app.write({ ...gone, status: 'expired' })
})

const columns = async () => [
  ...(await app.database.run(
    sql`select pay_kind, pay_top, work_arrangement, role_hash from jobs order by id`,
  )),
]

test('the columns of jobs, also of those that left, that an older version wrote are filled as an import writes them', async () => {
  const written = await columns()
  expect(written).toEqual([
    { pay_kind: 'CAD HOUR', pay_top: 31.5, work_arrangement: 'unknown', role_hash: HASH },
    { pay_kind: 'CAD HOUR', pay_top: 22, work_arrangement: 'hybrid', role_hash: HASH },
    { pay_kind: null, pay_top: null, work_arrangement: 'remote', role_hash: null },
    { pay_kind: null, pay_top: null, work_arrangement: 'unknown', role_hash: HASH },
  ])
  await app.database.run(
    sql`update jobs set pay_kind = null, pay_top = null, work_arrangement = null, role_hash = null`,
  )
  expect(await backfill(app.writer, fillColumns, () => undefined)).toBe(4)
  expect(await columns()).toEqual(written)
  expect(await backfill(app.writer, fillColumns, () => undefined)).toBe(0)
})
