import { Elysia } from 'elysia'
import { NotFound } from '../../values/errors'
import { respond } from '../http/reply'
import { contextOf } from '../http/request-context'
import { html, htmlReply } from './html'
import { layout } from './layout'

const STATUS = 404

/** Answers browsers with a page where nothing is; other clients, and all requests under `/v1`, get a problem object. */
export const notFoundPage = () =>
  new Elysia({ name: 'not-found-page' }).onError(
    { as: 'global' },
    async ({ request, error, code, set }) => {
      const context = contextOf(request)
      const isMissing = code === 'NOT_FOUND' || error instanceof NotFound
      if (!isMissing || context.isVersioned || !acceptsPage(context.headers)) return undefined
      const { body, contentType = '', headers } = htmlReply(pageFor(context.path))
      const response = await respond(context, {
        status: STATUS,
        headers: {
          ...headers,
          'Content-Type': contentType,
          'Cache-Control': 'no-store',
          Vary: 'Accept',
        },
        body,
      })
      // Elysia copies a response into a new one unless `set` has its defaults.
      set.status = 200
      return response
    },
  )

/** Browsers name HTML in `Accept`; clients of the interface name JSON or anything. */
function acceptsPage(headers: Headers): boolean {
  return headers.get('accept')?.includes('text/html') ?? false
}

function pageFor(path: string) {
  const depth = path.split('/').length - 2
  const root = depth > 0 ? '../'.repeat(depth) : './'
  return layout(
    { title: 'Not found', description: 'There is no page at this address.', root },
    html`<h1>There is no page here</h1>
<p>There is no page at <code>${path}</code>. The address may be misspelt or out of date.</p>
<ul>
<li><a href="${root}explore">Explore</a>: search the catalogue</li>
<li><a href="${root}swagger">API</a>: every path and parameter, with requests to try</li>
<li><a href="${root}search-syntax">Search syntax</a> and <a href="${root}problems">problems</a></li>
</ul>`,
  )
}
