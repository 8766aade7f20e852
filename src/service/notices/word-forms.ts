import { analyze } from '../../text/search/index/analyzer'

/** Endings of forms of one word, in English and French; each ending may stand for the others of its group. */
const ENDINGS: readonly (readonly string[])[] = [
  ['', 's', 'es'],
  ['y', 'ies'],
  ['', 'e', 's', 'es'],
  ['er', 'ere', 'ers', 'eres'],
  ['eur', 'euse', 'eurs', 'euses', 'rice', 'rices'],
  ['teur', 'trice', 'teurs', 'trices'],
  ['if', 'ive', 'ifs', 'ives'],
  ['al', 'ale', 'aux', 'ales'],
  ['ien', 'ienne', 'iens', 'iennes'],
]

const MIN_STEM = 3
/** `car` has no feminine. */
const MIN_FEMININE_STEM = 5

/** Other forms of a word: plural and singular, feminine and masculine. Some are not words. A short word has its plural only. */
export function otherForms(word: string): string[] {
  if (word.length <= MIN_STEM) return [`${word}s`]
  const forms = ENDINGS.flatMap((endings) =>
    endings
      .filter((ending) => word.endsWith(ending) && word.length - ending.length >= minStem(endings))
      .flatMap((ending) => {
        const stem = word.slice(0, word.length - ending.length)
        return endings.map((other) => stem + other)
      }),
  )
  return [...new Set(forms)].filter((form) => form !== word)
}

function minStem(endings: readonly string[]): number {
  return endings.includes('') && endings.includes('e') ? MIN_FEMININE_STEM : MIN_STEM
}

/** The other form that an ending stands for: `infirmier(ère)`, `conseiller-ère`, `clerk(s)`, `vendeur/vendeuse`. */
export function formWithEnding(word: string, ending: string): string | undefined {
  return otherForms(word)
    .filter((form) => form === ending || (form.endsWith(ending) && ending.length < 6))
    .toSorted((a, b) => a.length - b.length)
    .find((form) => form.length > word.length - 4)
}

/** The ways to write a word as two of at least `MIN_STEM` letters: `full stack` for `fullstack`. */
export function compounds(word: string): [string, string][] {
  const letters = [...word]
  const count = Math.max(0, letters.length - 2 * MIN_STEM + 1)
  return Array.from({ length: count }, (_, index) => [
    letters.slice(0, MIN_STEM + index).join(''),
    letters.slice(MIN_STEM + index).join(''),
  ])
}

/** The words of a text as one. */
export function joined(text: string): string {
  return analyze(text).join('')
}
