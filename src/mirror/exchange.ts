import { UnexpectedAnswer } from './answers'

/** Of an answer, decompressed: 1000 jobs of 64 kB. Real pages with both descriptions have a sixth of that. */
const MAX_BYTES = 64_000_000
/** Of an error answer; the message shows one line of it. */
const MAX_ERROR_BYTES = 100_000
const MAX_REDIRECTS = 5

export interface Exchange {
  status: number
  headers: Headers
  text: string
}

/** Sends a GET. It follows redirects on the host of the request, and refuses others, which would get the key. */
export async function exchange(
  address: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Exchange> {
  let url = new URL(address)
  const path = url.pathname
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, { ...init, redirect: 'manual' })
    const { status, headers } = response
    const location = headers.get('location')
    if (status < 300 || status > 399 || location === null) {
      const isAnswer = status === 200
      const text = await readText(response, isAnswer ? MAX_BYTES : MAX_ERROR_BYTES)
      if (text !== undefined) return { status, headers, text }
      if (!isAnswer) return { status, headers, text: '' }
      throw new UnexpectedAnswer(path, `it has more than ${MAX_BYTES} bytes`)
    }
    await response.body?.cancel()
    const target = URL.parse(location, url.href)
    if (target === null || !isSameHost(url, target)) {
      const host = target?.host ?? 'no address'
      throw new UnexpectedAnswer(path, `it redirects to another host, ${host}`)
    }
    if (redirects === MAX_REDIRECTS) {
      throw new UnexpectedAnswer(path, `it redirects more than ${MAX_REDIRECTS} times`)
    }
    url = target
  }
}

/** Whether a redirect stays on its host: at its port, or from http to https. */
function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return from.origin === to.origin || (isUpgrade && from.hostname === to.hostname)
}

/** Undefined when the body has more bytes. */
async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder()
  const texts: string[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) return undefined
    texts.push(decoder.decode(chunk, { stream: true }))
  }
  return texts.join('') + decoder.decode()
}
