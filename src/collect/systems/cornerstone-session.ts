import { ABSENCE_STATUSES } from '../answers/absence'
import { embeddedJson } from '../answers/markup/embedded-json'
import { textAt } from '../answers/members'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { HostNotFound } from '../failures'
import type { TokenSource } from '../strategies/token'
import type { HttpResponse } from '../system'

export const SERVICE = /^[a-z]{2,3}(?:-[a-z]{2,4})?\.api\.csod\.com$/
/** Where searches are written to go, until the page of a site has named the service of the client's region. */
export const ANY_SERVICE = 'https://us.api.csod.com'
/** A client may have no first site. */
const FIRST_SITES = [1, 2, 3]

interface Session {
  token: string
  /** The service of the client's region, as `https://` and a host. */
  service: string
  /** The name of the session, without which hosts of clients in the United States refuse the token. */
  id: string | undefined
}

/** The page of a career site carries a token of the client, which lives for 21 minutes to a day. */
export const session: TokenSource<Session> = {
  async obtain({ slug }, fetch) {
    for (const site of FIRST_SITES) {
      const url = `${hostOf(slug)}/ux/ats/careersite/${site}/home?c=${slug}`
      const response = await whenItsHostExists(fetch({ url, accept: ABSENCE_STATUSES }))
      if (typeof response === 'string') return { kind: 'missing', reason: response }
      if (response.status === 200) return { kind: 'token', token: sessionIn(response.text) }
      if (!isAbsent(response)) {
        throw new Error(`${url} redirects to ${response.headers.get('location')?.slice(0, 200)}`)
      }
    }
    return { kind: 'missing', reason: `${hostOf(slug)} has no career site` }
  },
  authorize(request, { token, service, id }) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    if (request.url.startsWith(ANY_SERVICE)) {
      return { ...request, url: request.url.replace(ANY_SERVICE, service), headers }
    }
    return {
      ...request,
      headers: id === undefined ? headers : { ...headers, cookie: `ASP.NET_SessionId=${id}` },
    }
  },
}

export function hostOf(slug: string): string {
  return `https://${slug}.csod.com`
}

/** The reason when the host of a client does not exist. */
async function whenItsHostExists(answer: Promise<HttpResponse>): Promise<HttpResponse | string> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof HostNotFound) return error.message
    throw error
  }
}

/** A site that does not exist redirects to `/ui/error`. */
function isAbsent({ status, headers }: HttpResponse): boolean {
  const location = headers.get('location') ?? ''
  return status === 404 || status === 410 || /^[^?]*\/ui\/error(?:$|\?)/.test(location)
}

function sessionIn(page: string): Session {
  const context = embeddedJson(page, /\bcsod\.context=(?=\{)/)
  const token = textAt(context, 'token')
  if (token === undefined) throw new UnexpectedAnswer('answered with a page that has no token')
  const address = textAt(context, 'endpoints', 'cloud') ?? ''
  const service = URL.parse(address)
  if (service?.protocol !== 'https:' || service.port !== '' || !SERVICE.test(service.hostname)) {
    throw new UnexpectedAnswer(`names a service that is not its own: ${address.slice(0, 200)}`)
  }
  return { token, service: service.origin, id: sessionId(token) }
}

/** The audience of the token, in its second part. */
function sessionId(token: string): string | undefined {
  const [, claims = ''] = token.split('.')
  const text = Buffer.from(claims, 'base64url').toString()
  return /"aud"\s*:\s*"([\w-]{1,100})"/.exec(text)?.[1]
}
