import { describe, expect, test } from 'bun:test'
import {
  type FileLine,
  MAX_BLANK_LINES,
  MAX_LINE_BYTES,
  readLines,
} from '../../../../src/catalogue/import/line/read-lines'

/** A file that arrives in these pieces. */
function stream(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
}

/** A file that cannot be read on after these pieces. */
function broken(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const next = left.shift()
      if (next === undefined) controller.error(new Error('the disk is gone'))
      else controller.enqueue(next)
    },
  })
}

function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  )
}

async function read(file: ReadableStream<Uint8Array>): Promise<FileLine[]> {
  return await Array.fromAsync(readLines(file))
}

/** `1 text`, or `1! issue`. */
async function lines(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  return (await read(stream(...chunks))).map((line) =>
    'text' in line ? `${line.number} ${line.text}` : `${line.number}! ${line.issue}`,
  )
}

describe('text', () => {
  test.each<[string, string[], string[]]>([
    ['an empty file has no lines', [''], []],
    ['no file at all has none either', [], []],
    ['lines end with a newline', ['a\nb\n'], ['1 a', '2 b']],
    ['the last one may lack it', ['a\nb'], ['1 a', '2 b']],
    ['blank lines are left out and counted', ['\n \na\n\t\r\n\nb\n\n'], ['3 a', '6 b']],
    ['CRLF leaves white space that JSON allows', ['{}\r\n{}\r\n'], ['1 {}\r', '2 {}\r']],
    ['a lone CR ends no line', ['a\rb\n'], ['1 a\rb']],
    ['other line separators end no line', ['a\u2028b\u0085c\n'], ['1 a\u2028b\u0085c']],
    ['a byte order mark is no part of the first line', ['\ufeff{}\n{}'], ['1 {}', '2 {}']],
    ['a line may lie in several pieces', ['a', 'b', '', 'c\nd', 'e'], ['1 abc', '2 de']],
    ['a piece may hold several lines', ['a\nb\nc', 'd\n'], ['1 a', '2 b', '3 cd']],
  ])('%s', async (_, chunks, expected) => {
    expect(await lines(...chunks)).toEqual(expected)
  })

  test('a character may lie in two pieces', async () => {
    expect(await lines(...pieces(Buffer.from('é😀\nü'), 1))).toEqual(['1 é😀', '2 ü'])
  })

  test('a stream may use the memory of its pieces again', async () => {
    const memory = new Uint8Array(2)
    const texts = ['ab', 'c\n', 'de']
    const file = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const text = texts.shift()
          if (text === undefined) return controller.close()
          memory.set(Buffer.from(text))
          controller.enqueue(memory)
        },
      },
      { highWaterMark: 0 },
    )
    expect((await read(file)).map((line) => ('text' in line ? line.text : ''))).toEqual([
      'abc',
      'de',
    ])
  })

  test('a line that is not UTF-8 is reported, and the others are read', async () => {
    const bad = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]].map((bytes) =>
      Buffer.from([...bytes, 0x0a]),
    )
    expect(await lines('a\n', ...bad, 'b\n')).toEqual([
      '1 a',
      '2! not UTF-8',
      '3! not UTF-8',
      '4! not UTF-8',
      '5! not UTF-8',
      '6 b',
    ])
  })

  test('a line at the limit is read; one over it is reported, and the others are read', async () => {
    const most = 'x'.repeat(MAX_LINE_BYTES)
    const found = await read(stream(`${most}\n${most}`, 'x\na\n', `${most}x`))
    expect(found.map((line) => ('text' in line ? line.text.length : line.issue))).toEqual([
      MAX_LINE_BYTES,
      'longer than 16 MB, got 16000001 bytes',
      1,
      'longer than 16 MB, got 16000001 bytes',
    ])
  })

  test('blank lines in succession have a limit, so that a gzip file of nothing else ends', async () => {
    const most = '\n'.repeat(MAX_BLANK_LINES)
    expect(await lines(`${most}a\n${most}b`)).toEqual([
      `${MAX_BLANK_LINES + 1} a`,
      `${2 * MAX_BLANK_LINES + 2} b`,
    ])
    await expect(read(stream(Bun.gzipSync(`a\n${most}\n`)))).rejects.toThrow(
      'line 100002: more than 100000 blank lines in succession; nothing behind them was read',
    )
  })

  test('a failure of the file is passed on', async () => {
    await expect(read(broken(Buffer.from('a\nb')))).rejects.toThrow('the disk is gone')
  })

  test('says how far into the file it has come', async () => {
    const found = await read(stream('a\nb\nc', 'd\n', 'e'))
    expect(found.map(({ position }) => position)).toEqual([5, 5, 7, 8])
  })
})

describe('gzip', () => {
  const text = `${Array.from({ length: 2000 }, (_, index) => `line ${index}`).join('\n')}\n`
  const zipped = Bun.gzipSync(text)
  const expected = text.trimEnd().split('\n')

  async function texts(file: ReadableStream<Uint8Array>): Promise<string[]> {
    return (await read(file)).map((line) => ('text' in line ? line.text : line.issue))
  }

  test.each([1, 2, 7, 1_000_000])('is read in pieces of %i bytes', async (size) => {
    expect(await texts(stream(...pieces(zipped, size)))).toEqual(expected)
  })

  test('is recognised behind an empty piece', async () => {
    expect(await texts(stream(new Uint8Array(), zipped))).toEqual(expected)
  })

  test('may consist of several members', async () => {
    expect(await texts(stream(Bun.gzipSync('a\nb'), Bun.gzipSync('c\nd\n')))).toEqual([
      'a',
      'bc',
      'd',
    ])
  })

  test('of nothing has no lines', async () => {
    expect(await texts(stream(Bun.gzipSync('')))).toEqual([])
  })

  test.each([2, 10, 100, zipped.length - 1])('cut short after %i bytes throws', async (length) => {
    await expect(read(stream(zipped.slice(0, length)))).rejects.toThrow(
      'the gzip stream is cut short',
    )
  })

  test('that is damaged throws', async () => {
    const damaged = zipped.slice()
    damaged.fill(0xff, 200, 260)
    await expect(read(stream(damaged))).rejects.toThrow('the gzip stream is damaged')
  })

  test('whose checksum is wrong throws', async () => {
    const damaged = zipped.slice()
    damaged.fill(0, damaged.length - 8, damaged.length - 4)
    await expect(read(stream(damaged))).rejects.toMatchObject({
      message: 'the gzip stream is damaged',
      cause: { message: 'incorrect data check' },
    })
  })

  test('of a file that fails midway throws', async () => {
    await expect(read(broken(zipped.slice(0, 1000)))).rejects.toThrow('the disk is gone')
  })

  test('says how far into the stored file it has come', async () => {
    const found = await read(stream(zipped))
    expect(found.at(-1)?.position).toBe(zipped.length)
  })

  test('one byte of its mark alone is text that is not UTF-8', async () => {
    expect(await lines(Buffer.from([0x1f]))).toEqual(['1 \u001f'])
    expect(await lines(Buffer.from([0x1f, 0x8c]))).toEqual(['1! not UTF-8'])
  })
})

test('who stops reading stops the file', async () => {
  let cancelled = false
  const file = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(Buffer.from('a\n')),
    cancel() {
      cancelled = true
    },
  })
  for await (const line of readLines(file)) {
    if (line.number === 2) break
  }
  expect(cancelled).toBe(true)
})
