import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { PayUnit } from '../src/values/vocabulary'
import { browse } from './support/browse'
import { explorePage } from './support/explore-page'
import { place, posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'
import { until } from './support/until'

let app: TestApp
let page: Page
const tabs = browse(async () => {
  app = await createTestApp()
  const welder = { title: 'Welder', external_id: 'welder', url: 'https://acme.example/welder' }
  await app.write(posting(welder), posting({ title: 'Painter', description_text: 'You paint.' }))
  app.clock.advance(86_400_000)
  const description_text = 'You bake.'
  await app.write(
    posting({ ...welder, salary: pay(40, 45) }),
    posting({ title: 'Nurse', source: 'lever', salary: pay(27.5, 31), work_arrangement: 'hybrid' }),
    posting({ title: 'Cook', source: 'workday', location_type: 'TELECOMMUTE' }),
    ...(['Toronto', 'Ottawa', 'London'] as const).map((city) =>
      posting({ title: 'Baker', description_text, locations: [place(city, 'ON', 'CA')] }),
    ),
    posting({ title: 'Pilot', salary: pay(90_000, 90_000, 'YEAR') }),
  )
  app.clock.advance(3_600_000)
  await app.prepare()
  return app
})
beforeEach(async () => {
  page = await tabs.open()
  await page.addInitScript(`sessionStorage.setItem('key', '${app.key}')`)
})
afterEach(tabs.close)

const { textOf, textsOf, query, waitForHeading } = explorePage(() => page)

function pay(minValue: number, maxValue: number, unitText: PayUnit = 'HOUR') {
  const value = { '@type': 'QuantitativeValue', minValue, maxValue, unitText } as const
  return { '@type': 'MonetaryAmount', currency: 'CAD', value } as const
}

async function open(search: string, heading: string): Promise<void> {
  await page.goto(`${tabs.origin}/explore${search}`)
  await waitForHeading(heading)
  await page.waitForSelector('#trend svg, #without li')
}

const titles = () => textsOf('#cards h3')

test('filters are chips that are taken away one by one', async () => {
  await open('?text=nurse&source=lever,workday&arrangement=hybrid&payAtLeast=30', '1 job')
  expect(await textsOf('#chips a')).toEqual([
    'Lever×',
    'Workday×',
    'Hybrid×',
    'at least 30 an hour×',
  ])
  expect(await page.getAttribute('#chips a >> nth=1', 'aria-label')).toBe('Remove: Workday')
  await page.click('#chips a >> nth=1')
  await until(() => query() === '?text=nurse&source=lever&arrangement=hybrid&payAtLeast=30')
  await page.locator('#chips a >> nth=2').press('Enter')
  await until(() => query() === '?text=nurse&source=lever&arrangement=hybrid')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Lever×')
  await page.click('#clear')
  await waitForHeading('8 jobs')
  expect([query(), await textsOf('#chips a'), await page.isVisible('#clear')]).toEqual([
    '',
    [],
    false,
  ])
})

test('several systems are searched at once, with the number of jobs of each', async () => {
  await open('', '8 jobs')
  expect(await textsOf('#sources label')).toContain(' Lever1')
  await page.check('[name=source][value=lever]')
  await waitForHeading('1 job')
  await page.check('[name=source][value=workday]')
  await waitForHeading('2 jobs')
  expect(query()).toBe('?source=lever%2Cworkday')
})

test('a city is proposed as it is typed, searched when it is chosen, and offered when it is not finished', async () => {
  await open('', '8 jobs')
  await page.focus('#city')
  await page.keyboard.type('ott')
  await page.locator('#cities option').waitFor({ state: 'attached' })
  expect(await page.locator('#cities option').getAttribute('value')).toBe('Ottawa, Ontario')
  expect(query()).toBe('')
  await page.keyboard.press('Tab')
  await waitForHeading('0 jobs')
  expect(await textsOf('#without a')).toEqual(['Ottawa, Ontario: 1 job', 'Without City: 8 jobs'])
  await page.click('#without a')
  await waitForHeading('1 job')
  expect(await page.inputValue('#city')).toBe('Ottawa, Ontario')
  await page.fill('#city', 'lon')
  await page.locator('#cities option[value^=London]').waitFor({ state: 'attached' })
  await page.fill('#city', 'London, Ontario')
  await until(() => query() === '?city=London%2C+Ontario')
})

test('pay is asked by amount and unit, in bands with their numbers, and orders the results', async () => {
  await open('', '8 jobs')
  expect(await textsOf('#bands li')).toEqual([
    '15 and more2',
    '20 and more2',
    '25 and more2',
    '30 and more2',
    '40 and more1',
  ])
  await page.click('#bands a >> nth=4')
  await waitForHeading('1 job')
  expect([query(), await titles()]).toEqual(['?payAtLeast=40', ['Welder']])
  await page.fill('#payAtLeast', '')
  await waitForHeading('8 jobs')
  await page.selectOption('#sort', 'pay')
  await waitForHeading('2 jobs')
  expect([query(), await titles()]).toEqual(['?sort=pay', ['Welder', 'Nurse']])
  await page.selectOption('#payUnit', 'YEAR')
  await waitForHeading('1 job')
  expect(await titles()).toEqual(['Pilot'])
  await page.check('[name=country][value=both]')
  await until(async () => (await textsOf('#sort option')).length === 3)
  expect(await page.inputValue('#sort')).toBe('payCAD')
  await page.fill('#payAtLeast', 'much')
  await page.locator('#payAtLeast-error p', { hasText: 'expected an amount' }).waitFor()
})

test('an arrangement is asked, and remote jobs that name none are remote', async () => {
  await open('', '8 jobs')
  expect(await textsOf('#arrangements label')).toEqual([' Remote1', ' Hybrid1', ' Onsite'])
  await page.check('[name=arrangement][value=hybrid]')
  await waitForHeading('1 job')
  await page.check('[name=arrangement][value=remote]')
  await waitForHeading('2 jobs')
  expect((await titles()).toSorted()).toEqual(['Cook', 'Nurse'])
  await page.click('#show-request')
  expect(await textOf('.requests section .note:not([role])')).toStartWith(
    'The interface has no filter by arrangement: this request finds these jobs and others.',
  )
})

test('a bar of the chart leads to the jobs of its day, and so does the table of the overview', async () => {
  await open('', '8 jobs')
  await page.click('#trend a[href*="day=2026-01-15"] .column')
  await waitForHeading('2 jobs')
  expect(await textsOf('#chips a')).toEqual(['15 January 2026×'])
  expect((await titles()).toSorted()).toEqual(['Painter', 'Welder'])
  await page.goto(`${tabs.origin}/explore?view=overview`)
  await page.click('.overview summary')
  await page.locator('.overview details a', { hasText: '16 January' }).press('Enter')
  await waitForHeading('6 jobs')
})

test('equal postings are one row, which opens', async () => {
  await open('?title=baker', '3 jobs')
  expect(await titles()).toEqual(['Baker'])
  expect(await textOf('.equal summary')).toBe('3 places')
  await page.click('.equal summary')
  await page.click('.equal a >> nth=2')
  await page.waitForSelector('.description')
  const opened = await textOf('.equal a >> nth=2')
  expect(opened.split(',')[0]).toBe((await textOf('.fact-list dd >> nth=0')).split(',')[0] ?? '')
})

test('a job that was opened looks opened, also after a reload', async () => {
  await open('?title=welder', '1 job')
  expect(await textsOf('.opened')).toEqual([])
  await page.click('#cards h3 a')
  await page.waitForSelector('.description')
  expect(await textsOf('.opened')).toEqual(['Opened'])
  await page.click('#back')
  await page.reload()
  await page.locator('.opened').waitFor()
})

test('a job tells when it was seen and changed, and the earlier postings that left', async () => {
  await open('?title=welder', '1 job')
  await page.click('#cards h3 a')
  await page.waitForSelector('.life')
  expect(await textsOf('.life dt')).toEqual(['First seen', 'Changed'])
  expect(await textsOf('.life li')).toEqual(['16 January 2026: salary'])
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'welder',
    status: 'expired',
  })
  app.clock.advance(86_400_000)
  await app.write(posting({ title: 'Welder', external_id: 'welder 2' }))
  app.clock.advance(3_600_000)
  await open('?title=welder', '1 job')
  await page.click('#cards h3 a')
  await page.locator('.life li a', { hasText: '15 January 2026 to 16 January 2026' }).click()
  await page.locator('#pane-content .notice', { hasText: 'This job is expired' }).waitFor()
})

test('a job is shown without its history if that cannot be read', async () => {
  await page.route('**/explore/life/*', (route) => route.fulfill({ status: 502, body: '' }))
  await open('?title=painter', '1 job')
  await page.click('#cards h3 a')
  await page.locator('#pane-content', { hasText: 'The history cannot be shown.' }).waitFor()
  expect(await textOf('.description')).toContain('You paint.')
})
