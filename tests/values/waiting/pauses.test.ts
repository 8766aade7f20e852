import { expect, test } from 'bun:test'
import { PAUSE, withPauses } from '../../../src/values/waiting/pauses'

const PAUSE_MS = 20

/** Items that come when they are pushed. */
function pushed() {
  const { readable, writable } = new TransformStream<string, string>()
  const writer = writable.getWriter()
  return {
    items: readable,
    push: (item: string) => void writer.write(item),
    end: () => writer.close(),
  }
}

test('a pause is told once, and no item is lost or changes its place', async () => {
  const { items, push, end } = pushed()
  const source = withPauses(items, PAUSE_MS)
  const found: unknown[] = []
  const take = async () => found.push((await source.next()).value)
  push('a')
  push('b')
  for (let n = 0; n < 3; n += 1) await take()
  push('c')
  for (let n = 0; n < 2; n += 1) await take()
  await Promise.all([end(), take()])
  expect(found).toEqual(['a', 'b', PAUSE, 'c', PAUSE, undefined])
})

test('a failure of the source is passed on, after a pause too', async () => {
  async function* failing() {
    await Bun.sleep(2 * PAUSE_MS)
    yield* []
    throw new Error('it broke')
  }
  const source = withPauses(failing(), PAUSE_MS)
  expect((await source.next()).value).toBe(PAUSE)
  await expect(source.next()).rejects.toThrow('it broke')
})

test('a reader that leaves ends the source, and does not wait for a silent one', async () => {
  let isEnded = false
  async function* counting(silence: Promise<void>) {
    try {
      yield 1
      await silence
      yield 2
    } finally {
      isEnded = true
    }
  }
  for await (const item of withPauses(counting(Promise.resolve()), PAUSE_MS)) {
    expect(item).toBe(1)
    break
  }
  expect(isEnded).toBe(true)
  const silence = Promise.withResolvers<void>()
  isEnded = false
  for await (const item of withPauses(counting(silence.promise), PAUSE_MS)) {
    if (item === PAUSE) break
  }
  expect(isEnded).toBe(false)
  silence.resolve()
  await Bun.sleep(1)
  expect(isEnded).toBe(true)
})
