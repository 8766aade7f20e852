import { describe, expect, test } from 'bun:test'
import { readText } from '../../../src/collect/http/read-text'

const html = (body: ConstructorParameters<typeof Response>[0], type = 'text/html') =>
  new Response(body, { headers: { 'content-type': type } })

describe('the text of an answer', () => {
  const MIXED = '{"a":"Ingénieur","b":"Montréal – 😀","c":"\ufffd"}'
  const mixed = Buffer.concat([
    Buffer.from('{"a":"Ing\xe9nieur",', 'latin1'),
    Buffer.from('"b":"Montréal – 😀","c":"\ufffd"}'),
  ])
  const latin = new Uint8Array(Buffer.from('<meta charset="iso-8859-1">Montr\xe9al', 'latin1'))
  test.each<[string, Response, string]>([
    ['UTF-8', html('Montréal'), 'Montréal'],
    ['with a byte order mark', html('\ufeffUser-agent: *'), 'User-agent: *'],
    [
      'in the encoding of the header',
      html(latin.slice(27), 'text/plain; charset="Windows-1252"'),
      'Montréal',
    ],
    ['in the encoding of the page', html(latin), '<meta charset="iso-8859-1">Montréal'],
    [
      'of JSON, whatever it says',
      html('{"charset=latin1":"é"}', 'application/json'),
      '{"charset=latin1":"é"}',
    ],
    ['in an unknown encoding', html('é', 'text/html; charset=x-mine'), 'é'],
    ['without a body', new Response(null), ''],
    ['of JSON with bytes of Latin-1', html(new Uint8Array(mixed), 'application/json'), MIXED],
  ])('%s', async (_, response, text) => {
    expect(await readText(response, 1000)).toBe(text)
  })

  test.each([
    ['UTF-8 and Latin-1', mixed, MIXED],
    ['the end of a cut character', Buffer.from('é😀').subarray(0, 5), 'éðŸ˜'],
    ['overlong forms and surrogates', Buffer.from('c0afeda0bd41', 'hex'), 'À¯í\u00a0½A'],
    ['a byte order mark', Buffer.from('\ufeffa\ufeff'), 'a\ufeff'],
    ['nothing', Buffer.from(''), ''],
  ])('of %s is the same in one piece and byte by byte', async (_, bytes, text) => {
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    expect(await readText(html(new Uint8Array(bytes), 'application/json'), 1000)).toBe(text)
    expect(await readText(html(pieces, 'application/json'), 1000)).toBe(text)
  })

  test('of a gzip file is decompressed, also when its first bytes come one by one', async () => {
    const file = Bun.gzipSync(Buffer.from('<urlset>é</urlset>'))
    const slow = new ReadableStream({
      start(controller) {
        for (const byte of file) controller.enqueue(new Uint8Array([byte]))
        controller.close()
      },
    })
    expect(await readText(html(file, 'application/gzip'), 1000)).toBe('<urlset>é</urlset>')
    expect(await readText(html(slow, 'application/gzip'), 1000)).toBe('<urlset>é</urlset>')
  })

  test('of a gzip bomb is not read further than the limit', async () => {
    const bomb = Bun.gzipSync(Buffer.alloc(50_000_000))
    let read = 0
    const stream = new ReadableStream(
      {
        // A kilobyte, which is a megabyte when it is decompressed.
        pull(controller) {
          controller.enqueue(bomb.subarray(read, read + 1_000))
          read += 1_000
          if (read >= bomb.length) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    await expect(readText(html(stream, 'application/gzip'), 1_000_000)).rejects.toThrow(
      'the answer is longer than 1000000 bytes',
    )
    expect(read).toBeLessThan(bomb.length / 4)
  })

  test('of a cut gzip file is an error', async () => {
    const file = Bun.gzipSync(Buffer.from('<urlset></urlset>'.repeat(99)))
    await expect(readText(html(file.slice(0, -12)), 100_000)).rejects.toThrow()
  })
})
