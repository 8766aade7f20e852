import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { browse } from './support/browse'
import { interfaceDocument } from './support/contract'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { until } from './support/until'

let app: TestApp
let page: Page
const tabs = browse(async () => {
  app = await createTestApp()
  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  app.clock.advance(3_600_000)
  return app
})

/** Swagger UI takes seconds to load, so tests share tabs. */
async function openTab(): Promise<void> {
  page = await tabs.open()
}

async function open(base = ''): Promise<void> {
  await page.goto(`${tabs.origin}${base}/swagger`)
  await page.waitForSelector('.opblock')
}

async function authorize(key: string): Promise<void> {
  await page.click('.btn.authorize')
  const bearer = page.locator('.auth-container', { hasText: 'bearer' })
  await bearer.locator('input').fill(key)
  await bearer.locator('button.authorize').click()
  await bearer.locator('button.btn-done').click()
}

function operation(operationId: string) {
  return page.locator(`.opblock[id$="-${operationId}"]`)
}

async function openOperation(operationId: string) {
  const block = operation(operationId)
  if (!(await block.locator('.execute').isVisible())) {
    await block.locator('.opblock-summary-control').click()
    await block.locator('.execute').waitFor()
  }
  return block
}

/** Executes an operation, and reads the address of the request and the status and the body that the page shows. */
async function execute(operationId: string, values: Record<string, string> = {}) {
  const block = await openOperation(operationId)
  for (const [name, value] of Object.entries(values)) {
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value)
  }
  const response = page.waitForResponse((response) => response.url().includes('/v1/'))
  await block.locator('.execute').click()
  const url = (await response).url()
  // The page goes on showing the response before until it has read this one.
  await block.locator('.request-url', { hasText: url }).waitFor()
  const status = String((await response).status())
  const shown = block.locator('.live-responses-table tbody tr').first()
  await shown.locator('.response-col_status', { hasText: status }).waitFor()
  return {
    url,
    status: (await shown.locator('.response-col_status').textContent()) ?? '',
    body: (await shown.locator('.highlight-code').first().textContent()) ?? '',
  }
}

/** The brightest colour channel of the background; a page without one is white. */
const BRIGHTNESS = `(() => {
  const colors = [document.body, document.documentElement]
    .map((element) => getComputedStyle(element).backgroundColor)
  const [shown = 'rgb(255, 255, 255)'] = colors.filter((color) => color !== 'rgba(0, 0, 0, 0)')
  return Math.max(...shown.match(/\\d+/g).slice(0, 3))
})()`

/** Expects the links to the other pages, and a dark design when the browser asks for one. */
async function expectLinksAndDark(): Promise<void> {
  const links = await page.evaluate(
    "Array.from(document.querySelectorAll('.top nav a'), (link) => link.href)",
  )
  expect(await page.locator('.top .brand').textContent()).toBe(' Job Catalogue')
  expect(links).toEqual(
    ['explore', 'swagger', 'search-syntax', 'problems'].map(
      (name) => `${tabs.origin}/below/${name}`,
    ),
  )
  await page.emulateMedia({ colorScheme: 'light' })
  await until(async () => (await page.evaluate<number>(BRIGHTNESS)) === 255)
  await page.emulateMedia({ colorScheme: 'dark' })
  await until(async () => (await page.evaluate<number>(BRIGHTNESS)) < 50)
}

const pageWidth = () => page.evaluate('document.documentElement.scrollWidth')

test('the page searches with a key that it keeps over a reload, in the tab alone, and shows what is wrong', async () => {
  await openTab()
  await open()
  expect((await execute('getJobs')).status).toStartWith('401')
  await page.click('.btn.authorize')
  expect(await page.locator('.modal-ux-content').textContent()).toContain(
    'This page keeps it until you close the tab.',
  )
  await page.click('.btn-done')
  await authorize(app.key)
  expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}')
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).toContain(app.key)
  await page.reload()
  await page.waitForSelector('.opblock')

  const found = await execute('getJobs', { q: 'nurse' })
  expect(found.status).toStartWith('200')
  expect(found.body).toContain('"title": "Nurse"')
  expect(found.body).not.toContain('Welder')

  const refused = await execute('getJobs', { q: '"nurse' })
  expect(refused.status).toStartWith('400')
  expect(refused.body).toMatch(/q: expected .* to close .* at position 1/)

  page = await page.context().newPage()
  await open()
  expect((await execute('getStats')).status).toStartWith('401')
  await tabs.close()
})

