import { decodeHTMLStrict } from 'entities'
import { positionOf } from '../../../values/errors'
import { SearchSyntaxError } from '../search-syntax-error'

/**
 * Parses a filter after reading what copying left in it as what it stands for: `&quot;` and other
 * entities, tags such as `<b>`, `%20`, and a `+` between words. `parse` is told whether there was any.
 * Positions of errors are positions in `source`.
 */
export function withoutPasteArtifacts<Tree>(
  source: string,
  parse: (text: string, isPasted: boolean) => Tree,
): Tree {
  const text = MAY_HAVE_PASTE_ARTIFACT.test(source)
    ? source.replace(PASTE_ARTIFACT, replacement)
    : source
  if (text === source) return parse(source, false)
  try {
    return parse(text, true)
  } catch (error) {
    if (!(error instanceof SearchSyntaxError)) throw error
    throw error.at(originalPosition(source, error.position))
  }
}

/** The text with `%20` and the like decoded. */
export function percentDecoded(text: string): string {
  return text.includes('%') ? text.replace(PERCENT_CODED, decoded) : text
}

/** A sign that each artifact has. */
const MAY_HAVE_PASTE_ARTIFACT = /[&<%+]/

const COPIED =
  /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});|<\/?(?:a|b|br|div|em|font|h[1-6]|i|li|mark|ol|p|span|strong|u|ul)(?:\s[^<>]*)?\/?>|(?:%[0-9a-f]{2})+/giu

const PERCENT_CODED = /(?:%[0-9a-f]{2})+/gi

/** Copied signs, or a `+` between words. */
const PASTE_ARTIFACT = new RegExp(
  `${COPIED.source}|(?<=[\\p{L}\\p{N}#"”»),]|\\+\\+)\\+(?=[\\p{L}\\p{N}."“«(])`,
  'giu',
)

function replacement(artifact: string): string {
  if (artifact.startsWith('%')) return decoded(artifact)
  return artifact.startsWith('&') ? withoutControl(decodeHTMLStrict(artifact), artifact) : ' '
}

/** The text as it is if it encodes nothing, or a control character. */
function decoded(encoded: string): string {
  try {
    return withoutControl(decodeURIComponent(encoded), encoded)
  } catch (error) {
    if (error instanceof URIError) return encoded
    throw error
  }
}

function withoutControl(text: string, encoded: string): string {
  return /\p{Cc}/u.test(text) ? encoded : text
}

/** The position in `source` of a position in the text that was parsed. An artifact is one position. */
function originalPosition(source: string, position: number): number {
  let parsed = 1
  let at = 0
  for (const { 0: artifact, index } of source.matchAll(PASTE_ARTIFACT)) {
    const before = [...source.slice(at, index)].length
    if (position < parsed + before) break
    parsed += before
    at = index
    const width = [...replacement(artifact)].length
    if (position < parsed + width) return positionOf(source, index)
    parsed += width
    at = index + artifact.length
  }
  return positionOf(source, at) + position - parsed
}
