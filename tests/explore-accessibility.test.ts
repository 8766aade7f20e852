import { afterAll, beforeAll, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { collectorBoards } from '../src/database/schema/collector'
import { openBrowser } from './support/browser'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { timeLimit } from './support/until'

const LIMIT_MS = timeLimit(60_000)

let app: TestApp
let browser: Browser
let server: Bun.Server<undefined>
let page: Page

beforeAll(async () => {
  app = await createTestApp()
  const description_html = '<h2>The role</h2><p>You care.</p><ul><li>For people</li></ul>'
  await app.write(posting({ description_html }), posting({ description_html }))
  await app.database.db.insert(collectorBoards).values({
    source: 'greenhouse',
    slug: 'acme',
    settings: {},
    addedAt: app.clock.now(),
    nextDue: app.clock.now(),
    intervalSeconds: 3_600,
  })
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.handle })
  browser = await openBrowser()
}, LIMIT_MS)

afterAll(async () => {
  await browser?.close()
  await server?.stop(true)
  await app?.stop()
})

test.each([1280, 390])(
  'axe finds nothing in any view, light and dark, and nothing is cut off, in a window of %d',
  async (width) => {
    page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(timeLimit(30_000))
    await page.goto(`${server.url.origin}/explore`)
    await page.waitForSelector('#key')
    await page.evaluate(axe.source)
    await expectAccessible('the form of the key')
    await page.fill('#key', app.key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cards > li')
    await expectAccessible('results')
    await page.click('#cards h3 >> nth=0')
    await page.waitForSelector('.description h3')
    await expectAccessible('a job')
    await page.keyboard.press('Escape')
    await page.fill('#text', 'nurse NOT welder')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.mend')
    await expectAccessible('an error')
    await page.click('#to-overview')
    await page.locator('#notice', { hasText: 'write' }).waitFor()
    await expectAccessible('an error of the overview')
    await page.click('#to-search')
    await page.click('.mend')
    await page.locator('#results-heading', { hasText: '0 jobs' }).waitFor()
    await page.click('#clear')
    await page.waitForSelector('#trend svg')
    await page.click('#save')
    await expectAccessible('a saved search')
    await page.click('#export')
    await expectAccessible('the export')
    await page.keyboard.press('Escape')
    await page.click('#to-overview')
    await page.waitForSelector('.map path')
    await page.click('.overview summary')
    await expectAccessible('the overview')
    await page.close()
  },
  LIMIT_MS,
)

/** Reduced motion: colours that change slowly would be judged on their way. */
async function expectAccessible(view: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await page.evaluate<axe.AxeResults>(
      "axe.run({ resultTypes: ['violations'] })",
    )
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    expect([view, colorScheme, found]).toEqual([view, colorScheme, []])
    const shown = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect([view, shown]).toEqual([view, width])
  }
}
