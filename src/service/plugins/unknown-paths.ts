import { type AnyElysia, Elysia } from 'elysia'
import { MethodNotAllowed, NotFound } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { pathTemplate } from '../http/path-template'
import type { RequestContext } from '../http/request-context'
import { context } from './request-context'

const HIDDEN = { hide: true }

/** Answers other methods on the paths mounted before it with 405, after the checks mounted before it. */
export const methodNotAllowed =
  (allow: string) =>
  <App extends AnyElysia>(app: App): App => {
    const refuse = () => {
      throw new MethodNotAllowed(allow)
    }
    const routesByPath = Map.groupBy(app.routes, ({ path }) => path)
    for (const [path, routes] of routesByPath) {
      if (routes.every(({ method }) => method !== 'ALL')) app.all(path, refuse, { detail: HIDDEN })
    }
    return app
  }

/** Answers all other paths that match these patterns with 404, after the checks mounted before it. */
export const unknownPaths =
  (...patterns: string[]) =>
  <App extends AnyElysia>(app: App): App => {
    // The log and the metrics do not tell unknown paths apart.
    const unknown = new Elysia({ detail: HIDDEN }).use(context).onTransform(({ context }) => {
      context.route = undefined
    })
    const refuse = ({ context }: { context: RequestContext }) => {
      const meant = nearestPath(context.path, app.routes)
      const hint = meant === undefined ? '/swagger lists all paths' : `did you mean ${meant}?`
      throw new NotFound(`there is no such path; ${hint}`)
    }
    for (const pattern of patterns) unknown.all(pattern, refuse)
    app.use(unknown)
    return app
  }

/** The most similar path of a route; `/v1` may be missing. A number is an id. */
function nearestPath(path: string, routes: AnyElysia['routes']): string | undefined {
  const known = routes
    .filter(({ method }) => method === 'GET')
    .map((route) => pathTemplate(route.path))
  const asked = path.replace(/\/\d+(?=\/|$)/g, '/{id}')
  const versioned = known.filter((route) => route.startsWith('/v1/'))
  const short = versioned.map((route) => route.slice('/v1'.length))
  return nearestName(asked, known) ?? versioned[short.indexOf(nearestName(asked, short) ?? '')]
}
