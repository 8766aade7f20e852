import type { Static, TObject, TProperties } from 'typebox'
import type { RequestContext } from '../http/request-context'
import type { Services } from '../routes/services'

/** An operation that an assistant may call. It reads the catalogue, as the routes under `/v1` do. */
export interface Tool<
  Properties extends TProperties = TProperties,
  Needed extends string & keyof Properties = string & keyof Properties,
> {
  name: string
  title: string
  /** What an assistant reads before it chooses a tool. */
  description: string
  /** Made by service/parameters/parameter-types.ts. */
  parameters: Properties
  /** The parameters without which the tool does not run. */
  required: readonly Needed[]
  /** The schema of `structured`. */
  output: TObject
  /** Throws the errors of values/errors.ts. */
  call(values: Values<Properties, Needed>, call: ToolCall): Promise<ToolResult>
}

type Values<Properties extends TProperties, Needed extends string & keyof Properties> = Static<
  TObject<Properties>
> & { [Name in Needed]: Exclude<Static<Properties[Name]>, undefined> }

export interface ToolCall {
  services: Services
  context: RequestContext
}

export interface ToolResult {
  /** For programs. */
  structured: Record<string, unknown>
  /** For people, and for clients that pass on text only. */
  text: string
  /** Job objects returned; each is billed. */
  jobs: number
}

/** A tool whose values have the types of its parameters; `readArguments` makes them. */
export function tool<
  Properties extends TProperties,
  const Needed extends string & keyof Properties = never,
>(definition: Tool<Properties, Needed>): Tool {
  return definition
}

/** Bytes of a result, its text and its structure together; an assistant pays for each. */
export const MAX_RESULT_BYTES = 40_000

/** Bytes of the rows of a result, as text and as structure; the rest is for notices. */
const MAX_ROW_BYTES = MAX_RESULT_BYTES - 6_000

/** The job objects of a result; no tool returns more. */
export const MAX_FOUND_JOBS = 20

/** The first rows that fit into a result, and at least one; a row has the bytes of its structure and of its line. */
export function rowsThatFit<Row extends { line: string; structured: object }>(
  rows: Iterable<Row>,
): Row[] {
  let room = MAX_ROW_BYTES
  const fitting: Row[] = []
  for (const row of rows) {
    room -= Buffer.byteLength(JSON.stringify(row.structured)) + Buffer.byteLength(row.line)
    if (room < 0 && fitting.length > 0) break
    fitting.push(row)
  }
  return fitting
}

/** The text, cut between characters so that it has at most this many bytes of UTF-8; a mark says that it was cut. */
export function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const mark = ' […]'
  let end = maxBytes - Buffer.byteLength(mark)
  // Bytes that begin with 10 continue a character.
  while ((bytes[end] ?? 0) >> 6 === 0b10) end -= 1
  return `${bytes.toString('utf8', 0, end)}${mark}`
}

/** What a terminal obeys, and signs of direction, which reorder what it shows. */
const OBEYED = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu

/** A text of a posting for people. */
export function readable(text: string): string {
  return text.replace(OBEYED, '\ufffd')
}

/** The same on one line of a result, so that it cannot pass for another line. */
export function oneLine(text: string): string {
  return readable(text).replace(/[\t\n\r\u2028\u2029]/g, ' ')
}
