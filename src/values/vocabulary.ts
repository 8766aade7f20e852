/** The fixed lists of words that postings and clients may use. */
export const EMPLOYMENT_TYPES = [
  'FULL_TIME',
  'PART_TIME',
  'CONTRACTOR',
  'TEMPORARY',
  'INTERN',
  'VOLUNTEER',
  'PER_DIEM',
] as const

export type EmploymentType = (typeof EMPLOYMENT_TYPES)[number]

/** A set of employment types as a bit mask: bit i is element i of `EMPLOYMENT_TYPES`. */
export function employmentTypeBits(types: readonly EmploymentType[]): number {
  return types.reduce((bits, type) => bits | (1 << EMPLOYMENT_TYPES.indexOf(type)), 0)
}

export const PAY_UNITS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const

export type PayUnit = (typeof PAY_UNITS)[number]

export const WORK_ARRANGEMENTS = ['remote', 'hybrid', 'onsite'] as const

export const SOURCE_TYPES = ['ats', 'career_site'] as const

export type SourceType = (typeof SOURCE_TYPES)[number]
