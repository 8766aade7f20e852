import type { LocationTable } from '../table/location-table'
import { isListWord, isWide, type Part, toPart } from './location-part'
import { isCityOf, isWellKnown, regionOf } from './part-kinds'

/** Whether a hyphen is between two names of a list, the name before which is `last`. `Chatham-Kent` is one name. */
export function isHyphenList(
  [before, after]: readonly [before: string, after: string],
  last: Part | undefined,
  table: LocationTable,
): boolean {
  const [left, right] = [toPart(before, table), toPart(after, table)]
  if (isListWord(left) || isListWord(right)) return true
  if (left.meaning === undefined) return false
  // `US-TX-Plano-Legacy West`, `United States-Alaska-Nowhereville`
  const isCity = last?.code !== undefined && isCityOf(left, regionOf(last))
  const isRegion = last?.meaning?.country !== undefined && left.meaning.region !== undefined
  if (isCity || isRegion) return true
  // `Oakville-3235 Dundas St`
  const [word = ''] = after.split(/[\s-]/, 1)
  if (toPart(word, table).code !== undefined || /^\d/.test(word)) return true
  const areTwo =
    isWide(left.meaning) || isWide(right.meaning) || (isWellKnown(left) && isWellKnown(right))
  return right.meaning !== undefined && areTwo
}
