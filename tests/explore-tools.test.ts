import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { createKey } from '../src/service/keys/api-keys'
import { browse } from './support/browse'
import { explorePage } from './support/explore-page'
import { place, posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { until } from './support/until'

let app: TestApp
let page: Page
const tabs = browse(async () => {
  app = await createTestApp()
  await app.write(
    ...Array.from({ length: 44 }, (_, index) =>
      posting({
        title: `Nurse ${index + 1}`,
        organization: index === 0 ? 'General Hospital' : '=Acme, "Care"',
        date_posted: new Date(Date.UTC(2026, 0, 14) - index * 3_600_000).toISOString(),
      }),
    ),
    posting({ title: 'Welder', employment_type: ['PART_TIME'], organization: 'Gears' }),
    posting({ title: 'Nurse in Austin', locations: [place('Austin', 'TX', 'US')] }),
  )
  app.clock.advance(3_600_000)
  return app
})
beforeEach(async () => {
  page = await tabs.open()
})
afterEach(tabs.close)

async function open(query = '', ready = '#trend svg', key = app.key): Promise<void> {
  await page.addInitScript(`sessionStorage.setItem('key', '${key}')`)
  await page.goto(`${tabs.origin}/explore${query}`)
  await page.waitForSelector(ready)
}

const { textsOf, query, waitForHeading, rateLimitOnce } = explorePage(() => page)

describe('the numbers beside the filters', () => {
  test('are those of the search, and no number stands where there are no jobs', async () => {
    await open('?title=nurse')
    expect(await textsOf('#region option:is([value=ON], [value=QC])')).toEqual([
      'Ontario (44)',
      'Quebec',
    ])
    expect(await textsOf('#pay option')).toEqual([
      'With or without pay',
      'With pay',
      'Without pay (44)',
    ])
    expect(await page.locator('#trend rect.new').count()).toBe(31)
    expect(await textsOf('#trend .axis')).toEqual(['44 a day', '16 December15 January'])
    await page.selectOption('#pay', 'false')
    await until(async () => query() === '?title=nurse&pay=false')
    expect(await textsOf('#pay option')).toEqual(['With or without pay', 'With pay', 'Without pay'])
    await page.selectOption('#pay', '')
    await page.fill('#title', 'welder')
    await page.keyboard.press('Enter')
    await page.locator('#types label', { hasText: 'Part time1' }).waitFor()
    expect(await textsOf('#region option[value=ON]')).toEqual(['Ontario (1)'])
  })

  test('of a sample are estimates of the whole, and said to be', async () => {
    await page.route('**/explore/facets?*', async (route) => {
      const response = await route.fetch()
      const facets = { ...(await response.json()), is_sample: true, counted: 22 }
      await route.fulfill({ response, json: { ...facets, regions: { ON: 11 } } })
    })
    await open('?title=nurse')
    expect(await textsOf('#region option[value=ON]')).toEqual(['Ontario (≈ 22)'])
    expect(await textsOf('#facets-note')).toEqual(['Estimated from a sample of 22 jobs.'])
  })

  test('are not known when a sample has none of the jobs', async () => {
    await page.route('**/explore/facets?*', async (route) => {
      const response = await route.fetch()
      const none = { is_sample: true, counted: 0, regions: {}, sources: {}, types: {} }
      await route.fulfill({ response, json: { ...(await response.json()), ...none } })
    })
    await open('?title=nurse')
    expect(await textsOf('#facets-note')).toEqual([
      'A sample has none of these jobs: their numbers are not known.',
    ])
    expect(await textsOf('#region option[value=ON]')).toEqual(['Ontario'])
  })

  test('are left out when they cannot be counted, and the results stay', async () => {
    const problem = { title: 'Query timeout', status: 503, detail: 'it took too long' }
    await page.route('**/explore/facets?*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Content-Type': 'application/problem+json' },
        body: JSON.stringify(problem),
      }),
    )
    await open('?title=nurse', '#notice:not([hidden])')
    expect(await textsOf('#notice')).toEqual(['Query timeout: it took too long.'])
    expect(await page.locator('#cards > li').count()).toBe(20)
  })

  test('employers are proposed as one types', async () => {
    await open()
    await page.fill('#employer', 'hosp')
    await until(async () => {
      const names = await page
        .locator('#employers option')
        .evaluateAll((options) => options.map((option) => option.getAttribute('value')))
      return names.join() === 'General Hospital'
    })
  })
})

test('an empty result says which one filter to drop', async () => {
  await open('?title=welder&text=nurse&pay=false', '#without li >> nth=1')
  expect(await textsOf('#without li')).toEqual(['Without Words: 1 job', 'Without Title: 44 jobs'])
  await page.click('#without a')
  await waitForHeading('1 job')
  expect([query(), await textsOf('#without li')]).toEqual(['?title=welder&pay=false', []])
})

test('both countries are searched at once, and the fields say what that costs', async () => {
  await open('?title=nurse')
  await page.check('[name=country][value=both]')
  await waitForHeading('45 jobs')
  expect(query()).toBe('?country=both&title=nurse')
  expect(await textsOf('#reach-note')).toEqual(['Searches of both countries reach back 183 days.'])
  await page.selectOption('#region', 'TX')
  await waitForHeading('1 job')
  await page.click('#to-overview')
  await page.waitForSelector('.map path')
  expect(await page.locator('.map').count()).toBe(2)
  expect(await textsOf('.search-title h2')).toEqual([
    'nurse, Texas in Canada and the United States',
  ])
})

