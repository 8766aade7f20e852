import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createQueries } from '../../../../src/catalogue/database/client/drizzle'
import { takeLock } from '../../../../src/catalogue/database/client/locks'
import { createCompleteInstant } from '../../../../src/catalogue/database/history/complete-instant'
import { keepInstant } from '../../../../src/catalogue/database/history/writer-clock'
import { DatabaseUnavailable } from '../../../../src/values/errors'
import { useTestDatabase } from '../../../support/use-test-database'

const catalogue = useTestDatabase()

/** Counts statements, and refuses those that write. */
function watched(isUnwritable = false) {
  const { database } = catalogue
  const sent: string[] = []
  const queries = createQueries(async (statement, signal) => {
    sent.push(statement.text)
    if (isUnwritable && /insert/.test(statement.text)) {
      const cause = Object.assign(new Error('read-only'), { code: '25006' })
      throw new DatabaseUnavailable('the database cannot do it', { cause })
    }
    return await database.send(statement, signal)
  })
  return { queries, sent }
}

test('many requests at once, and those of the next second, cost one statement', async () => {
  const { queries, sent } = watched()
  const complete = createCompleteInstant(queries, 60_000)
  const now = new Date('2026-01-15T10:00:00.100Z')
  expect(await Promise.all([complete(now), complete(now)])).toEqual([now, now])
  expect(await complete(new Date('2026-01-15T10:00:00.900Z'))).toEqual(now)
  expect(sent).toHaveLength(1)
})

test('an end is never after now, whatever another request has found', async () => {
  const complete = createCompleteInstant(watched().queries, 60_000)
  await complete(new Date('2026-01-15T10:00:05Z'))
  const before = new Date('2026-01-15T10:00:04Z')
  expect(await complete(before)).toEqual(before)
})

test('a failure is not used again', async () => {
  let fails = true
  const complete = createCompleteInstant(
    createQueries(async (statement, signal) => {
      if (fails) throw new DatabaseUnavailable('away')
      return await catalogue.database.send(statement, signal)
    }),
    60_000,
  )
  const now = new Date('2026-01-15T10:00:06Z')
  await expect(complete(now)).rejects.toThrow('away')
  fails = false
  expect(await complete(now)).toEqual(now)
})

test('a database that became read-only may still have a writer, whose changes are awaited', async () => {
  const { database } = catalogue
  const last = new Date('2026-01-15T10:00:07Z')
  await keepInstant(database, last)
  const now = new Date('2026-01-15T10:00:09Z')
  const complete = createCompleteInstant(watched(true).queries, 0)
  await database.transaction(async (writer) => {
    await takeLock(writer, 'writer')
    expect(await complete(now)).toEqual(last)
  })
  expect(await complete(now)).toEqual(now)
  const [kept] = await database.run(sql`select last_instant = ${last} as "isOld" from writer_clock`)
  expect(kept).toEqual({ isOld: true })
})
