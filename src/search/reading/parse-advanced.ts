import { parseStrictly } from '../grammar/advanced-parser'
import { rejectNearMe } from '../nearness'
import { withFieldValue } from '../other-engine-fields'
import { withoutPasteArtifacts } from '../paste-artifacts'
import { withSuggestions } from '../search-syntax-error'
import type { SearchTree } from '../search-tree'
import { suggestAdvanced } from './read-loosely'

/**
 * Reads an advanced filter. The error about another syntax gives the filter as loose text is read, in this syntax.
 *
 * @throws {SearchSyntaxError}
 */
export function parseAdvanced(source: string): SearchTree {
  return withoutPasteArtifacts(source, (text) => {
    rejectNearMe(text, (rest) => suggestAdvanced(rest, 'advanced'), parseStrictly)
    return withSuggestions(
      () => parseStrictly(text),
      (error) => {
        if (error.mistake === 'field') return withFieldValue(error, text, parseStrictly)
        const phraseHint = error.mistake === 'juxtaposition' ? `${error.hint}, or ` : ''
        const suggestion = suggestAdvanced(text, 'advanced')
        return error.suggesting(`${phraseHint}write: `, suggestion, parseStrictly)
      },
    )
  })
}
