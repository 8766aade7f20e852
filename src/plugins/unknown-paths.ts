import { type AnyElysia, Elysia } from 'elysia'
import { MethodNotAllowed, NotFound } from '../values/errors'
import { contextOf } from './request-context'

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
    const unknown = new Elysia({ detail: HIDDEN }).onTransform(({ request }) => {
      contextOf(request).route = undefined
    })
    const refuse = () => {
      throw new NotFound('nothing stands at this path')
    }
    for (const pattern of patterns) unknown.all(pattern, refuse)
    app.use(unknown)
    return app
  }
