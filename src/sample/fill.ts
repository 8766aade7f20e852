/** Replaces each slot in braces by what `write` says for its name. */
export function fill(phrase: string, write: (slot: string) => string): string {
  const parts = CUT.get(phrase) ?? cut(phrase)
  let text = parts[0] ?? ''
  for (let index = 1; index < parts.length; index += 2) {
    text += write(parts[index] ?? '') + (parts[index + 1] ?? '')
  }
  return text
}

/** The literals of a phrase, and between them the names of its slots. */
function cut(phrase: string): readonly string[] {
  const parts = phrase.split(/[{}]/)
  CUT.set(phrase, parts)
  return parts
}

/** Phrases come from the tables, so there are only some thousands. */
const CUT = new Map<string, readonly string[]>()
