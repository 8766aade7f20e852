import { expect, test } from 'bun:test'
import { createInterface } from '../../support/interface'

const app = createInterface('https://jobs.example')

async function read(path: string): Promise<string> {
  const response = await app.handle(new Request(`http://localhost${path}`))
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; charset=utf-8',
  ])
  return await response.text()
}

test('/llms.txt names documents that answer without a key', async () => {
  const text = await read('/llms.txt')
  const links = [...text.matchAll(/\]\(https:\/\/jobs\.example(\/[^)]*)\)/g)].map(
    ([, path = '']) => path,
  )
  expect(links.length).toBeGreaterThan(8)
  const statuses = await Promise.all(
    links.map(async (path) => {
      const response = await app.handle(new Request(`http://localhost${path}`))
      const needsKey = /^\/(?:v1|feeds|mcp)/.test(path)
      return [path, response.status === (needsKey ? 401 : 200)]
    }),
  )
  expect(statuses.filter(([, isRight]) => !isRight)).toEqual([])
})

test('/robots.txt keeps crawlers from what needs a key', async () => {
  expect(await read('/robots.txt')).toBe(
    'User-agent: *\nDisallow: /v1\nDisallow: /feeds\nDisallow: /mcp\n',
  )
})
