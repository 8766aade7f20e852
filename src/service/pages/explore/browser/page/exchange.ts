/** A GET request; `path` is relative to the service. */
export interface ServiceRequest {
  path: string
  parameters: Readonly<Record<string, string>>
}

/** The part of a problem object that the page reads. */
export interface ProblemBody {
  title: string
  status: number
  detail: string
  errors?: { parameter: string; detail: string; position: number | null }[]
}
