import type { BoardRow } from '../board/board-state'
import { hashOf } from '../judge/judge-list'
import type { PostingList } from '../system'
import { READER_VERSION } from './posting-reader'

/** The hash includes the operator's settings, so that a change of them writes the board again. */
export function hashList(
  row: BoardRow,
  { postings, organization, unreadable = [] }: PostingList,
): string {
  const entries = [
    ...postings.map(({ external_id, fingerprint }) => JSON.stringify([external_id, fingerprint])),
    ...unreadable.map(({ external_id }) => JSON.stringify([external_id])),
  ]
  const { settings, country } = row
  const more = JSON.stringify([organization, settings, row.organization, country])
  return `${READER_VERSION}:${hashOf([...entries, more])}`
}
