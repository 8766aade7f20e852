import type { HttpResponse, ListAnswer } from '../system'

const REDIRECTS = [301, 302, 303, 307, 308]

/** Statuses with which systems answer for a board that does not exist. */
export const ABSENCE_STATUSES: readonly number[] = [404, 410, ...REDIRECTS]

/** Those of a system that redirects to `isVendorSite`, or does not redirect. */
export function absenceStatuses(isVendorSite: unknown): readonly number[] {
  return isVendorSite === undefined ? [404, 410] : ABSENCE_STATUSES
}

/**
 * The answer for a board that does not exist: 404, 410 or a redirect to the vendor's own site. Undefined when the board
 * answered. Throws for other redirects, such as one to a maintenance page: they are not proof.
 */
export function absenceOf(
  response: HttpResponse,
  requestUrl: string,
  isVendorSite?: (host: string, path: string) => boolean,
  redirectReason?: (path: string) => string | undefined,
): ListAnswer | undefined {
  const { status } = response
  if (status === 404 || status === 410) {
    return { kind: 'missing', reason: `${requestUrl} answered ${status}` }
  }
  if (!REDIRECTS.includes(status)) return undefined
  const location = response.headers.get('location') ?? ''
  const target = URL.parse(location, requestUrl)
  const isNotice = /maintenance|unavailable|status|error/i.test(
    `${target?.host}${target?.pathname}`,
  )
  if (target !== null && isVendorSite?.(target.hostname, target.pathname) && !isNotice) {
    return { kind: 'missing', reason: `${requestUrl} redirects to ${target.hostname}` }
  }
  const reason = redirectReason?.(target?.pathname ?? '') ?? 'expected a list of jobs'
  throw new Error(`${requestUrl} redirects to ${location.slice(0, 200)}; ${reason}`)
}
