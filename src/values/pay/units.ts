import type { PayUnit } from '../vocabulary'

interface UnitWords {
  /** `per hour`, `/hr`. */
  nouns: readonly string[]
  /** `hourly`, `$20 hourly`. */
  adjectives: readonly string[]
}

/** The words for each unit in systems and texts, in lower case. Two weeks and half months have no unit. */
export const UNIT_WORDS: Readonly<Record<PayUnit, UnitWords>> = {
  HOUR: {
    nouns: ['hour', 'hours', 'hr', 'hrs', 'h', 'heure', 'heures'],
    adjectives: ['hourly', 'horaire'],
  },
  DAY: {
    nouns: ['day', 'days', 'jour'],
    adjectives: ['daily', 'quotidien', 'quotidienne', 'journalier', 'journalière'],
  },
  WEEK: {
    nouns: ['week', 'weeks', 'wk', 'semaine'],
    adjectives: ['weekly', 'hebdomadaire'],
  },
  MONTH: {
    nouns: ['month', 'months', 'mo', 'mois'],
    adjectives: ['monthly', 'mensuel', 'mensuelle', 'mensuellement'],
  },
  YEAR: {
    nouns: ['year', 'years', 'yr', 'annum', 'an', 'année'],
    adjectives: [
      'yearly',
      'annual',
      'annually',
      'annualized',
      'annuel',
      'annuelle',
      'annuellement',
      'pa',
    ],
  },
}
