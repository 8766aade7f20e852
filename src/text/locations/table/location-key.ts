/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** The form in which names are compared: no case, accents, dots or apostrophes; one space between words. */
export function locationKey(name: string): string {
  const lower = name.toLowerCase()
  return WORDS_ONLY.test(lower) ? lower : tidy(unaccent(lower))
}

const WORDS_ONLY = /^[a-z0-9]+(?: [a-z0-9]+)*$/

function unaccent(lower: string): string {
  const base = lower.normalize('NFD').replace(/\p{M}/gu, '')
  return base.replace(/[øæœßłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
}

function tidy(text: string): string {
  return text
    .replace(/\.(?=[a-z]{2})/g, ' ')
    .replace(/[.'’‘`ʻ]/g, '')
    .replace(/[-‐‑–—_\s]+/g, ' ')
    .trim()
}
