import { positionOf } from '../values/errors'
import { SearchSyntaxError } from './search-syntax-error'

/**
 * Parses a filter after reading what copying left in it as what it stands for: `&quot;` and other
 * entities, tags such as `<b>`, `%20`, and a `+` between words. Positions of errors are positions in `source`.
 */
export function withoutLeftovers<Tree>(source: string, parse: (text: string) => Tree): Tree {
  return parseWithout(LEFTOVER, source, parse)
}

/** The same without a `+`, for lists of places with `+` between them. */
export function withoutCopied<Tree>(source: string, parse: (text: string) => Tree): Tree {
  return parseWithout(COPIED, source, parse)
}

function parseWithout<Tree>(leftover: RegExp, source: string, parse: (text: string) => Tree): Tree {
  const text = MAY_HAVE_LEFTOVER.test(source) ? source.replace(leftover, replacement) : source
  if (text === source) return parse(source)
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof SearchSyntaxError)) throw error
    throw error.at(originalPosition(leftover, source, error.position))
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&ldquo;': '"',
  '&rdquo;': '"',
  '&amp;': '&',
  '&apos;': "'",
  '&#39;': "'",
  '&rsquo;': "'",
  '&nbsp;': ' ',
  '&ndash;': '–',
  '&mdash;': '—',
}

/** A sign that each leftover has. */
const MAY_HAVE_LEFTOVER = /[&<%+]/

const COPIED =
  /&(?:quot|ldquo|rdquo|amp|apos|#39|rsquo|nbsp|ndash|mdash);|<\/?(?:a|b|br|div|em|font|h[1-6]|i|li|mark|ol|p|span|strong|u|ul)(?:\s[^<>]*)?\/?>|(?:%[0-9a-f]{2})+/giu

const LEFTOVER = new RegExp(
  `${COPIED.source}|(?<=[\\p{L}\\p{N}#"”»),]|\\+\\+)\\+(?=[\\p{L}\\p{N}."“«(])`,
  'giu',
)

function replacement(leftover: string): string {
  if (leftover.startsWith('%')) return percentDecoded(leftover)
  return ENTITIES[leftover.toLowerCase()] ?? ' '
}

/** The text as it is if it encodes nothing, or a control character. */
function percentDecoded(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded)
    return /\p{Cc}/u.test(text) ? encoded : text
  } catch (error) {
    if (error instanceof URIError) return encoded
    throw error
  }
}

/** The position in `source` of a position in the text that was parsed. A leftover is one position. */
function originalPosition(leftovers: RegExp, source: string, position: number): number {
  let parsed = 1
  let at = 0
  for (const { 0: leftover, index } of source.matchAll(leftovers)) {
    const before = [...source.slice(at, index)].length
    if (position < parsed + before) break
    parsed += before
    at = index
    const width = [...replacement(leftover)].length
    if (position < parsed + width) return positionOf(source, index)
    parsed += width
    at = index + leftover.length
  }
  return positionOf(source, at) + position - parsed
}
