import { expect, test } from 'bun:test'
import {
  createSemaphore,
  type Semaphore,
} from '../../../../src/catalogue/database/client/semaphore'
import { ClientDisconnected, Overloaded } from '../../../../src/values/errors'

/** Asks to be let in, and notes it in `admitted` when that happens. */
function acquire(semaphore: Semaphore, name: string, admitted: string[]): Promise<() => void> {
  return semaphore.acquire().then((release) => {
    admitted.push(name)
    return release
  })
}

test('as many as the limit are inside at once; the others come in the order of arrival', async () => {
  const semaphore = createSemaphore(2, 10)
  const admitted: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => acquire(semaphore, name, admitted))
  const releaseB = await b
  await a
  expect([admitted, semaphore.count()]).toEqual([['a', 'b'], { inUse: 2, waiting: 2 }])
  releaseB?.()
  const releaseC = await c
  expect([admitted, semaphore.count()]).toEqual([['a', 'b', 'c'], { inUse: 2, waiting: 1 }])
  releaseC?.()
  await d
  expect(admitted).toEqual(['a', 'b', 'c', 'd'])
})

test('nobody who arrives now overtakes one who waits', async () => {
  const semaphore = createSemaphore(1, 10)
  const admitted: string[] = []
  const release = await acquire(semaphore, 'a', admitted)
  const waiting = acquire(semaphore, 'b', admitted)
  release()
  const late = acquire(semaphore, 'c', admitted)
  const releaseB = await waiting
  expect(admitted).toEqual(['a', 'b'])
  releaseB()
  await late
  expect(admitted).toEqual(['a', 'b', 'c'])
})

test('one more than may wait is told so, and room that is made is used', async () => {
  const semaphore = createSemaphore(1, 1)
  const release = await semaphore.acquire()
  const waiting = semaphore.acquire()
  const refusal = new Overloaded('too many requests are waiting for the database')
  await expect(semaphore.acquire()).rejects.toEqual(refusal)
  release()
  const releaseSecond = await waiting
  const third = semaphore.acquire()
  releaseSecond()
  await third
  expect(semaphore.count()).toEqual({ inUse: 1, waiting: 0 })
})

test('all who release make the semaphore empty', async () => {
  const semaphore = createSemaphore(3, 0)
  const releases = await Promise.all([semaphore.acquire(), semaphore.acquire()])
  for (const release of releases) release()
  expect(semaphore.count()).toEqual({ inUse: 0, waiting: 0 })
})

test('nobody waits whose client has gone, and their place goes to the next', async () => {
  const semaphore = createSemaphore(1, 2)
  const admitted: string[] = []
  const release = await semaphore.acquire()
  const client = new AbortController()
  const gone = semaphore.acquire({ signal: client.signal, endsAt: performance.now() + 60_000 })
  const next = acquire(semaphore, 'next', admitted)
  client.abort()
  await expect(gone).rejects.toBeInstanceOf(ClientDisconnected)
  expect(semaphore.count()).toEqual({ inUse: 1, waiting: 1 })
  release()
  const releaseNext = await next
  releaseNext()
  await expect(semaphore.acquire({ signal: client.signal })).rejects.toBeInstanceOf(
    ClientDisconnected,
  )
  expect(semaphore.count()).toEqual({ inUse: 0, waiting: 0 })
})

test('a client that goes while it is inside keeps its place until it releases', async () => {
  const semaphore = createSemaphore(1, 1)
  const client = new AbortController()
  const release = await semaphore.acquire({ signal: client.signal })
  client.abort()
  expect(semaphore.count()).toEqual({ inUse: 1, waiting: 0 })
  release()
  expect(semaphore.count()).toEqual({ inUse: 0, waiting: 0 })
})
