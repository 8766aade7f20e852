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
  }
}
