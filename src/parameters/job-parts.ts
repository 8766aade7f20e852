import { oneOf } from './parameter-types'

/** Which descriptions the jobs of `/v1/jobs` and `/v1/changes` carry. */
export const descriptions = oneOf(['none', 'text', 'html', 'both'], {
  default: 'none',
  description: 'Adds `description_text`, `description_html` or both.',
  examples: ['text'],
})
