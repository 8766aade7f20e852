import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { PlaceDictionary } from '../../../../src/catalogue/import/write/place-dictionary'
import { useTestDatabase } from '../../../support/use-test-database'

const TERMS = ['location:toronto ontario canada', 'city:toronto', 'region:on']

const own = useTestDatabase()

async function stored(): Promise<unknown[]> {
  return await own.database.run(sql`select id, term, words::text from places order by term`)
}

test('a term keeps its number, and has the words of the analyzer that learns it last', async () => {
  const first = await new PlaceDictionary().learn(own.database, TERMS)
  const before = await stored()
  await own.database.run(sql`update places set words = '''other'':1' where words is not null`)
  const again = await new PlaceDictionary().learn(own.database, TERMS)
  expect(again.of(TERMS)).toEqual(first.of(TERMS))
  expect(await stored()).toEqual(before)
})

test('ids are ascending, of terms that were learned together alone', async () => {
  const dictionary = new PlaceDictionary()
  const all = await dictionary.learn(own.database, TERMS)
  expect(all.of(TERMS)).toEqual(all.of([...TERMS].reverse()))
  const one = await dictionary.learn(own.database, ['region:on', 'region:on'])
  expect(one.of(['region:on'])).toEqual(all.of(['region:on']))
  expect(() => one.of(TERMS)).toThrow('place term not learned: location:toronto ontario canada')
})
