import type { Transaction } from '../database/connection'
import { textIds } from '../database/schema/jobs'
import { textSegments, wordLists } from '../database/schema/word-lists'
import { ANALYZER_VERSION } from '../search/analyzer'
import { WordLists } from '../search/word-list'
import type { SearchWords } from './search-columns'
import { takeIds } from './take-ids'

type Text = Pick<SearchWords, 'commonPositions'>

/**
 * Gives texts of active jobs their ids, and writes the lists of their words. Within the writer's turn: ids ascend in the
 * order of commits.
 */
export async function listTexts<Entry extends Text>(
  queries: Transaction,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, bigint>> {
  const ids = await takeIds(queries, textIds, entries.length)
  const [firstText, lastText] = [ids.at(0), ids.at(-1)]
  if (firstText === undefined || lastText === undefined) return new Map()
  const lists = new WordLists()
  const given = new Map<Entry, bigint>()
  for (const [index, entry] of entries.entries()) {
    const id = ids[index]
    if (id === undefined) throw new Error('too few ids were taken')
    lists.add(Number(id), entry.commonPositions)
    given.set(entry, id)
  }
  const version = ANALYZER_VERSION
  await queries.copy(textSegments, [{ firstText, lastText, texts: ids.length, version }])
  await queries.copy(
    wordLists,
    Array.from(lists.lists(), ({ word, list }) => ({ firstText, word, list })),
  )
  return given
}
