import { positionOf, quoteValue, UnreadableValue } from '../../values/errors'

export const MAX_LIST_ELEMENTS = 1000

/** An element of a list. `index` is where it begins in the text, in UTF-16 units. */
interface ListElement {
  text: string
  index: number
}

/** Elements that `joinNeighbours` joins at most: a name with three commas. */
const MAX_JOINED = 4

/**
 * Splits the decoded text of a list of at most `limit` elements.
 *
 *     list    = element { "," element }
 *     element = { " " } ( quoted | plain ) { " " }
 *     quoted  = '"' { any but '"' | '""' } '"'
 *     plain   = any but "," and " " and '"', then any but ","
 */
export function parseList(text: string, limit = MAX_LIST_ELEMENTS): ListElement[] {
  if (skipSpaces(text, 0) === text.length) throw new UnreadableValue('expected a value')
  const elements: ListElement[] = []
  let at = 0
  for (;;) {
    if (elements.length === limit) {
      throw new UnreadableValue(`more than ${MAX_LIST_ELEMENTS} elements`)
    }
    const { end, ...element } = readElement(text, skipSpaces(text, at))
    elements.push(element)
    if (end === text.length) return elements
    at = end + 1
  }
}

/**
 * The elements of a list, each followed by the texts that it begins when its neighbours without
 * quotes are joined again by their commas: clients made by generators quote no name with a comma.
 */
export function joinNeighbours(text: string, elements: readonly ListElement[]): ListElement[] {
  return elements.flatMap((element, at) => {
    const neighbours = elements.slice(at, at + MAX_JOINED)
    const quoted = neighbours.findIndex(({ index }) => text[index] === '"')
    const plain = quoted === -1 ? neighbours : neighbours.slice(0, quoted)
    const joined = plain.slice(1).map((last) => {
      const end = last.index + last.text.length
      return { text: text.slice(element.index, end), index: element.index }
    })
    return [element, ...joined]
  })
}

/** element = { " " } ( quoted | plain ) { " " }; `end` is the index of the next comma, or the length of the text. */
function readElement(text: string, index: number): ListElement & { end: number } {
  const element = text[index] === '"' ? readQuoted(text, index) : readPlain(text, index)
  if (element.text !== '') return element
  const comma = element.end < text.length
  throw new UnreadableValue(`expected an element ${comma ? 'before' : 'after'} ','`, {
    position: positionOf(text, comma ? element.end : text.lastIndexOf(',')),
  })
}

/** plain = any but "," and " " and '"', then any but "," */
function readPlain(text: string, index: number): ListElement & { end: number } {
  const comma = text.indexOf(',', index)
  const end = comma === -1 ? text.length : comma
  return { text: text.slice(index, endWithoutSpaces(text, index, end)), index, end }
}

/** quoted = '"' { any but '"' | '""' } '"' */
function readQuoted(text: string, index: number): ListElement & { end: number } {
  let quote = text.indexOf('"', index + 1)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  if (quote === -1) {
    const position = positionOf(text, index)
    throw new UnreadableValue(`expected '"' to close '"'`, { position })
  }
  const end = skipSpaces(text, quote + 1)
  if (end < text.length && text[end] !== ',') {
    const { text: rest } = readPlain(text, end)
    const position = positionOf(text, end)
    throw new UnreadableValue(`expected ',' after the closing '"', got ${quoteValue(rest)}`, {
      position,
      hint: `write '"' inside quotes as '""'`,
    })
  }
  const element = text.slice(index + 1, quote).replaceAll('""', '"')
  if (element !== '') return { text: element, index, end }
  throw new UnreadableValue(`expected a name between '"' and '"'`, {
    position: positionOf(text, index),
  })
}

function skipSpaces(text: string, index: number): number {
  let at = index
  while (text[at] === ' ') at += 1
  return at
}

function endWithoutSpaces(text: string, start: number, end: number): number {
  let at = end
  while (at > start && text[at - 1] === ' ') at -= 1
  return at
}
