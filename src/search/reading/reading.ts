import type { Syntax } from '../grammar/operators'
import { parseTokens } from '../grammar/parser'
import { printSearch } from '../grammar/printer'
import type { Token } from '../grammar/tokens'
import type { SearchTree } from '../search-tree'

/** What a filter means: its tree, which can be written in either syntax. */
export interface Reading {
  tree: SearchTree
  print: (syntax: Syntax) => string
}

/** What the tokens of a filter mean. */
export function readingOf(source: string, tokens: readonly Token[]): Reading {
  const { tree, texts } = parseTokens(source, tokens)
  return { tree, print: (syntax) => printSearch(tree, syntax, texts) }
}
