import { CatalogueError, CatalogueRestored, type Problem } from './errors.js'

/** Something that the catalogue says beside an answer, such as a word that no job has. */
export interface Notice {
  parameter: string
  detail: string
}

export interface ConnectionOptions {
  /** As `https://jobs.example`. */
  address: string
  key: string
  /** How long to go on asking for one answer; 15 minutes unless given. */
  patienceMs?: number
  /** Ends all requests. */
  signal?: AbortSignal
  /** Writes to the console unless given. */
  onNotice?: (notice: Notice) => void
}

/** A list is sent as several parameters; null and undefined are not sent. */
export type Parameters = Record<string, unknown>

interface Answer<Body> {
  body: Body
  /** Of the catalogue that answered. */
  generation: string
}

const ANSWER_LIMIT_MS = 120_000

/** A function that asks for an answer until it has one. */
export function connect(options: ConnectionOptions) {
  const { key, patienceMs = 15 * 60_000, signal } = options
  const { onNotice = ({ parameter, detail }) => console.warn(`${parameter}: ${detail}`) } = options
  const address = options.address.replace(/\/+$/, '')

  return async function get<Body>(path: string, query: Parameters): Promise<Answer<Body>> {
    const url = `${address}${path}?${queryString(query)}`
    const deadline = performance.now() + patienceMs
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, 60_000)) {
      const outcome = await ask(url, key, signal)
      if (!(outcome instanceof CatalogueError)) {
        for (const notice of outcome.notices) onNotice(notice)
        return { body: outcome.body as Body, generation: outcome.generation }
      }
      const { status = 0, retryAfterMs = pauseMs } = outcome
      const mayPass = status === 0 || status === 429 || status >= 500
      if (!mayPass || performance.now() + retryAfterMs > deadline) throw outcome
      await pause(retryAfterMs, signal)
    }
  }
}

/** Sends a request once. An error that may pass is returned; an end by the signal is thrown. */
async function ask(url: string, key: string, signal?: AbortSignal) {
  const limit = AbortSignal.timeout(ANSWER_LIMIT_MS)
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${key}` },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    const { status, headers } = response
    const text = await response.text()
    if (!response.ok) return refusal(status, headers, text)
    const notices: Notice[] = JSON.parse(headers.get('x-notices') ?? '[]')
    const generation = headers.get('x-catalogue-generation') ?? ''
    return { body: JSON.parse(text) as unknown, generation, notices }
  } catch (error) {
    signal?.throwIfAborted()
    return new CatalogueError(`no whole answer from ${new URL(url).origin}: ${error}`)
  }
}

function refusal(status: number, headers: Headers, text: string): CatalogueError {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') === true
  const problem = isProblem ? (JSON.parse(text) as Problem) : undefined
  const message = `the catalogue answered ${status}: ${problem?.detail ?? text.slice(0, 200)}`
  const seconds = headers.get('retry-after')
  const retryAfterMs = seconds === null ? undefined : Number(seconds) * 1000
  // A checkpoint that was lost, or that is of another catalogue.
  const isRestored = problem?.errors?.some(({ parameter }) => parameter === 'since') === true
  return new (isRestored ? CatalogueRestored : CatalogueError)(
    message,
    status,
    problem,
    retryAfterMs,
  )
}

function queryString(query: Parameters): URLSearchParams {
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null) sent.append(name, String(each))
    }
  }
  return sent
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
