import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { backfill } from '../../../../src/catalogue/import/upkeep/backfill'
import { fillPay } from '../../../../src/catalogue/import/upkeep/fill-pay'
import { posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const pay = (value: object) => ({
  '@type': 'MonetaryAmount' as const,
  currency: 'CAD',
  value: { '@type': 'QuantitativeValue' as const, unitText: 'HOUR' as const, ...value },
})

const app = useTestApp({}, async (app) => {
  await app.write(
    posting({ external_id: 'range', salary: pay({ minValue: 20, maxValue: 31.5 }) }),
    posting({ external_id: 'least', salary: pay({ minValue: 22 }) }),
    posting({ external_id: 'none', salary: null }),
  )
})

const columns = async () => [
  ...(await app.database.run(sql`select pay_kind, pay_top from active_jobs order by id`)),
]

test('the pay of jobs that an older version wrote is filled as an import writes it', async () => {
  const written = await columns()
  expect(written).toEqual([
    { pay_kind: 'CAD HOUR', pay_top: 31.5 },
    { pay_kind: 'CAD HOUR', pay_top: 22 },
    { pay_kind: null, pay_top: null },
  ])
  await app.database.run(sql`update active_jobs set pay_kind = null, pay_top = null`)
  expect(await backfill(app.writer, fillPay, () => undefined)).toBe(2)
  expect(await columns()).toEqual(written)
  expect(await backfill(app.writer, fillPay, () => undefined)).toBe(0)
})
