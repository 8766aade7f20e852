import type { Page } from 'playwright-core'

/** What the tests of /explore read of the page that is open. */
export function explorePage(page: () => Page) {
  return {
    textOf: async (selector: string) => (await page().locator(selector).textContent()) ?? '',
    textsOf: (selector: string) => page().locator(selector).allTextContents(),
    focused: () =>
      page().evaluate<string>('document.activeElement.id || document.activeElement.textContent'),
    query: () => new URL(page().url()).search,
    waitForHeading: (text: string) =>
      page()
        .locator('#results-heading', { hasText: new RegExp(`^${text}$`) })
        .waitFor(),
    /** The next answer of these addresses is that there are too many requests. */
    rateLimitOnce: (addresses: string) =>
      page().route(addresses, (route) => route.fulfill(RATE_LIMITED), { times: 1 }),
  }
}

const RATE_LIMITED = {
  status: 429,
  headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '7' },
  body: JSON.stringify({ title: 'Rate limited', status: 429, detail: 'too many requests' }),
}
