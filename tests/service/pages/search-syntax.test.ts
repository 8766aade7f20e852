import { expect, test } from 'bun:test'
import { searchSyntaxPage } from '../../../src/service/pages/search-syntax'
import { fetchDocument } from '../../support/interface'
import { createPluginApp } from '../plugins/plugin-app'

const { send } = createPluginApp({ pages: searchSyntaxPage() })
const page = await (await send('/search-syntax')).text()
const anchors = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`)

test('the search syntax is a page, with or without a key', async () => {
  const response = await send('/search-syntax', { headers: { authorization: '' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(await response.text()).toBe(page)
  expect(page).toContain('<title>Search syntax - Job Catalogue</title>')
})

test('its tables are tables, the limits too', () => {
  expect(page).toContain('<td>length of a filter</td><td>2,000 characters</td>')
  expect(page).toContain('<td><code>java &amp; (developer | engineer)</code></td>')
  expect(page).not.toContain('| ---')
})

test('its links lead to its headings', () => {
  const links = [...page.matchAll(/ href="(#[^"]*)"/g)].map(([, link]) => link)
  expect(links.length).toBeGreaterThan(3)
  expect(anchors).toEqual(expect.arrayContaining(links))
})

test('the interface document links it whole, and to headings that it has', async () => {
  const text = await fetchDocument('https://jobs.example/below')
  const { externalDocs } = JSON.parse(text)
  expect(externalDocs.url).toBe('https://jobs.example/below/search-syntax')
  const links = [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) {
    const [path, anchor = ''] = link.split(/(?=#)/)
    expect(path).toBe('https://jobs.example/below/search-syntax')
    if (anchor !== '') expect(anchors).toContain(anchor)
  }
})
