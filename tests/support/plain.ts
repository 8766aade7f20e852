import { parsePlain } from '../../src/search/reading/parse-plain'
import type { SearchTree } from '../../src/search/search-tree'

/** The tree of a plain filter. */
export const plain = (text: string): SearchTree => parsePlain(text).tree
