import type { RequestContext } from './request-context'

/** A finished request, for the log and the metrics. It holds no key, header or query. */
export interface RequestEntry
  extends Pick<RequestContext, 'id' | 'method' | 'path' | 'route' | 'jobs' | 'bytes' | 'error'> {
  time: Date
  status: number
  durationMs: number
  caller: string | undefined
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Longer paths are cut; no route is that long. */
const MAX_PATH_LENGTH = 200

const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Writes one line per request, as JSON or readable for a terminal. Lines below the level are left out. */
export function createRequestLog(options: {
  level: LogLevel
  readable: boolean
  write: (line: string) => void
}): (entry: RequestEntry) => void {
  const least = LOG_LEVELS.indexOf(options.level)
  const print = options.readable ? printReadable : printJson
  return (entry) => {
    const level = levelOf(entry)
    if (LOG_LEVELS.indexOf(level) >= least) options.write(`${print(entry, level)}\n`)
  }
}

/** 503 and 504 mean a busy or missing database, 500 a bug. */
function levelOf(entry: RequestEntry): LogLevel {
  if (entry.status === 500) return 'error'
  if (entry.status > 500) return 'warn'
  return PROBES.has(entry.path) ? 'debug' : 'info'
}

function printJson(entry: RequestEntry, level: LogLevel): string {
  return JSON.stringify({
    time: entry.time.toISOString(),
    level,
    id: entry.id,
    method: entry.method,
    path: entry.path.slice(0, MAX_PATH_LENGTH),
    status: entry.status,
    duration_ms: Number(entry.durationMs.toFixed(2)),
    caller: entry.caller ?? null,
    jobs: entry.jobs,
    bytes: entry.bytes,
    error: entry.error === undefined ? undefined : printError(entry),
  })
}

function printReadable(entry: RequestEntry): string {
  const { method, path, status, caller = '-', jobs, bytes } = entry
  const clock = entry.time.toISOString().slice(11, 23)
  const error = entry.error === undefined ? '' : `\n  ${entry.id} ${printError(entry)}`
  const shortPath = path.slice(0, MAX_PATH_LENGTH)
  return `${clock} ${status} ${method} ${shortPath} ${entry.durationMs.toFixed(1)} ms, ${jobs} jobs, ${bytes} bytes, ${caller}${error}`
}

/** A bug with its stack, other errors with name and message. Both with their causes. */
function printError({ error, status }: RequestEntry): string {
  const texts: string[] = []
  let cause = error
  // A chain of causes may be circular, so it is cut.
  while (cause !== undefined && texts.length < 5) {
    texts.push(printOne(cause, status === 500))
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return texts.join('; caused by ')
}

function printOne(error: unknown, inFull: boolean): string {
  if (!(error instanceof Error)) return String(error)
  const text = `${error.name}: ${error.message}`
  if (!inFull || error.stack === undefined) return text
  return error.stack.includes(error.message) ? error.stack : `${text}\n${error.stack}`
}
