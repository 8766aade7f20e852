import { type Check, isObject } from './checks.js'
import { CatalogueError, CatalogueRestored, type Problem, UnexpectedAnswer } from './errors.js'

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
const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3_600_000
/** Of an answer: 1000 jobs of 64 kB. */
const MAX_BYTES = 64_000_000

/** A function that asks for an answer until it has one, and checks it. */
export function connect(options: ConnectionOptions) {
  const { key, patienceMs = 15 * 60_000, signal } = options
  const { onNotice = ({ parameter, detail }) => console.warn(`${parameter}: ${detail}`) } = options
  const address = options.address.replace(/\/+$/, '')

  return async function get<Body>(
    path: string,
    query: Parameters,
    check: Check = isObject,
  ): Promise<Answer<Body>> {
    const url = `${address}${path}?${queryString(query)}`
    const deadline = performance.now() + patienceMs
    for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, 60_000)) {
      const outcome = await ask(url, key, signal)
      if (!(outcome instanceof CatalogueError)) {
        check(outcome.body, path)
        for (const notice of outcome.notices) onNotice(notice)
        return { body: outcome.body as Body, generation: outcome.generation }
      }
      const { status = 0, retryAfterMs = pauseMs } = outcome
      const isWrong = outcome instanceof UnexpectedAnswer
      const mayPass = !isWrong && (status === 0 || status === 429 || status >= 500)
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
    // Browsers do not tell where a redirect leads before it is followed. Other hosts do not get the key.
    if (!isSameHost(url, response.url))
      throw new UnexpectedAnswer(`${url} redirects to another host`)
    const text = await readText(response, url)
    if (!response.ok) return refusal(status, headers, text)
    const notices = noticesOf(headers.get('x-notices'), url)
    const generation = headers.get('x-catalogue-generation') ?? ''
    return { body: JSON.parse(text) as unknown, generation, notices }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof UnexpectedAnswer) return error
    return new CatalogueError(`no whole answer from ${new URL(url).origin}: ${error}`)
  }
}

/** Whether an answer came from the host that was asked, at its port or over https. */
function isSameHost(asked: string, answered: string): boolean {
  const [from, to] = [new URL(asked), new URL(answered)]
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

async function readText(response: Response, url: string): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for (;;) {
    const chunk = await reader?.read()
    if (chunk?.value === undefined) return text + decoder.decode()
    bytes += chunk.value.length
    if (bytes > MAX_BYTES) {
      await reader?.cancel()
      throw new UnexpectedAnswer(`${url} has more than ${MAX_BYTES} bytes`)
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
}

function noticesOf(header: string | null, url: string): Notice[] {
  const notices = parse(header ?? '[]')
  const isNotice = (value: unknown): value is Notice => {
    const { parameter, detail } = Object(value)
    return typeof parameter === 'string' && typeof detail === 'string'
  }
  if (Array.isArray(notices) && notices.every(isNotice)) return notices
  throw new UnexpectedAnswer(`${url}: X-Notices is not a list of notices`)
}

/** Undefined when the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined when the body is not one that the client can read. */
function problemOf(headers: Headers, text: string): Problem | undefined {
  if (headers.get('content-type')?.startsWith('application/problem+json') !== true) return undefined
  const { detail, errors = [] } = Object(parse(text))
  const isRight =
    typeof detail === 'string' &&
    Array.isArray(errors) &&
    errors.every((each) => typeof each === 'object' && each !== null)
  return isRight ? (parse(text) as Problem) : undefined
}

/** How long the catalogue asks to wait; undefined when it does not say. */
function pauseOf(header: string | null): number | undefined {
  const ms = Number(header ?? undefined) * 1000
  return ms >= 0 ? Math.min(Math.max(ms, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) : undefined
}

function refusal(status: number, headers: Headers, text: string): CatalogueError {
  const problem = problemOf(headers, text)
  const message = `the catalogue answered ${status}: ${problem?.detail ?? text.slice(0, 200)}`
  const retryAfterMs = pauseOf(headers.get('retry-after'))
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
