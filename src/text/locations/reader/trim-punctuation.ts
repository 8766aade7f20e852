/** A name without the signs around it. */
export function trimPunctuation(text: string): string {
  const trimmed = text.trim()
  if (PLAIN.test(trimmed)) return trimmed
  const [within = ''] = WITHIN_PUNCTUATION.exec(trimmed) ?? []
  return within.replace(/\s+/g, ' ')
}

/** A full stop may end a name. */
const WITHIN_PUNCTUATION = /[^\s.*#"“”'_@!?-](?:.*[^\s*#"“”'_@!?-])?/s
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/
