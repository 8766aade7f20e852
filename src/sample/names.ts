import type { Random } from './random'
import names from './tables/names.json'

/** A made-up word such as `Velanora`; about 387,000 are possible, so the vocabulary has a long tail. */
export function inventWord(random: Random): string {
  const middle = random.chance(0.6) ? random.pick(WORD_MIDDLES) : ''
  return join(join(random.pick(WORD_STARTS), middle), random.pick(WORD_ENDS))
}

export function inventPerson(random: Random, isFrench: boolean): string {
  return isFrench
    ? `${random.pick(FRENCH_FIRST_NAMES)} ${random.pick(FRENCH_SURNAMES)}`
    : `${random.pick(FIRST_NAMES)} ${inventSurname(random)}`
}

export function inventStreet(random: Random): string {
  return `${inventSurname(random)} ${random.pickEarly(STREETS)}`
}

/** A part of an employer's name; the towns are on no map. */
export function inventNamePart(placeholder: string, random: Random): string {
  switch (placeholder) {
    case 'brand':
      return inventWord(random)
    case 'town':
      return inventTown(random)
    case 'french town':
      return `${random.pick(FRENCH_TOWN_STARTS)}-${random.pick(FRENCH_TOWN_ENDS)}`
    case 'surname':
      return random.pick(SURNAMES)
    case 'french surname':
      return random.pick(FRENCH_SURNAMES)
    default:
      throw new Error(`unknown placeholder {${placeholder}} in a name`)
  }
}

/** Some surnames are made-up towns, so that surnames have a long tail too. */
function inventSurname(random: Random): string {
  return random.chance(0.3) ? inventTown(random) : random.pick(SURNAMES)
}

function inventTown(random: Random): string {
  const end = random.pick(TOWN_ENDS)
  return join(random.pick(TOWN_STARTS), end)
}

/** Joins two parts of a word without doubling a vowel or a letter. */
function join(start: string, end: string): string {
  const last = start.at(-1) ?? ''
  const first = end[0] ?? ''
  if (last === first) return start + end.slice(1)
  return VOWELS.includes(last) && VOWELS.includes(first) ? start.slice(0, -1) + end : start + end
}

const words = (text: string) => text.split(' ')

const VOWELS = 'aeiouy'
const FIRST_NAMES = words(names.firstNames)
const FRENCH_FIRST_NAMES = words(names.frenchFirstNames)
const SURNAMES = words(names.surnames)
const FRENCH_SURNAMES = words(names.frenchSurnames)
const TOWN_STARTS = words(names.townStarts)
const TOWN_ENDS = words(names.townEnds)
const FRENCH_TOWN_STARTS = words(names.frenchTownStarts)
const FRENCH_TOWN_ENDS = words(names.frenchTownEnds)
const WORD_STARTS = words(names.wordStarts)
const WORD_MIDDLES = words(names.wordMiddles)
const WORD_ENDS = words(names.wordEnds)
const STREETS = words(names.streets)
