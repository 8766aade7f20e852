import { expect, test } from 'bun:test'
import { createHourWatermark } from '../../../../src/catalogue/database/history/hour-watermark'
import { DatabaseUnavailable } from '../../../../src/values/errors'
import { recordQueries } from '../../../support/recorded-queries'

const TEN = '2026-01-15T10:00:00.000Z'
const ELEVEN = '2026-01-15T11:00:00.000Z'

/** A database whose clock is that many milliseconds early, and the hours that it was asked about. */
function database(earlyMs = 0) {
  const queries = recordQueries(() => [{ earlyMs, isSealed: false }])
  const hours = () =>
    queries.statements
      .filter(({ sql }) => sql.includes('insert'))
      .flatMap(({ params }) => params.filter((value) => value === TEN || value === ELEVEN))
  return { queries, hours }
}

test('an hour is sealed once, however often it is asked for', async () => {
  const { queries, hours } = database()
  const seal = createHourWatermark(queries)
  await Promise.all([seal(new Date(TEN)), seal(new Date(TEN))])
  await seal(new Date(TEN))
  await seal(new Date('2026-01-15T09:00:00Z'))
  expect(hours()).toEqual([TEN])
})

test('an hour that ends while the one before is being sealed is sealed itself', async () => {
  const { queries, hours } = database()
  const seal = createHourWatermark(queries)
  await Promise.all([seal(new Date(TEN)), seal(new Date(ELEVEN))])
  expect(hours()).toEqual([TEN, ELEVEN])
})

test('a seal that failed is tried again', async () => {
  let fails = true
  const queries = recordQueries(() => {
    if (fails) throw new DatabaseUnavailable('away')
    return [{ earlyMs: 0 }]
  })
  const seal = createHourWatermark(queries)
  await expect(seal(new Date(TEN))).rejects.toThrow('away')
  fails = false
  await seal(new Date(TEN))
})

test('a clock of the database that is far behind is no clock to wait for', async () => {
  const seal = createHourWatermark(database(10_001).queries)
  await expect(seal(new Date(TEN))).rejects.toEqual(
    new DatabaseUnavailable("the database's clock is 10001 ms behind the service's"),
  )
})
