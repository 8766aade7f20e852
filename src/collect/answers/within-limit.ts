import { createContext, Script } from 'node:vm'
import { hasMoreContainers, MAX_CONTAINERS } from '../../values/nesting'

/**
 * Four times what the longest sound list takes; the collector answers signals only between two answers. `tests/expressions` raises
 * it: a slow reading is to be seen there, and not ended.
 */
export const READING_LIMIT = { readingMs: 8_000 }

/** An answer that takes too long to read, or nests too deeply. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'

  constructor(reason: string) {
    super(`unreadable: ${reason}`)
  }
}

/** Nothing else ends code that does not return: a timer fires between two turns of the event loop. */
const context = createContext({ read: undefined as unknown })
const script = new Script('read()')
let isReading = false

/**
 * Reads an answer, or a part of it, within the limit of time, which ends loops wherever they are. A single call of the
 * language, such as an expression on a text, is not ended: expressions are linear.
 */
export function withinLimit<Result>(read: () => Result): Result {
  // The limit of the outer reading holds.
  if (isReading) return read()
  let result: { value: Result } | undefined
  context.read = () => {
    result = { value: read() }
  }
  isReading = true
  try {
    script.runInContext(context, { timeout: READING_LIMIT.readingMs })
  } catch (error) {
    throw reasonOf(error)
  } finally {
    isReading = false
    context.read = undefined
  }
  if (result === undefined) throw new Unreadable('it was not read')
  return result.value
}

/** The value of a text of JSON. */
export function parseJson(text: string): unknown {
  if (!hasMoreContainers(text)) return JSON.parse(text)
  throw new Unreadable(`it has more than ${MAX_CONTAINERS} lists and objects`)
}

function reasonOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if ('code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
    return new Unreadable(`it takes more than ${READING_LIMIT.readingMs / 1000} s to read`)
  }
  return error instanceof RangeError ? new Unreadable('it nests too deeply') : error
}
