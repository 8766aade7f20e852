import { instant, oneOf } from './parameter-types'

const EXACT = '`1h` is the last full UTC hour, `24h` the 24 hours up to the last full hour'

/** The `time_frame` of `/v1/active-ats`. */
export const newJobsFrame = oneOf(['1h', '24h', '7d', '6m'], {
  default: '24h',
  description: `Jobs first collected in this window: ${EXACT}; \`7d\` and \`6m\` (183 days) roll and are for backfills.`,
  examples: ['7d'],
})

/** The `time_frame` of `/v1/active-ats-count`. */
export const countFrame = oneOf(['1h', '24h', '7d', '1m', '6m'], {
  default: '1m',
  description: `Jobs first collected in this window. The default, \`1m\`, is the last 31 days and also counts jobs that have expired since; all others count active jobs only. ${EXACT}; \`7d\` and \`6m\` (183 days) end now.`,
  examples: ['7d'],
})

/** The `time_frame` of `/v1/expired-ats`. */
export const expiredFrame = oneOf(['1h', '1d', '1m', '6m'], {
  default: '1d',
  description:
    'Jobs that left in this window: `1h` is the last hour, rolling; `1d` the previous UTC day; `1m` the last 31 days; `6m` the last 183 days.',
  examples: ['1m'],
})

/** The `window` of `/v1/jobs`. */
export const searchFrame = oneOf(['1h', '24h', '7d', '30d', '6m'], {
  description: 'Jobs first collected within this time before now; `6m` is 183 days.',
  examples: ['30d'],
})

/** The window of `/v1/modified-ats`. Without both parameters it is the 24 hours up to the last full UTC hour. */
export const modificationWindow = {
  date_modified_gte: instant({
    description:
      'Changed at or after this date-time. Without `date_modified_lt` the window lasts until now; it is at most 31 days.',
  }),
  date_modified_lt: instant({
    description:
      'Changed before this date-time. Without `date_modified_gte` the window is the 31 days before it.',
  }),
}
