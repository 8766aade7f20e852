import { quoteValue } from '../values/errors'
import { positionOf, UnreadableValue } from './unreadable-value'

/** Decodes a name or a value of a query string; '+' means a space. Throws `UnreadableValue`. */
export function percentDecode(raw: string): string {
  const spaced = raw.includes('+') ? raw.replaceAll('+', ' ') : raw
  const text = spaced.includes('%') ? decodePercents(spaced) : spaced
  if (!text.isWellFormed()) throw new UnreadableValue('holds bytes that are not UTF-8')
  const nul = text.indexOf('\0')
  if (nul !== -1) {
    throw new UnreadableValue('holds a NUL character', { position: positionOf(text, nul) })
  }
  return text
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const stray = /%(?![0-9a-f]{2})/i.exec(text)
    if (stray === null) throw new UnreadableValue('holds bytes that are not UTF-8')
    const got = quoteValue(Array.from(text.slice(stray.index)).slice(0, 3).join(''))
    const hint = "write '%' as %25"
    throw new UnreadableValue(`expected two hexadecimal digits after '%', got ${got}`, { hint })
  }
}
