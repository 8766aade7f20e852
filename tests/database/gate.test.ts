import { expect, test } from 'bun:test'
import { createGate, type Gate } from '../../src/database/gate'
import { ClientDisconnected, Overloaded } from '../../src/values/errors'

/** Asks to be let in, and notes it in `entered` when that happens. */
function enter(gate: Gate, name: string, entered: string[]): Promise<() => void> {
  return gate.enter().then((leave) => {
    entered.push(name)
    return leave
  })
}

test('as many as the limit are inside at once; the others come in the order of arrival', async () => {
  const gate = createGate(2, 10)
  const entered: string[] = []
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => enter(gate, name, entered))
  const leaveB = await b
  await a
  expect([entered, gate.count()]).toEqual([['a', 'b'], { inside: 2, waiting: 2 }])
  leaveB?.()
  const leaveC = await c
  expect([entered, gate.count()]).toEqual([['a', 'b', 'c'], { inside: 2, waiting: 1 }])
  leaveC?.()
  await d
  expect(entered).toEqual(['a', 'b', 'c', 'd'])
})

test('nobody who arrives now overtakes one who waits', async () => {
  const gate = createGate(1, 10)
  const entered: string[] = []
  const leave = await enter(gate, 'a', entered)
  const waiting = enter(gate, 'b', entered)
  leave()
  const late = enter(gate, 'c', entered)
  const leaveB = await waiting
  expect(entered).toEqual(['a', 'b'])
  leaveB()
  await late
  expect(entered).toEqual(['a', 'b', 'c'])
})

test('one more than may wait is told so, and room that is made is used', async () => {
  const gate = createGate(1, 1)
  const leave = await gate.enter()
  const waiting = gate.enter()
  const refusal = new Overloaded('too many requests are waiting for the database')
  await expect(gate.enter()).rejects.toEqual(refusal)
  leave()
  const leaveSecond = await waiting
  const third = gate.enter()
  leaveSecond()
  await third
  expect(gate.count()).toEqual({ inside: 1, waiting: 0 })
})

test('all who leave make the gate empty', async () => {
  const gate = createGate(3, 0)
  const leaves = await Promise.all([gate.enter(), gate.enter()])
  for (const leave of leaves) leave()
  expect(gate.count()).toEqual({ inside: 0, waiting: 0 })
})

test('nobody waits whose client has gone, and their place goes to the next', async () => {
  const gate = createGate(1, 2)
  const entered: string[] = []
  const leave = await gate.enter()
  const client = new AbortController()
  const gone = gate.enter({ signal: client.signal, endsAt: performance.now() + 60_000 })
  const next = enter(gate, 'next', entered)
  client.abort()
  await expect(gone).rejects.toBeInstanceOf(ClientDisconnected)
  expect(gate.count()).toEqual({ inside: 1, waiting: 1 })
  leave()
  const leaveNext = await next
  leaveNext()
  await expect(gate.enter({ signal: client.signal })).rejects.toBeInstanceOf(ClientDisconnected)
  expect(gate.count()).toEqual({ inside: 0, waiting: 0 })
})

test('a client that goes while it is inside keeps its place until it leaves', async () => {
  const gate = createGate(1, 1)
  const client = new AbortController()
  const leave = await gate.enter({ signal: client.signal })
  client.abort()
  expect(gate.count()).toEqual({ inside: 1, waiting: 0 })
  leave()
  expect(gate.count()).toEqual({ inside: 0, waiting: 0 })
})
