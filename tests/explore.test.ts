import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { collectorBoards } from '../src/catalogue/database/schema/collector'
import { browse } from './support/browse'
import { explorePage } from './support/explore-page'
import { place, posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { until } from './support/until'

const WIDTHS = [1280, 390]

let app: TestApp
let page: Page
const tabs = browse(async () => {
  app = await createTestApp()
  const nurses = Array.from({ length: 24 }, (_, index) =>
    posting({
      title: `Nurse ${index + 1}`,
      organization: index === 0 ? 'General Hospital' : 'Acme Care',
      apply_url: 'javascript:alert(1)',
      date_posted: new Date(Date.UTC(2026, 0, 14) - index * 3_600_000).toISOString(),
      description_html:
        '<h2 style="color: red">The role</h2><p onclick="alert(1)">You <b>c</b>are.</p><style>p { color: red }</style><script>alert(1)</script>',
    }),
  )
  await app.write(
    ...nurses,
    posting({ title: 'Welder', employment_type: ['PART_TIME'] }),
    posting({ title: 'Baker', locations: [place('Austin', 'TX', 'US')] }),
  )
  await app.database.db.insert(collectorBoards).values({
    source: 'greenhouse',
    slug: 'acme',
    settings: {},
    addedAt: app.clock.now(),
    failures: 3,
    nextDue: new Date(app.clock.now().getTime() - 1),
    intervalSeconds: 3_600,
  })
  app.clock.advance(3_600_000)
  return app
})
beforeEach(async () => {
  page = await tabs.open()
})
afterEach(tabs.close)

/** Opens the page with the key in the tab, and waits for its results or figures. */
async function open(query = ''): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/below/explore${query}`)
  await page.waitForSelector(
    query.includes('view=overview') ? '.map path' : '#cards > li, .error p',
  )
}

const { textOf, textsOf, focused, query, waitForHeading, rateLimitOnce } = explorePage(() => page)

describe('the key', () => {
  test('of the address is taken, and the address forgotten', async () => {
    await page.goto(`${tabs.origin}/explore?title=nurse#key=${app.key}`)
    await waitForHeading('24 jobs')
    expect(page.url()).toBe(`${tabs.origin}/explore?title=nurse`)
    await page.reload()
    await waitForHeading('24 jobs')
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}')
    await page.evaluate("location.hash = '#key=jc_unknown'")
    await page.locator('#key-error', { hasText: 'does not know this key' }).waitFor()
    expect(page.url()).toBe(`${tabs.origin}/explore?title=nurse`)
    await page.goBack({ waitUntil: 'commit' })
    expect(page.url()).not.toContain('jc_')
  })

  test('is remembered on this device by choice alone, also for the Swagger page, until it is forgotten', async () => {
    await page.goto(`${tabs.origin}/explore`)
    await page.keyboard.insertText(app.key)
    await page.check('#remember')
    await page.click('#key-form [type=submit]')
    await page.waitForSelector('#cards > li')
    const openTab = async (path: string, ready: string) => {
      const tab = await page.context().newPage()
      await tab.goto(`${tabs.origin}${path}`)
      await tab.waitForSelector(ready)
      return tab
    }
    await (await openTab('/swagger', '.btn.authorize.locked')).close()
    const tab = await openTab('/explore', '#cards > li')
    await tab.click('#change-key')
    expect(await tab.inputValue('#key')).toBe(app.key)
    expect(await tab.isChecked('#remember')).toBe(true)
    await tab.uncheck('#remember')
    await tab.click('#key-form [type=submit]')
    expect(await tab.evaluate('localStorage.length')).toBe(0)
    expect(await tab.evaluate("sessionStorage.getItem('key')")).toBe(app.key)
  })

  test('is asked for, told when it is unknown, kept in the tab alone, and shared with the Swagger page', async () => {
    await page.goto(`${tabs.origin}/`)
    expect(page.url()).toBe(`${tabs.origin}/explore`)
    expect(await focused()).toBe('key')
    await page.keyboard.insertText('jc_unknown')
    await page.keyboard.press('Enter')
    await page.locator('#key-error', { hasText: 'does not know this key' }).waitFor()
    expect(await page.inputValue('#key')).toBe('jc_unknown')
    // It is selected: the next one replaces it.
    await page.keyboard.insertText(app.key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cards > li')
    expect(await page.evaluate('JSON.stringify(localStorage)')).toBe('{}')
    await page.reload()
    await page.waitForSelector('#cards > li')
    expect(page.url()).not.toContain('jc_')

    await page.click('text=API >> nth=0')
    await page.waitForSelector('.btn.authorize.locked, .btn.authorize .locked')
  })

  test('is asked for again when the form was closed', async () => {
    await page.goto(`${tabs.origin}/explore`)
    await page.keyboard.press('Escape')
    await page.locator('#results-note', { hasText: 'Enter an API key' }).waitFor()
    await until(async () => (await focused()) === 'text')
    await page.keyboard.insertText('nurse')
    await page.keyboard.press('Enter')
    await until(async () => (await focused()) === 'key')
    await page.keyboard.insertText(app.key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('#cards > li')
    expect(await focused()).toBe('text')
  })
})

