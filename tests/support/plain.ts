import { parsePlain } from '../../src/text/search/reading/parse-plain'
import type { SearchTree } from '../../src/text/search/search-tree'

/** The tree of a plain filter. */
export const plain = (text: string): SearchTree => parsePlain(text).tree
