/**
 * What a client should know of an answer; `suggestion` is a whole value for the parameter. `with` has what is sent beside it: other
 * parameters with their values, and null for one that is left out.
 */
export interface Notice {
  parameter: string
  detail: string
  suggestion: string | null
  with?: Readonly<Record<string, string | null>>
}
