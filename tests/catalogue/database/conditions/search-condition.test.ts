import { afterAll, describe, expect, test } from 'bun:test'
import { and, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import postgres from 'postgres'
import {
  textCondition,
  textMatches,
  toTsQuery,
} from '../../../../src/catalogue/database/conditions/search-condition'
import { toTextVector } from '../../../../src/catalogue/database/words/index-words'
import { MAX_WORD_LENGTH } from '../../../../src/text/search/index/analyzer'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { searchCost } from '../../../../src/text/search/search-cost'
import { MAX_DISTANCE } from '../../../../src/text/search/search-limits'
import type { Near, Operand, SearchTree } from '../../../../src/text/search/search-tree'
import { matches } from '../../../support/matcher'
import { plain as parsePlain } from '../../../support/plain'
import { printTree } from '../../../support/print-search'
import { advancedTree, fields, near, plainTree } from '../../../support/search-arbitraries'
import { pairedTextVector } from '../../../support/text-vector'

const client = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1 })
afterAll(() => client.end())

describe('toTsQuery', () => {
  test.each([
    ["c++ & !'.net'", "('c++' & !('.net'))"],
    ["'new yo':*", "('new' <-> 'yo':*)"],
    ['a <2> b', "('a' <1> 'b' | 'a' <2> 'b')"],
    ['a <4> b', "(!' ' <0> (('a' | (!' ' <1> 'a')) & ((!' ' <2> 'b') | (!' ' <4> 'b'))))"],
    ["(a | 'b c') <-> (d | e)", "('a' <1> ('d' | 'e') | ('b' <-> 'c') <1> ('d' | 'e'))"],
    ['a <-> b <-> c', "('a' <1> ('b' <1> 'c'))"],
    ["'of th':*", "('of' <-> 'th':*)"],
    [
      "'of the' <3> work",
      "(('of' <-> 'the') <1> 'work' | ('of' <-> 'the') <2> 'work' | ('of' <-> 'the') <3> 'work')",
    ],
  ])('%s', (source, query) => {
    expect(toTsQuery(parseAdvanced(source))).toBe(query)
  })
})

test('a search is one bound parameter', () => {
  const condition = textMatches(sql`title_words`, parsePlain(`"o'neil" OR c++`))
  expect(new PgDialect().sqlToQuery(condition)).toMatchObject({
    sql: 'title_words @@ $1::tsquery',
    params: ["(('o' <-> 'neil') | 'c++')"],
  })
})

test('the cost of a distance is twice the number of words that PostgreSQL looks up', () => {
  const side = (count: number): Operand => ({
    kind: 'any',
    children: Array(count).fill({ kind: 'phrase', words: ['zzz'], prefix: false }),
  })
  const counts = [1, 2, 5, 20]
  for (let distance = 2; distance <= MAX_DISTANCE; distance += 1) {
    const wrong = counts.flatMap((left) =>
      counts.flatMap((right) => {
        const tree: Near = { kind: 'near', left: side(left), distance, right: side(right) }
        const words = toTsQuery(tree).match(/'[^']+'/g)?.length ?? 0
        // Above 3, the query begins with a word that matches at every position.
        return words - searchCost(tree) / 2 === (distance > 3 ? 1 : 0)
          ? []
          : [{ left, distance, right }]
      }),
    )
    expect(wrong).toEqual([])
  }
})

describe('PostgreSQL agrees with the matcher', () => {
  test.each([
    ['advanced filters', advancedTree],
    ['plain filters', plainTree],
    ['distances', near],
  ])('on random %s', async (_, trees: fc.Arbitrary<SearchTree>) => {
    const cases = fc.sample(fc.tuple(trees, fields), 5_000)
    const found = await answers(cases)
    const wrong = cases.filter(([tree, document], index) => {
      return matches(tree, document) !== found[index]
    })
    expect(wrong.map(([tree, document]) => [printTree(tree), document])).toEqual([])
    expect(found.filter(Boolean).length).toBeGreaterThan(250)
  })
})

test.each([false, true])(
  'an index with pairs (%p) gives the rows that the matcher gives',
  async (pairs) => {
    const documents = fc.sample(fields, 300)
    const vectors = documents.map((document) =>
      pairs ? pairedTextVector(document) : toTextVector(document),
    )
    const trees = fc.sample(advancedTree, 300)
    await client`create temp table document as
    select place::int, vector::tsvector as words
    from unnest(${vectors}::text[]) with ordinality as entry (vector, place)`
    await client`create index on document using gin (words)`
    await client`set enable_seqscan = off`
    for (const tree of trees) {
      const { indexed, unindexed } = textCondition(sql`words`, tree, { pairs })
      const statement = sql`select place from document where ${and(indexed, unindexed)} order by place`
      const { sql: text, params } = new PgDialect().sqlToQuery(statement)
      const rows = await client.unsafe<{ place: number }[]>(text, params as string[])
      const expected = documents.flatMap((document, index) =>
        matches(tree, document) ? [index + 1] : [],
      )
      expect([printTree(tree), rows.map((row) => row.place)]).toEqual([printTree(tree), expected])
    }
    await client`drop table document`
    await client`reset enable_seqscan`
  },
)

describe('PostgreSQL answers the largest filters that the parsers let through', () => {
  const wideWord = (letter: string) => letter.repeat(MAX_WORD_LENGTH)
  const letters = [...'abcdefghij']
  const rare = (start: string) => letters.map((letter) => `zz${start}${letter}`).join('|')
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  test.each([
    ['50 negations', `${'!'.repeat(50)}a`],
    ['50 parentheses', `${'!('.repeat(25)}a${')'.repeat(25)}`],
    ['200 alternatives', Array(200).fill('a').join('|')],
    ['200 prefixes', [...pairs, ...pairs].map((pair) => `${pair}:*`).join('|')],
    ['a phrase of 200 words', `'${'a '.repeat(200)}'`],
    ['a chain of 200 words', Array(200).fill('a').join('<->')],
    ['the widest distances', 'a <50> b <50> c'],
    ['the widest distances of the longest words', ['𐀀', '𐀁', '𐀂'].map(wideWord).join(' <50> ')],
    ['many distances', Array(6).fill('a <50> b').join('&')],
    ['the widest distances in 50 groups', `${'!('.repeat(25)}a <50> b <50> c${')'.repeat(25)}`],
    ['ten alternatives on both sides', `(${rare('y')}) <50> (${rare('z')})`],
  ])('%s', async (_, source) => {
    const tree = parseAdvanced(source)
    const document = [['a', 'b', 'c']]
    expect(await answers([[tree, document]])).toEqual([matches(tree, document)])
  })
})

type Case = readonly [SearchTree, readonly (readonly string[])[]]

/** What PostgreSQL says of each search and document, in one statement. */
async function answers(cases: readonly Case[]): Promise<boolean[]> {
  const queries = cases.map(([tree]) => toTsQuery(tree))
  const vectors = cases.map(([, document]) => toTextVector(document))
  const rows = await client<{ found: boolean }[]>`
    select vector::tsvector @@ query::tsquery as found
    from unnest(${queries}::text[], ${vectors}::text[]) with ordinality as pair (query, vector, place)
    order by place`
  return rows.map((row) => row.found)
}
