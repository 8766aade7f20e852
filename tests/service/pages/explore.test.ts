import { expect, test } from 'bun:test'
import { explorePage } from '../../../src/service/pages/explore'
import { swaggerPage } from '../../../src/service/pages/swagger'
import { createPluginApp } from '../plugins/plugin-app'

const { send } = createPluginApp({ pages: explorePage(true).use(swaggerPage()) })
const get = (path: string, headers = {}) =>
  send(path, { headers: { authorization: '', ...headers } })

test('/ leads to the page, which may load nothing from elsewhere', async () => {
  const response = await get('/')
  expect([response.status, response.headers.get('location')]).toEqual([302, 'explore'])
  const { headers } = await get('/explore')
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

test('all that it loads is there without a key, is 150 kB at most, and is not sent twice', async () => {
  const html = await (await get('/explore')).text()
  const linked = html.matchAll(/(?:src|href)="((?:explore|swagger)\/[^"]+\.\w+)"/g)
  const named = [...linked].map(([, path]) => `/${path}`)
  const paths = new Set(['/explore', ...named, '/explore/CA.svg', '/explore/US.svg'])
  expect(paths.size).toBe(13)
  let bytes = 0
  for (const path of paths) {
    const response = await get(path)
    expect([path, response.status]).toEqual([path, 200])
    bytes += (await response.bytes()).length
    const etag = response.headers.get('etag') ?? ''
    const again = await get(path, { 'if-none-match': etag })
    expect([path, etag, again.status]).toEqual([path, expect.stringMatching(/./), 304])
  }
  expect(bytes).toBeLessThanOrEqual(150_000)
})

test('calls of tools are offered only where /mcp serves assistants', async () => {
  const scripts = [true, false].map(async (servesMcp) => {
    const app = createPluginApp({ pages: explorePage(servesMcp) })
    return await (await app.send('/explore/explore.js')).text()
  })
  const [served = '', off = ''] = await Promise.all(scripts)
  expect(served).toContain('"MCP"]')
  expect(off).not.toContain('"MCP"]')
})

test.each(['CA', 'US'])('the map of %s has each region once', async (country) => {
  const outlines = await (await get(`/explore/${country}.svg`)).text()
  const ids = [...outlines.matchAll(/<path id="(\w\w)"/g)].map(([, id]) => id)
  expect(ids.length).toBe(country === 'CA' ? 13 : 51)
  expect(ids).toEqual([...new Set(ids)].toSorted())
})
