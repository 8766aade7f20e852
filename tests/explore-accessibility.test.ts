import { afterEach, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { collectorBoards } from '../src/catalogue/database/schema/collector'
import { browse } from './support/browse'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'

let app: TestApp
let page: Page
const tabs = browse(async () => {
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
  return app
})
afterEach(tabs.close)

/** The choice is in a closed part of the form where the window is narrow. */
async function setSyntax(syntax: 'advanced' | 'plain'): Promise<void> {
  await page.evaluate(`document.querySelector('[name=syntax][value=${syntax}]').checked = true`)
}

test.each([1280, 390])(
  'axe finds nothing in any view, light and dark, and nothing is cut off, in a window of %d',
  async (width) => {
    page = await tabs.open({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    await page.goto(`${tabs.origin}/explore`)
    await page.waitForSelector('#key')
    await page.evaluate(axe.source)
    await expectAccessible('the form of the key')
    await page.fill('#key', app.key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cards > li')
    await expectAccessible('results')
    await page.click('#show-request')
    await page.waitForSelector('.requests pre')
    await expectAccessible('the requests')
    await page.keyboard.press('Escape')
    await page.click('#cards h3 >> nth=0')
    await page.waitForSelector('.description h3')
    await expectAccessible('a job')
    await page.keyboard.press('Escape')
    await setSyntax('advanced')
    await page.fill('#text', 'nurse NOT welder')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.correction')
    await expectAccessible('an error')
    await page.click('#to-overview')
    await page.locator('#notice', { hasText: 'write' }).waitFor()
    await expectAccessible('an error of the overview')
    await page.click('#to-search')
    await page.click('.correction')
    await page.locator('#results-heading', { hasText: '0 jobs' }).waitFor()
    await setSyntax('plain')
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
  },
)

test.each([1280, 390])(
  'by keyboard every control is reached, has a name and shows the focus, and none keeps it, in a window of %d',
  async (width) => {
    page = await tabs.open({ viewport: { width, height: 900 } })
    await page.goto(`${tabs.origin}/explore`)
    expect(await walk('#key')).toEqual([
      'textbox "Key"',
      'checkbox "Remember on this device"',
      'button "Use this key"',
      'button "Cancel"',
    ])
    await page.fill('#key', app.key)
    await page.focus('#key')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#trend svg')
    await page.evaluate(`document.querySelector('#more').open = true`)
    const results = await walk('#skip')
    expect(results[0]).toBe('link "Skip to the results"')
    for (const control of [
      'button "API key"',
      'radio "Canada"',
      'searchbox "Words"',
      'combobox "Province or territory"',
      'checkbox "Per diem"',
      'button "Export"',
    ]) {
      expect(results).toContain(control)
    }
    await page.locator('#cards h3 a >> nth=0').press('Enter')
    await page.waitForSelector('.description h3')
    expect(await walk('#skip')).toContain('link "Open the posting ↗"')
    await page.keyboard.press('Escape')
    await page.locator('#to-overview').press('Enter')
    await page.waitForSelector('.map path')
    expect(await walk('#skip')).toContain('link "Ontario"')
  },
)

test('the focus returns to what opened a form', async () => {
  page = await tabs.open()
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/explore`)
  await page.waitForSelector('#trend svg')
  for (const [opener, first] of [
    ['change-key', 'key'],
    ['export', 'export-heading'],
  ] as const) {
    await page.focus(`#${opener}`)
    await page.keyboard.press('Enter')
    await page.locator(`#${first}:focus`).waitFor()
    await page.keyboard.press('Escape')
    await page.locator(`#${opener}:focus`).waitFor()
  }
})

test('every choice fits its field', async () => {
  page = await tabs.open()
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/explore`)
  await page.waitForSelector('#trend svg')
  expect(await page.evaluate<string[]>(CUT_CHOICES)).toEqual([])
})

test('axe finds nothing in earlier results: while a text is not finished, and while an answer is awaited', async () => {
  page = await tabs.open({ reducedMotion: 'reduce' })
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/explore`)
  await page.waitForSelector('#trend svg')
  await page.evaluate(axe.source)
  await page.fill('#text', 'nurse "')
  await page.waitForSelector('[data-outdated] #cards > li')
  await expectAccessible('an unfinished text')
  const answer = Promise.withResolvers<void>()
  await page.route('**/explore/jobs?*q=nurse*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.fill('#text', 'nurse')
  await page.waitForSelector('#cards[aria-busy] > li')
  await expectAccessible('an answer is awaited')
  answer.resolve()
  await page.locator('#results-heading', { hasText: '0 jobs' }).waitFor()
})

/** What a select would need more room for than it has. */
const CUT_CHOICES = `[...document.querySelectorAll('#search-form select')].flatMap((select) => {
  const { width } = select.getBoundingClientRect()
  return [...select.options].map(({ text, dataset }) => dataset.name ?? text).filter((text) => {
    const copy = select.cloneNode()
    copy.style.width = 'max-content'
    copy.append(new Option(text))
    select.after(copy)
    const needed = copy.getBoundingClientRect().width
    copy.remove()
    return needed > width
  })
})`

/** More than the page has controls. */
const MAX_STEPS = 100

/** A control in a snapshot of Playwright, which knows no role of a `summary`. */
const NAMED = /^- '?([a-z]+ "[^"]+"|text: .+)/

/** Goes by Tab from a control to the end of the page; what had the focus, by role and name. */
async function walk(from: string): Promise<string[]> {
  await page.focus(from)
  const reached: string[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const focus = await page.evaluate<Focus | undefined>(FOCUS)
    // After the last control the focus is on the browser's own.
    if (focus === undefined) return reached
    const [, control = ''] = NAMED.exec(await page.locator(':focus').ariaSnapshot()) ?? []
    expect([focus.shown, control, focus.outline]).toEqual([
      focus.shown,
      expect.stringMatching(/./),
      'solid',
    ])
    reached.push(control)
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus did not leave the page: ${reached.join(', ')}`)
}

type Focus = { shown: string; outline: string }

/** What has the focus, with its outline, or that of what it labels, or of the card around it. */
const FOCUS = `(() => {
  const element = document.querySelector(':focus')
  if (element === null) return undefined
  const shown = [element, ...(element.nextElementSibling ? [element.nextElementSibling] : [])]
  const styles = shown.flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')])
  const outline = styles.map(({ outlineStyle }) => outlineStyle).find((style) => style !== 'none')
  return { shown: element.outerHTML.slice(0, 200), outline: outline ?? 'none' }
})()`

/** What axe judges by colours, in which alone the dark design differs from the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Reduced motion: colours that change slowly would be judged on their way. */
async function expectAccessible(view: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const rules = colorScheme === 'dark' ? { runOnly: COLOUR_RULES } : {}
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
    expect([view, colorScheme, found]).toEqual([view, colorScheme, []])
    const shown = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect([view, shown]).toEqual([view, width])
  }
}
