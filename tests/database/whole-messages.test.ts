import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { WholeMessages } from '../../src/database/whole-messages'

/** A message of PostgreSQL: its kind, its length with the length itself, what it says. */
function message(kind: string, content: string): Buffer {
  const head = Buffer.from(`${kind}....`)
  head.writeUInt32BE(4 + Buffer.byteLength(content), 1)
  return Buffer.concat([head, Buffer.from(content)])
}

/** Cuts a buffer into chunks of these sizes, taken in turn. */
function* chunksOf(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(start, start + size)
    start += size
  }
}

/** The ends of messages, counted from the first. */
function endsOf(messages: readonly Buffer[]): Set<number> {
  let end = 0
  return new Set(messages.map(({ length }) => (end += length)))
}

describe('however the chunks fall', () => {
  const contents = fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 20 })
  const sizes = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 8 })

  test('nothing is lost, and every run ends where a message ends, as soon as it can', () => {
    fc.assert(
      fc.property(contents, sizes, (texts, lengths) => {
        const messages = texts.map((text) => message('D', text))
        const all = Buffer.concat(messages)
        const ends = endsOf(messages)
        const splitter = new WholeMessages()
        let received = 0
        let passed = Buffer.alloc(0)
        for (const chunk of chunksOf(all, lengths)) {
          received += chunk.length
          for (const whole of splitter.push(chunk)) {
            passed = Buffer.concat([passed, whole])
            expect(ends.has(passed.length)).toBe(true)
          }
          expect(passed.length).toBe(Math.max(0, ...[...ends].filter((end) => end <= received)))
        }
        expect(passed.equals(all)).toBe(true)
      }),
    )
  })
})

test('a chunk of whole messages is not copied', () => {
  const chunk = Buffer.concat([message('D', 'a'), message('D', ''), message('C', 'b')])
  const [whole, ...more] = new WholeMessages().push(chunk)
  expect([whole?.buffer === chunk.buffer, whole?.length, more]).toEqual([true, chunk.length, []])
})
