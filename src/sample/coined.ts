import type { Random } from './random'
import {
  COINED_ENDS,
  COINED_MIDDLES,
  COINED_STARTS,
  FIRST_NAMES,
  FRENCH_FIRST_NAMES,
  FRENCH_SURNAMES,
  FRENCH_TOWN_ENDS,
  FRENCH_TOWN_STARTS,
  SURNAMES,
  TOWN_ENDS,
  TOWN_STARTS,
} from './tables/names'

/** A made-up word such as `Velanora`; some 387,000 are possible, which gives the vocabulary its long tail. */
export function coinWord(random: Random): string {
  const middle = random.chance(0.6) ? random.pick(COINED_MIDDLES) : ''
  return join(join(random.pick(COINED_STARTS), middle), random.pick(COINED_ENDS))
}

/** A town that is on no map, English or French. */
export function coinTown(random: Random): string {
  const end = random.pick(TOWN_ENDS)
  return join(random.pick(TOWN_STARTS), end)
}

export function coinFrenchTown(random: Random): string {
  return `${random.pick(FRENCH_TOWN_STARTS)}-${random.pick(FRENCH_TOWN_ENDS)}`
}

export function coinPerson(random: Random, french: boolean): string {
  return french
    ? `${random.pick(FRENCH_FIRST_NAMES)} ${random.pick(FRENCH_SURNAMES)}`
    : `${random.pick(FIRST_NAMES)} ${coinSurname(random)}`
}

/** A surname; some are named after made-up towns, for surnames have a long tail too. */
export function coinSurname(random: Random): string {
  return random.chance(0.3) ? coinTown(random) : random.pick(SURNAMES)
}

/** Joins two parts of a word without doubling a vowel or a letter. */
function join(start: string, end: string): string {
  const last = start.at(-1) ?? ''
  const first = end[0] ?? ''
  if (last === first) return start + end.slice(1)
  return VOWELS.includes(last) && VOWELS.includes(first) ? start.slice(0, -1) + end : start + end
}

const VOWELS = 'aeiouy'
