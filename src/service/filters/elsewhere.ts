import { hintElsewhere, SearchSyntaxError } from '../../text/search/search-syntax-error'
import { filtersOf, synonym } from '../parameters/unknown-parameter'

/** Parameters that take codes, and not the value of a hint. */
const CODES: readonly string[] = ['country', 'province', 'state']

/** The error about the text of `sentIn`, its hint naming a parameter of the path, which has the parameters `known`. */
export function sayingWhere(
  error: SearchSyntaxError,
  sentIn: string,
  known: readonly string[],
): SearchSyntaxError {
  const { issue, position, hint = '', suggestion, elsewhere } = error
  if (elsewhere === undefined || known.length === 0) return error
  const { parameter, field = parameter, value, rest } = elsewhere
  const filters = filtersOf(known)
  // On `/v1/jobs`, `q` searches what no other parameter does.
  const names = [field, parameter, synonym(parameter, known), 'q']
  const here = names.find((name) => name !== undefined && filters.includes(name))
  // `city` does not exclude.
  if (here === 'city' && value?.startsWith('-')) return new SearchSyntaxError(issue, position)
  const saying = (changed: Partial<typeof elsewhere>) => {
    const changedHint = hintElsewhere({ ...elsewhere, ...changed })
    const whole = hint.replace(hintElsewhere(elsewhere), () => changedHint)
    return new SearchSyntaxError(issue, position, whole, suggestion)
  }
  const withoutValue = { value: undefined, rest: undefined }
  // Of what the fields mean, the feeds lack only this.
  if (here === undefined) return saying({ parameter: `${parameter} of /v1/jobs`, ...withoutValue })
  if (CODES.includes(here)) return saying({ parameter: here, ...withoutValue })
  if (here !== sentIn || rest === undefined) return saying({ parameter: here })
  return saying({ parameter: here, value: `${value} ${rest}`, rest: undefined })
}
