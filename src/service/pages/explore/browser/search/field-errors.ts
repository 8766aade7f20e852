import type { ProblemBody } from '../page/exchange'
import { FIELDS, type Field, isRewritten, type Search } from './search'

/** An error in the text of a field. */
export interface FieldError {
  field: Field
  detail: string
  /** The character of the field's text that the error is at, from 1. */
  position: number | undefined
  /** The text as it should be written. */
  corrected: { text: string; syntax: Search['syntax'] } | undefined
}

/** The errors of a problem by field. Errors of parameters that no field sends are left out. */
export function fieldErrors({ errors = [] }: ProblemBody, search: Search): FieldError[] {
  return errors.flatMap(({ parameter, detail, position }): FieldError[] => {
    const field = FIELDS[parameter]
    if (field === undefined) return []
    if (isRewritten(parameter, search)) {
      return [{ field, detail, position: undefined, corrected: undefined }]
    }
    const corrected = correctedText(detail, search.syntax)
    return [{ field, detail, position: position ?? undefined, corrected }]
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
