import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { splitUrl } from '../../../src/service/http/request-context'
import { createPluginApp, KEY } from '../plugins/plugin-app'

describe('splitUrl', () => {
  test.each([
    ['http://localhost/v1/x?a=1&b', '/v1/x', 'a=1&b'],
    ['http://h/v1/x', '/v1/x', ''],
    ['http://localhost/?', '/', ''],
    ['http://localhost/x?a=http://y/z?w', '/x', 'a=http://y/z?w'],
    ['/v1/x?a', '/v1/x', 'a'],
    ['//v1/x', '//v1/x', ''],
  ])('%s', (url, path, query) => {
    expect(splitUrl(url)).toEqual({ path, query })
  })
})

describe('over a socket', () => {
  const { handle } = createPluginApp()
  let server: Bun.Server<undefined>
  beforeAll(() => {
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', development: false, fetch: handle })
  })
  afterAll(() => server.stop(true))

  function sendLines(...lines: string[]): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let answer = ''
    const socket = connect(server.port ?? 0, '127.0.0.1', () => {
      socket.write(
        [...lines, `Authorization: Bearer ${KEY}`, 'Connection: close', '', ''].join('\r\n'),
      )
    })
    socket.on('data', (data) => {
      answer += data.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    return promise
  }

  const body = '{"title":"a b","limit":5,"caller":"demo"}'

  test.each([
    ['HTTP/1.0 without Host', ['GET /v1/echo?title=a+b HTTP/1.0']],
    [
      'an absolute target',
      ['GET http://jobs.example/v1/echo?title=a+b HTTP/1.1', 'Host: jobs.example'],
    ],
    ['an absolute target in HTTP/1.0', ['GET http://jobs.example/v1/echo?title=a+b HTTP/1.0']],
    ['a short Host', ['GET /v1/echo?title=a+b HTTP/1.1', 'Host: a']],
    ['dots in the path', ['GET /x/../v1/echo?title=a+b HTTP/1.0']],
  ])('%s is answered', async (_, lines) => {
    const answer = await sendLines(...lines)
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK')
    expect(answer.endsWith(`\r\n\r\n${body}`)).toBe(true)
  })

  test('HEAD has the length of the body that GET has', async () => {
    const answer = await sendLines('HEAD /v1/echo?title=a+b HTTP/1.1', 'Host: localhost')
    expect(answer.toLowerCase()).toContain(`content-length: ${body.length}\r\n`)
    expect(answer.endsWith('\r\n\r\n')).toBe(true)
  })
})
