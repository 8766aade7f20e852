import type { AnyElysia } from 'elysia'
import { pathTemplate } from '../http/path-template'
import type { DocumentedRoute } from '../http/request-context'

/** The part of an operation object that is read here; `describeOperation` writes it. */
interface Operation {
  operationId?: string
  parameters?: readonly { name: string; in: string }[]
  security?: readonly Readonly<Record<string, unknown>>[]
}

/** The routes of an app that are in its document, by path, in the order in which they were mounted. */
export function documentedRoutes(
  routes: AnyElysia['routes'],
): ReadonlyMap<string, DocumentedRoute> {
  const documented = new Map<string, DocumentedRoute>()
  for (const { path, hooks } of routes) {
    const operation: Operation = hooks.detail ?? {}
    if (operation.operationId === undefined) continue
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    documented.set(pathTemplate(path), { parameters: query.map(({ name }) => name) })
  }
  return documented
}

/** Whether a key in the query is among the security requirements of an operation. */
export function acceptsKeyInQuery({ security = [] }: Pick<Operation, 'security'>): boolean {
  return security.some((requirement) => 'apiKey' in requirement)
}
