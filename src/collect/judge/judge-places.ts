import { quoteValue } from '../../values/errors'
import type { KnownPosting } from '../board/board-state'
import type { PostingList, System } from '../system'

/** Why no place of a list is understood. Undefined when one is, and for systems with fields of fixed names. */
export function placeIssue(
  { placeSetting }: System,
  { postings }: PostingList,
  known: readonly KnownPosting[],
): string | undefined {
  if (placeSetting === undefined) return undefined
  const isListed = new Set(postings.map(({ external_id }) => external_id))
  const listed = known.filter(({ externalId }) => isListed.has(externalId))
  const [first] = listed
  if (first === undefined || listed.some(({ skipped }) => skipped !== 'unresolved'))
    return undefined
  const example = quoteValue(first.skippedDetail ?? '')
  return `none of ${listed.length} postings has a certain place, such as ${example}; name the fields that have it by the setting ${placeSetting}=FIELD,FIELD`
}
