import { expect, test } from 'bun:test'
import { useTestApp } from '../../support/use-test-app'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const app = useTestApp()

const visit = (path: string) => app.request(path, { headers: { accept: BROWSER } })

test.each([
  ['/exlore', './explore'],
  ['/problems/nothing', '../explore'],
  ['/a/b/', '../../explore'],
])('a browser gets a page for %s, which leads to %s', async (path, link) => {
  const response = await visit(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'text/html; charset=utf-8',
  ])
  const text = await response.text()
  expect(text).toContain('<h1>There is no page here</h1>')
  expect(text).toContain(`<a href="${link}">Explore</a>`)
})

test('what the address holds is shown as text', async () => {
  const text = await (await visit('/<script>"')).text()
  expect(text).not.toContain('<script>')
})

test.each([
  ['/exlore', '*/*'],
  ['/exlore', 'application/json'],
  ['/v1/jbos', BROWSER],
])('%s with Accept: %s is a problem', async (path, accept) => {
  const response = await app.request(path, { headers: { accept } })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json',
  ])
})
