import { expect, test } from 'bun:test'
import { FetchFailure } from '../../../src/collect/failures'
import { withToken } from '../../../src/collect/strategies/token'
import type { Board, Fetch, HttpRequest } from '../../../src/collect/system'

const board: Board = { source: 'kiln', slug: 'acme' }

/** A vendor that gives tokens 1, 2, … and answers with what `statusOf` says for the token of a request. */
function vendor(statusOf: (token: string) => number, isMissing = false) {
  const sent: HttpRequest[] = []
  let given = 0
  const fetch: Fetch = async (request) => {
    sent.push(request)
    await Promise.resolve()
    const token = request.headers?.token
    const status = token === undefined ? 200 : statusOf(token)
    if (status !== 200 && !request.accept?.includes(status)) {
      throw new FetchFailure(`status ${status}`, { status })
    }
    return { status, headers: new Headers(), text: '' }
  }
  const reader = withToken<string>(
    {
      async obtain(_, send) {
        await send({ url: 'https://kiln.example/token' })
        given += 1
        if (isMissing) return { kind: 'missing', reason: 'no such board' }
        return { kind: 'token', token: String(given) }
      },
      authorize: (request, token) => ({ ...request, headers: { token } }),
    },
    {
      async list(_, send) {
        const answers = await Promise.all(
          ['a', 'b', 'c'].map((name) => send({ url: `https://kiln.example/${name}` })),
        )
        return {
          kind: 'listed',
          postings: [],
          incompleteReason: answers.map(({ status }) => status).join(),
        }
      },
      async detail(_, { external_id }, send) {
        await send({ url: `https://kiln.example/${external_id}` })
        return undefined
      },
    },
  )
  const tokens = () => sent.map(({ headers }) => headers?.token ?? 'new')
  return { reader, fetch, tokens }
}

test('one token serves the list and the details of a collection, and another collection has its own', async () => {
  const { reader, fetch, tokens } = vendor(() => 200)
  await reader.list(board, fetch)
  await reader.detail?.(board, { external_id: 'd', fingerprint: '' }, fetch)
  expect(tokens()).toEqual(['new', '1', '1', '1', '1'])
  await reader.list(board, async (request) => await fetch(request))
  expect(tokens().slice(5)).toEqual(['new', '2', '2', '2'])
})

test.each([401, 403])(
  'a token that is refused with %d is renewed once for all requests',
  async (status) => {
    const { reader, fetch, tokens } = vendor((token) => (token === '1' ? status : 200))
    expect(await reader.list(board, fetch)).toMatchObject({ incompleteReason: '200,200,200' })
    expect(tokens().filter((token) => token === 'new')).toHaveLength(2)
  },
)

test('a second refusal is an error, and no further token is asked for', async () => {
  const { reader, fetch, tokens } = vendor(() => 403)
  await expect(reader.list(board, fetch)).rejects.toThrow('status 403')
  const detail = async () =>
    await reader.detail?.(board, { external_id: 'd', fingerprint: '' }, fetch)
  await expect(detail()).rejects.toThrow('status 403')
  expect(tokens().filter((token) => token === 'new')).toHaveLength(2)
})

test('a token that cannot be had is asked for again by the next request', async () => {
  const { reader, fetch } = vendor(() => 200)
  let isDown = true
  const send: Fetch = async (request) => {
    if (isDown) throw new FetchFailure('down')
    return await fetch(request)
  }
  await expect(reader.list(board, send)).rejects.toThrow('down')
  isDown = false
  expect((await reader.list(board, send)).kind).toBe('listed')
})

test('a board that has no token because it does not exist is missing', async () => {
  const { reader, fetch } = vendor(() => 200, true)
  expect(await reader.list(board, fetch)).toEqual({ kind: 'missing', reason: 'no such board' })
})
