import type { Page } from './page'

const PLAIN = 'text/plain; charset=utf-8'

/** `/healthz`: the process serves. `/readyz`: it can also answer from its database. */
export function healthPages(isReady: () => Promise<unknown>): Page[] {
  return [
    { path: '/healthz', answer: () => ({ body: 'ok', contentType: PLAIN }) },
    {
      path: '/readyz',
      async answer() {
        await isReady()
        return { body: 'ready', contentType: PLAIN }
      },
    },
  ]
}
