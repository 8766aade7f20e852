import { sql } from 'drizzle-orm'
import type { Queries } from '../../src/database/drizzle'
import { commonNumber } from '../../src/search/common-words'
import { WordListReader } from '../../src/search/word-list-reader'

export type Positions = Record<string, Record<string, number[]>>

/** By common word and text: where it stands, by the rows of the active jobs. */
export async function positionsInRows(queries: Queries): Promise<Positions> {
  const rows = await queries.run<{ word: string; text: bigint; positions: string }>(sql`
    select entry.lexeme as word, text_id as text, array_to_string(entry.positions, ',') as positions
    from active_jobs, unnest(text_words) as entry`)
  const positions: Positions = {}
  for (const { word, text, positions: stands } of rows) {
    if (commonNumber(word) === 0) continue
    positions[word] = { ...positions[word], [String(text)]: stands.split(',').map(Number) }
  }
  return positions
}

/** The same by the lists, with the texts that have left. */
export async function positionsInLists(queries: Queries): Promise<Positions> {
  const rows = await queries.run<{ word: string; list: Uint8Array }>(
    sql`select word, list from word_lists order by word, first_text`,
  )
  const positions: Positions = {}
  for (const [word, lists] of Map.groupBy(rows, (row) => row.word)) {
    const reader = new WordListReader(lists.map(({ list }) => list))
    for (; reader.text < Number.POSITIVE_INFINITY; reader.seek(reader.text + 1)) {
      reader.read()
      const stands = [...reader.positions.subarray(0, reader.count)]
      positions[word] = { ...positions[word], [String(reader.text)]: stands }
    }
  }
  return positions
}