test('cards that were shown are shown again after a reload, and when one comes back', async () => {
  await open('?title=nurse')
  await page.click('#next')
  await page.locator('#cards > li >> nth=39').waitFor()
  await page.reload()
  await page.locator('#cards > li >> nth=39').waitFor()
  expect(await page.locator('#cards > li').count()).toBe(40)
  await page.fill('#title', 'welder')
  await page.keyboard.press('Enter')
  await waitForHeading('1 job')
  await page.goBack()
  await waitForHeading('44 jobs')
  expect(await page.locator('#cards > li').count()).toBe(40)
})

test('searches are saved in the browser, and removed', async () => {
  await open('?title=nurse&region=ON')
  await page.click('#save')
  expect(await textsOf('#saved-list a')).toEqual(['nurse, Ontario in Canada'])
  await page.click('#clear')
  await waitForHeading('45 jobs')
  await page.reload()
  await page.waitForSelector('#trend svg')
  await page.click('#saved-list a')
  await waitForHeading('44 jobs')
  expect(query()).toBe('?title=nurse&region=ON')
  await page.click('#saved-list button')
  expect(await page.isVisible('#saved')).toBe(false)
  expect(await page.evaluate('localStorage.searches')).toBe('[]')
})

describe('an export', () => {
  const save = async (format: 'csv' | 'ndjson'): Promise<string> => {
    await page.click('#export')
    const download = page.waitForEvent('download')
    await page.click(`#export-${format}`)
    const file = await (await download).path()
    // Not text(), which drops the byte order mark.
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await Bun.file(file).bytes())
  }

  test('says what it costs, and has every job once, as CSV and as NDJSON', async () => {
    await open('?title=nurse')
    await page.click('#export')
    expect(await textsOf('#export-note')).toEqual([
      '44 jobs without descriptions. This uses 44 jobs and 1 request of your quota.',
    ])
    await page.keyboard.press('Escape')
    const lines = (await save('csv')).trimEnd().split('\r\n')
    expect(lines.length).toBe(45)
    expect(lines[0]).toStartWith('\uFEFFid,title,organization,places,')
    expect(lines[1]).toContain(',Nurse 1,General Hospital,')
    expect(lines[2]).toContain(',Nurse 2,"\'=Acme, ""Care""",')
    await page.locator('#export-state', { hasText: 'Saved 44 jobs.' }).waitFor()
    await page.click('#export-cancel')
    const jobs = (await save('ndjson')).trimEnd().split('\n')
    expect(new Set(jobs.map((job) => JSON.parse(job).title)).size).toBe(44)
  })

  test('shows how far it is after each page', async () => {
    await open('?title=nurse')
    const shown = Promise.withResolvers<void>()
    await page.route('**/explore/jobs?*limit=1000*', async (route) => {
      const url = route.request().url()
      if (url.includes('cursor=')) await shown.promise
      const response = await route.fetch({ url: url.replace('limit=1000', 'limit=30') })
      await route.fulfill({ response })
    })
    const progress = () =>
      page.evaluate<number[]>(
        `[document.querySelector('#export-progress')].map(({ value, max }) => [value, max]).flat()`,
      )
    await page.click('#export')
    await page.click('#export-csv')
    await page.locator('#export-state', { hasText: '30 of 44 jobs' }).waitFor()
    expect(await progress()).toEqual([30, 44])
    shown.resolve()
    await page.locator('#export-state', { hasText: 'Saved 44 jobs.' }).waitFor()
    expect(await progress()).toEqual([44, 44])
  })

  test('says what remains of the allowance, and is not offered when that is too little', async () => {
    const key = await createKey(app.database, 'limited', { jobsPerMonth: 150 })
    await open('?title=nurse', '#trend svg', key)
    const left = page.locator('#export-allowance')
    await page.click('#export')
    await left.getByText('Your key may read 130 more jobs until 1 February 2026.').waitFor()
    await page.click('#export-csv')
    await left.getByText('86 more jobs until 1 February 2026.').waitFor()
    await page.click('#export-ndjson')
    await left.getByText('42 more jobs until 1 February 2026: too few.').waitFor()
    expect(await page.isDisabled('#export-csv')).toBe(true)
  })

  test('of a feed has every job once', async () => {
    await open('?country=both&title=nurse')
    const jobs = (await save('ndjson')).trimEnd().split('\n')
    expect(new Set(jobs.map((job) => JSON.parse(job).id)).size).toBe(45)
  })

  test('tells why it stopped, and can be asked again', async () => {
    await open('?title=nurse')
    await rateLimitOnce('**/explore/jobs?*limit=1000*')
    await page.click('#export')
    await page.click('#export-csv')
    await page.locator('#export-state', { hasText: 'Try again in 7 s.' }).waitFor()
    await page.click('#export-csv')
    await page.locator('#export-state', { hasText: 'Saved 44 jobs.' }).waitFor()
  })
})

test('the first link skips to the results', async () => {
  await open('?title=nurse')
  await page.focus('#skip')
  await page.keyboard.press('Enter')
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('results-heading')
  for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Nurse 1')
})
