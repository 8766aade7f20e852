import { type AnyElysia, Elysia } from 'elysia'
import { MethodNotAllowed, NotFound } from '../values/errors'
import { contextOf } from './request-context'

const HIDDEN = { hide: true }

/** Answers other methods on the paths mounted before it with 405, after the checks mounted before it. */
export const methodNotAllowed =
  (allow: string) =>
  <App extends AnyElysia>(app: App): App => {
    const answered = new Set(app.routes.filter(({ method }) => method === 'ALL').map(pathOf))
    for (const path of new Set(app.routes.map(pathOf)).difference(answered)) {
      const refuse = () => {
        throw new MethodNotAllowed(allow)
      }
      app.all(path, refuse, { detail: HIDDEN })
    }
    return app
  }

/** Answers all other paths that match these patterns with 404, after the checks mounted before it. */
export const unknownPaths =
  (...patterns: string[]) =>
  <App extends AnyElysia>(app: App): App => {
    const unknown = new Elysia({ detail: HIDDEN }).onTransform(forgetRoute)
    for (const pattern of patterns) unknown.all(pattern, notFound)
    app.use(unknown)
    return app
  }

function pathOf({ path }: { path: string }): string {
  return path
}

/** The log and the metrics do not tell unknown paths apart. */
function forgetRoute({ request }: { request: Request }): void {
  contextOf(request).route = undefined
}

function notFound(): never {
  throw new NotFound('nothing stands at this path')
}