describe('a search', () => {
  test('that finds nothing shows the notices of the service, with the suggestion as a link', async () => {
    await app.prepare()
    await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
    await page.goto(`${tabs.origin}/explore?title=nruse`)
    const link = page.locator('#notices a', { hasText: /^Search for nurse$/ })
    await link.waitFor()
    expect(await textsOf('#notices li')).toEqual([
      "No job has 'nruse'; did you mean nurse? Search for nurse",
    ])
    await link.click()
    await page.waitForSelector('#cards > li')
    expect(query()).toBe('?title=nurse')
    expect(await textsOf('#notices li')).toEqual([])

    await page.goto(`${tabs.origin}/explore?city=Tornto`)
    await page.locator('#notices a').waitFor()
    expect(await textsOf('#notices li')).toEqual([
      "No job is in 'Tornto'; did you mean Toronto, Ontario? Search for Toronto, Ontario",
    ])
  })

  test('with a place in its text links to the search with the place', async () => {
    await app.prepare()
    await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
    await page.goto(`${tabs.origin}/explore?title=${encodeURIComponent('welder jobs in Toronto')}`)
    const link = page.locator('#notices a', { hasText: /^Search for welder, Toronto$/ })
    await link.click()
    await page.waitForSelector('#cards > li')
    expect(query()).toBe('?title=welder&city=Toronto')
  })

  test('with hours in its text links to the search with the type', async () => {
    await app.prepare()
    await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
    await page.goto(`${tabs.origin}/explore?title=${encodeURIComponent('part time welder')}`)
    const link = page.locator('#notices a', { hasText: /^Search for welder, Part time$/ })
    await link.click()
    await page.waitForSelector('#cards > li')
    expect(query()).toBe('?title=welder&types=PART_TIME')
  })

  test('shows cards by Enter, more by next_cursor, and is in the address', async () => {
    await open()
    await page.fill('#title', 'nurse')
    await page.keyboard.press('Enter')
    await waitForHeading('24 jobs')
    expect(query()).toBe('?title=nurse')
    expect(await textsOf('#cards h3')).toEqual(
      Array.from({ length: 20 }, (_, index) => `Nurse ${index + 1}`),
    )
    const request = page.waitForRequest((request) => request.url().includes('cursor='))
    await page.click('#next')
    expect((await request).url()).toContain('/below/explore/jobs?')
    await page.locator('#cards h3', { hasText: 'Nurse 24' }).waitFor()
    expect(await page.locator('#cards > li').count()).toBe(24)
    expect(await page.locator('#next').isVisible()).toBe(false)
    await until(async () => (await focused()) === 'Nurse 21')
    expect(await page.isVisible('#notice')).toBe(false)

    await page.fill('#title', 'welder')
    await page.keyboard.press('Enter')
    await waitForHeading('1 job')
    await page.goBack()
    await waitForHeading('24 jobs')
    expect(await page.inputValue('#title')).toBe('nurse')
  })

  test('keeps its cards when the next page fails, tells why, and can be asked again', async () => {
    await open('?title=nurse')
    await rateLimitOnce('**/explore/jobs?*cursor=*')
    await page.click('#next')
    await page.locator('#notice', { hasText: 'too many requests. Try again in 7 s.' }).waitFor()
    expect(await page.locator('#cards > li').count()).toBe(20)
    await page.click('#next')
    await page.locator('#cards h3', { hasText: 'Nurse 24' }).waitFor()
    expect(await page.isVisible('#notice')).toBe(false)
  })

  test('is sent after a pause in typing, once, and an answer that comes late is dropped', async () => {
    await open()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    // In one turn of the page, so that no pause is longer than that after which it searches.
    await page.evaluate(`(() => {
        const box = document.querySelector('#text')
        for (let length = 1; length <= 6; length += 1) {
          box.value = 'welder'.slice(0, length)
          box.dispatchEvent(new Event('input', { bubbles: true }))
        }
      })()`)
    await waitForHeading('1 job')
    expect(await textsOf('#cards h3')).toEqual(['Welder'])
    expect(query()).toBe('?text=welder')
    const paths = asked.map((url) => new URL(url)).map(({ pathname }) => pathname)
    // Some versions of Chromium ask for the icon now.
    const searches = paths.filter((path) => !path.endsWith('.svg'))
    expect(searches.toSorted()).toEqual([
      '/below/explore/count',
      '/below/explore/facets',
      '/below/explore/jobs',
    ])

    const late = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route('**/explore/count?*q=nurse', async (route) => {
      await late.promise
      await route.continue().catch(() => undefined)
      answered.resolve()
    })
    const outdated = page.waitForRequest((request) => request.url().endsWith('q=nurse'))
    await page.fill('#text', 'nurse')
    await outdated
    await page.fill('#text', 'zebra')
    await waitForHeading('0 jobs')
    late.resolve()
    await answered.promise
    expect(await textOf('#results-heading')).toBe('0 jobs')
    // What was typed is one step back.
    await page.goBack()
    await waitForHeading('25 jobs')
    expect(await page.inputValue('#text')).toBe('')
  })

  test('is sent at once by a choice, and stays after a reload; the open job stays too', async () => {
    await open('?title=nurse')
    await page.click('#cards h3 >> text="Nurse 2"')
    await page.waitForSelector('.description h3')
    await page.selectOption('#pay', 'false')
    await page.locator('#active-filters', { hasText: '(2)' }).waitFor({ state: 'attached' })
    await until(async () => (await page.title()) === 'Nurse 2 - Job Catalogue')
    expect(query()).toMatch(/^\?title=nurse&pay=false&job=\d+$/)
    await page.check('[name=types][value=PART_TIME]')
    await waitForHeading('0 jobs')
    await page.reload()
    await waitForHeading('0 jobs')
    expect(await page.isChecked('[name=types][value=PART_TIME]')).toBe(true)
    expect(await textOf('#pane-heading')).toBe('Nurse 2')
    await page.uncheck('[name=types][value=PART_TIME]')
    await waitForHeading('24 jobs')
  })

  test('that is not finished keeps the results of the one before, marked, and the cursor in its field', async () => {
    await open('?title=nurse')
    await page.focus('#text')
    await page.keyboard.insertText('"zebra')
    await page.locator('#text-error p', { hasText: 'expected' }).waitFor()
    expect(await focused()).toBe('text')
    expect(await page.locator('[data-outdated] #cards > li').count()).toBe(20)
    expect(await textOf('#results-heading')).toBe('Earlier results')
    await page.keyboard.insertText('"')
    await waitForHeading('0 jobs')
    expect(await textOf('#text-error')).toBe('')
    expect(await page.locator('[data-outdated]').count()).toBe(0)
  })

  test('that is awaited says so, above rows or above the earlier results', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/explore/jobs?*', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
    await page.goto(`${tabs.origin}/explore?title=nurse`)
    await waitForHeading('Searching…')
    const { height } = (await page.locator('#cards[aria-busy]').boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThan(300)
    answer.resolve()
    await waitForHeading('24 jobs')
    expect(await page.locator('[aria-busy]').count()).toBe(0)
  })

  test('shows an error at its position, and searches the corrected text', async () => {
    await open('?syntax=advanced&text=nurse+1')
    expect(await textOf('#text-error mark')).toBe('1')
    expect(await textOf('#text-error p')).toStartWith(
      "expected '&' or '|' before '1' at position 7",
    )
    expect(await focused()).toBe('text')
    expect(await textOf('#results-note')).toBe('See the error at Words.')
    expect(
      await page.evaluate(
        '[document.activeElement.selectionStart, document.activeElement.selectionEnd]',
      ),
    ).toEqual([6, 7])
    await page.click('.correction')
    await waitForHeading('1 job')
    expect([await page.inputValue('#text'), await textOf('#text-error')]).toEqual(['nurse & 1', ''])
    expect(await textOf('#results-note')).toBe('End of the results.')
  })

  test('corrects an advanced text from its message', async () => {
    await open(`?text=${encodeURIComponent('nurse NOT (1 OR 2)')}&syntax=advanced`)
    await page.click('.correction')
    await waitForHeading('22 jobs')
    expect(await page.inputValue('#text')).toBe('nurse & !(1 | 2)')
  })

  test('by employer and by place, type, pay and country', async () => {
    await open('?employer=general+hospital')
    expect(await textsOf('#cards h3')).toEqual(['Nurse 1'])
    expect(await textOf('#window-note')).toMatch(/^First collected from .* reach back 183 days\./)
    expect(await page.locator('#window option').first().textContent()).toBe('183 days')
    await open('?employer=general+hospital&window=7d')
    expect(await textOf('#window-note')).toMatch(/^First collected from [^.]* UTC\.$/)
    await open('?city=Toronto&region=ON&types=PART_TIME&pay=false')
    expect(await textsOf('#cards h3')).toEqual(['Welder'])
    expect(await textOf('#window-note')).toBe('')
    expect(await page.locator('#window option').first().textContent()).toBe('Any time')
    await page.check('[name=country][value=US]')
    await page.locator('#results-note', { hasText: 'No job matches' }).waitFor()
    await page.click('#clear')
    await page.locator('#cards h3', { hasText: 'Baker' }).waitFor()
    expect(query()).toBe('?country=US')
    expect(await page.locator('#region option').count()).toBe(57)
  })
})

