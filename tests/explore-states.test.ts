import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browse } from './support/browse'
import { explorePage } from './support/explore-page'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { until } from './support/until'

let app: TestApp
let page: Page
const tabs = browse(async () => {
  app = await createTestApp()
  return app
})
beforeEach(async () => {
  page = await tabs.open()
})
afterEach(tabs.close)

const { textOf, textsOf, query, waitForHeading } = explorePage(() => page)

async function open(search = '', heading = '24 jobs'): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/explore${search}`)
  await waitForHeading(heading)
}

test('a catalogue without jobs says how it is filled, in place of a search that could find more', async () => {
  await open('?title=nurse', '0 jobs')
  await page.locator('#results-note pre').waitFor()
  expect(await textOf('#results-note')).toBe(
    'The catalogue has no jobs yet. Its operator fills it with these two commands:' +
      'bun run boards add --starter --limit 500\nCOLLECT_CONTACT=you@example.com bun run collect',
  )
  const nurses = Array.from({ length: 24 }, (_, index) => posting({ title: `Nurse ${index + 1}` }))
  await app.write(...nurses)
  await app.prepare()
  await page.reload()
  await waitForHeading('24 jobs')
  expect(await textOf('#results-note')).toBe('')
})

test('without the service the results stay, the page says since when, and it tries again', async () => {
  await open()
  await page.context().setOffline(true)
  await page.fill('#text', 'nurse 7')
  const notice = page.locator('#notice', { hasText: /^The service cannot be reached since \d\d:/ })
  await notice.waitFor()
  expect(await textOf('#notice')).toMatch(/The results are of \d\d:\d\d\. Trying again every \d+ s/)
  expect(await textOf('#results-heading')).toBe('Earlier results')
  expect(await page.locator('#cards > li').count()).toBe(20)
  await page.context().setOffline(false)
  await waitForHeading('1 job')
  expect(await page.isVisible('#notice')).toBe(false)
})

test('a service that is stopped is asked again, without the visitor', async () => {
  await page.route('**/explore/count*', (route) => route.abort(), { times: 1 })
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
  await page.goto(`${tabs.origin}/explore`)
  await page.locator('#notice', { hasText: 'cannot be reached' }).waitFor()
  await waitForHeading('24 jobs')
  expect(await page.isVisible('#notice')).toBe(false)
})

test('a link with a key closes the form of the key', async () => {
  await page.goto(`${tabs.origin}/explore`)
  await page.waitForSelector('#key-dialog[open]')
  expect(await textOf('#key-dialog p >> nth=0')).toContain('bun run keys create NAME')
  await page.evaluate(`location.hash = '#key=${app.key}'`)
  await waitForHeading('24 jobs')
  expect(await page.locator('#key-dialog[open]').count()).toBe(0)
})

test('a search that finds nothing offers the suggested search, and the search without each filter', async () => {
  await open('?title=nruse', '0 jobs')
  expect(await textsOf('#notices a')).toEqual(['Search for nurse'])
  expect(await textsOf('#without a')).toEqual(['Without Title: 24 jobs'])
  expect(await textOf('#results-note')).toBe('No job matches.')
  await page.click('#notices a')
  await waitForHeading('24 jobs')
  expect([query(), await textsOf('#notices a, #without a')]).toEqual(['?title=nurse', []])
})

test('an error marks the word that it is about', async () => {
  await open()
  await page.fill('#text', 'nurse AND (')
  await page.keyboard.press('Enter')
  await until(async () => (await page.locator('#text-error mark').count()) === 1)
  expect(await textOf('#text-error mark')).toBe('AND')
  expect(await page.evaluate('getSelection().toString()')).toBe('AND')
})

test('an arrangement is said once', async () => {
  await app.write(
    posting({ title: 'Both', location_type: 'TELECOMMUTE', work_arrangement: 'remote' }),
    posting({ title: 'One', location_type: 'TELECOMMUTE' }),
  )
  for (const title of ['Both', 'One']) {
    await open(`?title=${title}`, '1 job')
    await page.click('#cards h3')
    await page.waitForSelector('.fact-list')
    expect(await textsOf('.fact-list dt, .fact-list dd')).toContainEqual('Arrangement')
    expect((await textOf('.fact-list >> nth=0')).match(/Remote/g)).toEqual(['Remote'])
  }
})
