/** The closed lists of words that postings and clients may use. */
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

export const PAY_UNITS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const

export const WORK_ARRANGEMENTS = ['remote', 'hybrid', 'onsite'] as const

export const SOURCE_TYPES = ['ats', 'career_site'] as const

export type SourceType = (typeof SOURCE_TYPES)[number]

/** `expired`: removed by the employer, or closed. `excluded`: not in the country after all. */
export const JOB_STATUSES = ['active', 'expired', 'excluded'] as const

export type JobStatus = (typeof JOB_STATUSES)[number]

export const CHANGE_EVENTS = ['created', 'updated', 'expired', 'excluded'] as const

export type ChangeEvent = (typeof CHANGE_EVENTS)[number]
