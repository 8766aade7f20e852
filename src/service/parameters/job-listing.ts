import { boolean, int64, integer, listOf, oneOf } from './parameter-types'

/** The jobs of the largest page. */
export const MAX_PAGE_JOBS = 1000

/** The page and the optional fields of jobs in `/v1/active-ats` and `/v1/modified-ats`. */
export const jobListing = {
  limit: integer({
    minimum: 1,
    maximum: MAX_PAGE_JOBS,
    default: 100,
    description: 'Jobs per page.',
    examples: [20],
  }),
  offset: integer({
    minimum: 0,
    description:
      'Jobs to skip, in the order of the list. A job that leaves between two pages moves the rest up; `cursor` misses none.',
    examples: [100],
  }),
  cursor: int64({
    description:
      'The last `id` of the previous page, 0 for the first page. Orders by `id` ascending and overrides `offset`; to read a list to its end.',
    examples: [0],
  }),
  description_format: oneOf(['text', 'html'], {
    description:
      'Adds `description_text` or `description_html`. Without it jobs come without descriptions.',
    examples: ['text'],
  }),
  include_source_fields: boolean({
    description: 'Adds `source_fields`: what the source says about the job, exactly as published.',
    examples: [true],
  }),
  id: listOf(int64({ description: 'A job id.' }), {
    description: 'Only the jobs with these ids.',
    examples: [[3000, 10000, 16000, 20000]],
  }),
}

/** Whether a page is the first one of its list, in the order of the list or by id. */
export function isFirstPage({
  offset = 0,
  cursor = 0n,
}: {
  offset?: number | undefined
  cursor?: bigint | undefined
}): boolean {
  return offset === 0 && cursor === 0n
}

/** The descriptions in the jobs of `/v1/jobs` and `/v1/changes`. */
export const descriptions = oneOf(['none', 'text', 'html', 'both'], {
  default: 'none',
  description: 'Adds `description_text`, `description_html` or both.',
  examples: ['text'],
})
