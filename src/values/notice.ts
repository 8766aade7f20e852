/** What a client should know of an answer; `suggestion` is a whole value for the parameter. */
export interface Notice {
  parameter: string
  detail: string
  suggestion: string | null
}