describe('every operation, executed as it stands below a path, with a key that was typed as the form opened', () => {
  const executed = new Map<string, Executed>()
  beforeAll(async () => {
    await openTab()
    await open('/below')
    await page.click('.btn.authorize')
    await page.keyboard.insertText(app.key)
    await page.keyboard.press('Enter')
    await page.click('.btn-done')
    for (const { get } of Object.values(interfaceDocument.paths)) {
      const { status, url } = await execute(get.operationId)
      const rows = operation(get.operationId).locator('tr[data-param-name]')
      const parameters = await rows.evaluateAll((all) =>
        all.map((row): [string, string] => [
          row.getAttribute('data-param-name') ?? '',
          row.textContent ?? '',
        ]),
      )
      executed.set(get.operationId, { status, url, parameters })
      // The page draws all that is open again at every turn.
      await operation(get.operationId).locator('.opblock-summary-control').click()
    }
  })
  afterAll(tabs.close)

  interface Executed {
    status: string
    url: string
    /** Names and texts of the rows. */
    parameters: [string, string][]
  }

  test('answers, at an address below the path without the key', () => {
    expect(executed.size).toBe(Object.keys(interfaceDocument.paths).length)
    for (const [operationId, { status, url }] of executed) {
      expect([operationId, status.slice(0, 3)]).toEqual([operationId, '200'])
      expect(url).toStartWith(`${tabs.origin}/below/v1/`)
      expect(url).not.toContain(app.key)
    }
    expect(executed.get('getStats')?.url).toBe(`${tabs.origin}/below/v1/stats?country=CA`)
  })

  test.each([
    ['getChanges', 500, ['country', 'since', 'limit']],
    ['getJobs', 100, ['country', 'q', 'title', 'limit']],
    ['getActiveAts', 100, ['time_frame', 'country', 'title', 'location', 'limit']],
  ])(
    '%s asks for a page of three, and shows common parameters first',
    (operationId, size, first) => {
      const { url = '', parameters = [] } = executed.get(operationId) ?? {}
      expect(new URL(url).searchParams.get('limit')).toBe('3')
      expect(new Map(parameters).get('limit')).toContain(
        `The default is ${size}; this page fills in 3.`,
      )
      expect(parameters.slice(0, first.length).map(([name]) => name)).toEqual(first)
    },
  )
})

