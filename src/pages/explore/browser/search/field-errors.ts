import type { Field, Search } from './search'

/** The part of a problem object that the page reads. */
export interface ProblemBody {
  title: string
  status: number
  detail: string
  errors?: { parameter: string; detail: string; position: number | null }[]
}

/** What is wrong with the text of a field. */
export interface FieldError {
  field: Field
  detail: string
  /** The character of the field's text that the error is at, from 1. */
  position: number | undefined
  /** The text as it should be written. */
  corrected: { text: string; syntax: Search['syntax'] } | undefined
}

const FIELDS: Readonly<Record<string, Field>> = {
  q: 'text',
  description: 'text',
  description_advanced: 'text',
  title: 'title',
  title_advanced: 'title',
  city: 'city',
  location: 'city',
  location_advanced: 'place',
  province: 'region',
  state: 'region',
  organization_advanced: 'employer',
  source: 'source',
  employment_type: 'types',
  remote: 'remote',
  has_salary: 'pay',
  window: 'window',
}

/** The errors of a problem by field. Errors of parameters that no field sends are left out. */
export function fieldErrors({ errors = [] }: ProblemBody, { syntax }: Search): FieldError[] {
  return errors.flatMap(({ parameter, detail, position }) => {
    const field = FIELDS[parameter]
    if (field === undefined) return []
    const isRewritten =
      syntax === 'plain' && ['location', 'organization_advanced'].includes(parameter)
    const error: FieldError = {
      field,
      detail,
      position: isRewritten ? undefined : (position ?? undefined),
      corrected: isRewritten ? undefined : correctedText(detail, syntax),
    }
    return [error]
  })
}

/** The service ends a message with the text that it proposes. Groups belong to the advanced syntax. */
const POSITION = / at position \d+; /
const PROPOSAL =
  /(?:^|, or )(?:write|the whole filter|((?:groups belong to|write it in) [\w ./-]+))$/

function correctedText(detail: string, syntax: Search['syntax']): FieldError['corrected'] {
  const position = POSITION.exec(detail)
  if (position === null) return undefined
  const advice = detail.slice(position.index + position[0].length)
  const colon = advice.indexOf(':')
  const proposal = PROPOSAL.exec(advice.slice(0, Math.max(0, colon)))
  const text = advice.slice(colon + ': '.length)
  if (proposal === null || text === '') return undefined
  return { text, syntax: proposal[1] === undefined ? syntax : 'advanced' }
}
