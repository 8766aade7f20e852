import { type AnyElysia, Elysia } from 'elysia'
import { memoizeSync } from '../../values/single-flight'
import { pathTemplate } from '../http/path-template'
import { contextOf } from '../http/request-context'
import { documentedRoutes } from '../open-api/documented-routes'

/** Adds `context`, with facts about the request, to hooks and handlers. */
export const context = new Elysia({ name: 'context' }).derive({ as: 'global' }, ({ request }) => ({
  context: contextOf(request),
}))

/**
 * Records the matched route for the log and the metrics. Adds `X-Catalogue-Generation` to every response under `/v1`: the
 * generation is read before anything else of the request is, so that no content is older than its generation.
 */
export const requestContext =
  (findGeneration: () => Promise<number | undefined>) =>
  <App extends AnyElysia>(app: App): App => {
    // Read by the first request that needs it: routes are mounted after this plugin.
    const routes = memoizeSync(() => documentedRoutes(app.routes))
    const plugin = new Elysia({ name: 'request-context' })
      .onRequest(async ({ request }) => {
        const known = contextOf(request)
        known.routes = routes
        const generation = known.isVersioned ? await findGeneration() : undefined
        if (generation !== undefined) {
          known.responseHeaders['X-Catalogue-Generation'] = String(generation)
        }
      })
      .use(context)
      .onTransform({ as: 'global' }, ({ context, route }) => {
        context.route = pathTemplate(route)
      })
    app.use(plugin)
    return app
  }