describe('the page', () => {
  beforeAll(async () => {
    await openTab()
    await open('/below')
  })
  afterAll(tabs.close)

  test('leads to the other pages, and is dark when the browser is', expectLinksAndDark)

  test('the focus is where it was after the form of the keys is closed', async () => {
    const focused = () => page.evaluate<string>('document.activeElement.className')
    const opener = page.locator('.btn.authorize')
    await opener.focus()
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.click('.btn-done'),
      () => page.click('.close-modal'),
    ]) {
      await page.keyboard.press('Enter')
      await page.waitForSelector('.modal-ux')
      const first = "document.querySelector('.auth-container input') === document.activeElement"
      await until(() => page.evaluate<boolean>(first))
      expect(await page.locator('.auth-container h4').allTextContents()).toEqual([
        expect.stringContaining('bearer'),
        expect.stringContaining('apiKey'),
      ])
      expect(await focused()).not.toContain('authorize')
      await close()
      await page.waitForSelector('.modal-ux', { state: 'detached' })
      await until(async () => (await focused()).includes('btn authorize'))
    }
  })

  test.each(['light', 'dark'] as const)(
    'axe finds nothing, %s: closed, with an operation and the schemas open, and in the form of the keys',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(axe.source)
      const expectAccessible = async (view: string) => {
        // Colours that change slowly would be judged on their way.
        await page.evaluate(
          'Promise.allSettled(document.getAnimations().map(({ finished }) => finished))',
        )
        // The dark design differs from the light one in its colours alone.
        const rules = colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}
        const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
        const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(${options})`)
        const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
        expect([view, found]).toEqual([view, []])
      }
      await expectAccessible('closed')
      await openOperation('getActiveAts')
      await page.locator('section.models button').first().click()
      await expectAccessible('open')
      await page.click('.btn.authorize')
      await page.waitForSelector('.modal-ux')
      await expectAccessible('keys')
      await page.keyboard.press('Escape')
      await page.locator('section.models button').first().click()
    },
  )

  test('the key is asked for in the first screen', async () => {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 600 })
      const button = await page.locator('.btn.authorize').boundingBox()
      expect((button?.y ?? 600) + (button?.height ?? 0)).toBeLessThan(600)
    }
  })

  test('answers are shown by examples', async () => {
    const block = await openOperation('getActiveAts')
    const answer = (status: number) =>
      block.locator(`.response[data-code="${status}"] .highlight-code`)
    expect(await answer(200).textContent()).toContain('"title": "Registered Nurse, Nights"')
    expect(await answer(504).textContent()).toContain('"title": "Query timeout"')
  })

  test.each([1280, 390])('is not wider than a window of %d', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await openOperation('getActiveAts')
    expect(await pageWidth()).toBe(width)
  })

  test('a large body is plain text, so that the page stays quick', async () => {
    const job = JSON.stringify({ id: 1, title: 'Nurse', organization_url: null, active: true })
    const body = `[${Array.from({ length: 5_000 }, () => job)}]`
    await page.route('**/v1/modified-ats?*', (route) =>
      route.fulfill({ body, contentType: 'application/json' }),
    )
    const found = await execute('getModifiedAts')
    expect(found.status).toStartWith('200')
    expect(found.body.length).toBeGreaterThan(body.length)
    expect(
      await operation('getModifiedAts').locator('.live-responses-table *').count(),
    ).toBeLessThan(1_000)
  })
})

describe('other pages', () => {
  beforeAll(openTab)
  afterAll(tabs.close)

  /** Expects that a link leads to the page of the interface; the page itself is not waited for. */
  async function expectLeadsBack(): Promise<void> {
    const opened = page.waitForResponse(`${tabs.origin}/below/swagger`)
    await page.click('text=The interface')
    expect((await opened).status()).toBe(200)
    await page.waitForURL(`${tabs.origin}/below/swagger`, { waitUntil: 'commit' })
  }

  test.each(['/explore', '/search-syntax', '/problems', '/problems/not-found'])(
    '%s leads to the other pages, and is dark when the browser is',
    async (path) => {
      await page.goto(`${tabs.origin}/below${path}`)
      await page.waitForSelector('main')
      await expectLinksAndDark()
    },
  )

  test('problem pages load nothing from elsewhere and lead back', async () => {
    await page.goto(`${tabs.origin}/below/problems`)
    await page.click('text=Invalid request')
    await expectLeadsBack()
  })

  test.each([1280, 390])(
    'the search syntax is not wider than a window of %d, and leads back',
    async (width) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${tabs.origin}/below/search-syntax`)
      await page.waitForSelector('text=length of a filter')
      expect(await pageWidth()).toBe(width)
      await expectLeadsBack()
    },
  )
})

describe('its addresses', () => {
  const get = (target: string) => app.handle(new Request(`http://localhost${target}`))

  test('it may load nothing from elsewhere', async () => {
    const response = await get('/swagger')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  test('the document is there without a key, and not sent again to who has it', async () => {
    const response = await get('/swagger/json')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.0.0' },
      servers: [{ url: 'http://localhost' }],
    })
    const etag = response.headers.get('etag') ?? ''
    const again = new Request('http://localhost/swagger/json', {
      headers: { 'if-none-match': etag },
    })
    expect((await app.handle(again)).status).toBe(304)
  })

  test('every link of the document leads somewhere', async () => {
    const text = await (await get('/swagger/json')).text()
    const { externalDocs } = JSON.parse(text)
    const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
    for (const link of new Set([externalDocs.url, ...links])) {
      const { origin, pathname } = new URL(link)
      expect([link, origin, (await get(pathname)).status]).toEqual([link, 'http://localhost', 200])
    }
  })

  test.each([
    ['/swagger/page.css', 'text/css; charset=utf-8'],
    ['/swagger/page.js', 'text/javascript; charset=utf-8'],
    ['/swagger/accessible.js', 'text/javascript; charset=utf-8'],
    ['/swagger/icon.svg', 'image/svg+xml'],
    ['/swagger/swagger-ui.css', 'text/css; charset=utf-8'],
    ['/swagger/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/problems/page.css', 'text/css; charset=utf-8'],
  ])('%s is %s', async (path, contentType) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType])
    expect((await response.text()).length).toBeGreaterThan(100)
  })
})