describe('a job', () => {
  test.each(WIDTHS)(
    'is open beside the results, or alone on a narrow window: %d',
    async (width) => {
      await page.setViewportSize({ width, height: 800 })
      await open('?title=nurse')
      await page.click('#cards h3 >> text="Nurse 2"')
      await page.waitForSelector('.description h3')
      expect(await textOf('.description')).toBe('The roleYou care.')
      expect(await page.locator('.description [onclick], .description [style]').count()).toBe(0)
      expect(await textsOf('.links a')).toEqual(['Open the posting ↗'])
      expect(await textOf('#pane-heading')).toBe('Nurse 2')
      expect(await focused()).toBe('pane-heading')
      expect(await page.isVisible('#cards')).toBe(width === 1280)
      expect(query()).toMatch(/^\?title=nurse&job=\d+$/)
      await page.keyboard.press('Escape')
      await until(async () => (await focused()) === 'Nurse 2')
      expect([await page.isVisible('#cards'), query()]).toEqual([true, '?title=nurse'])
      await page.goBack()
      await page.locator('#pane-heading', { hasText: 'Nurse 2' }).waitFor()
      await page.goBack()
      await page.locator('#cards').waitFor()
    },
  )

  test('has the words of the search marked, in its title, employer and text, across bold letters', async () => {
    const marked = () =>
      page.evaluate<string[]>(
        "Array.from(CSS.highlights.get('match') ?? [], (range) => range.toString().toLowerCase())",
      )
    await open('?text=nurse+OR+"you+care"+-welder')
    await page.waitForSelector('#trend svg')
    expect(await marked()).toEqual(Array.from({ length: 20 }, () => 'nurse'))
    await page.click('#next')
    await page.locator('#cards > li >> nth=23').waitFor()
    expect((await marked()).length).toBe(24)
    await page.click('#cards h3 >> nth=0')
    await page.waitForSelector('.description h3')
    expect((await marked()).filter((text) => text !== 'nurse')).toEqual(['you care'])
    await page.fill('#text', 'acm* care')
    await page.keyboard.press('Enter')
    await page.locator('#results-heading', { hasText: '23 jobs' }).waitFor()
    await until(async () => (await marked()).filter((text) => text === 'acme').length === 20)
  })

  test('is gone to by j, k and the arrows, and the words by /', async () => {
    await open('?title=nurse')
    await page.keyboard.press('j')
    expect(await focused()).toBe('Nurse 1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('#pane-heading', { hasText: 'Nurse 2' }).waitFor()
    await page.keyboard.press('j')
    await page.locator('#pane-heading', { hasText: 'Nurse 3' }).waitFor()
    await until(async () => (await page.title()) === 'Nurse 3 - Job Catalogue')
    expect(await focused()).toBe('Nurse 3')
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('k')
    expect(await focused()).toBe('text')
    await page.keyboard.press('ArrowDown')
    await until(async () => (await focused()) === 'Nurse 1')
    await page.keyboard.press('/')
    expect([await focused(), await page.inputValue('#text')]).toEqual(['text', ''])
    await page.locator('#cards h3 a').last().focus()
    await page.keyboard.press('j')
    await until(async () => (await focused()) === 'Nurse 21')
    // The jobs that were gone through are one step back.
    await page.goBack()
    await waitForHeading('24 jobs')
    expect(query()).toBe('?title=nurse')
    await page.focus('#text')
    await page.keyboard.insertText('j/k')
    expect(await page.inputValue('#text')).toBe('j/k')
  })

  test('that is not there is told', async () => {
    await open('?job=999')
    await page.locator('#pane-content', { hasText: 'there is no job 999' }).waitFor()
  })
})

test('the requests are shown beside the results when asked for, follow the search, and are copied without the key', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('?text=welder')
  expect(await page.isVisible('#pane')).toBe(false)
  await page.click('#show-request')
  await page.waitForSelector('.requests pre')
  await page.fill('#text', 'nurse')
  await page.locator('.requests pre', { hasText: "'q=nurse'" }).waitFor()
  expect(query()).toBe('?view=request&text=nurse')
  await page.check('[name=language][value=Python]')
  await page.click('[aria-label="Copy: These results"]')
  await page.locator('.requests [role=status]', { hasText: 'Copied' }).waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain(`"${tabs.origin}/below/v1/jobs"`)
  expect(copied).toContain('"q": "nurse"')
  expect(await textOf('#pane-content')).not.toContain(app.key)
  expect(await textsOf('.requests pre')).toEqual([
    copied,
    expect.stringContaining('"time_frame": "1h"'),
    `${tabs.origin}/below/feeds/jobs.atom?country=CA&q=nurse&apiKey=FEED_KEY`,
  ])
  await page.check('[name=language][value=MCP]')
  const call = await textOf('.requests pre')
  expect(call).toStartWith(`curl -sS '${tabs.origin}/below/mcp'`)
  expect(call).toContain('"description": "nurse"')
  await page.click('[name=syntax][value=advanced]')
  await page.locator('.requests', { hasText: 'has no advanced syntax for' }).waitFor()
  expect(await textsOf('.requests pre')).toEqual([])
  await page.click('[name=syntax][value=plain]')
  await page.click('#show-request')
  await page.locator('#pane').waitFor({ state: 'hidden' })
  expect(query()).toBe('?text=nurse')
})

test('the overview leads from the map, by mouse, and from its table, by keyboard, to the jobs of a region', async () => {
  await open('?view=overview&country=US')
  expect(await textsOf('.map-table tbody tr')).toEqual(['Texas1'])
  const boards = page.locator('section[aria-label="Boards collected"] tbody tr')
  expect(await boards.allTextContents()).toEqual(['Greenhouse11001never'])
  expect(await textOf('.boards .notice')).toBe(
    'Failing or missing: 1 of 1 board. None was ever collected.',
  )
  expect(await textOf('#TX title')).toBe('Texas: 1 job')
  expect(await textsOf('.scale span')).toEqual(['0', '1', 'active jobs'])
  expect(await page.locator('.days .zero').count()).toBe(1)
  expect(await page.locator('.map path').count()).toBe(51)
  await page.click('.overview summary')
  expect((await textsOf('.overview details tbody tr'))[0]).toBe('15 January 202610')
  expect(await page.locator('.days rect.new').count()).toBe(31)
  await page.click('#TX')
  await waitForHeading('1 job')
  expect(query()).toBe('?country=US&region=TX')
  await page.click('#to-overview')
  await page.locator('#overview:not([aria-busy]) .map-table a').first().press('Enter')
  await waitForHeading('1 job')
})
