import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import type { Socket } from 'bun'

/** What a hostile vendor sends in place of a sound answer, byte for byte. */
export interface ByteAttack {
  name: string
  /** Parts of the answer, one after the other; the connection is closed behind the last one, unless it is held open. */
  parts(): Generator<string | Uint8Array> | AsyncGenerator<string | Uint8Array>
  isHeld?: true
}

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const SOUND = '{"jobs":[]}'
const withLength = (body: string, headers = '') =>
  `${OK}${headers}Content-Length: ${body.length}\r\n\r\n${body}`

const answer = (name: string, ...parts: (string | Uint8Array)[]): ByteAttack => ({
  name,
  *parts() {
    yield* parts
  },
})
const held = (attack: ByteAttack): ByteAttack => ({ ...attack, isHeld: true })

/** Parts without an end; `everyMs` between two of them. */
const endless = (name: string, start: string, part: string, everyMs = 0): ByteAttack => ({
  name,
  async *parts() {
    yield start
    for (;;) {
      yield part
      await Bun.sleep(everyMs)
    }
  },
})

const encoded = (name: string, encoding: string, body: Uint8Array): ByteAttack =>
  answer(name, `${OK}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`, body)

/** Attacks whose bodies have so many bytes when they are decompressed. */
export function byteAttacks(bytes: number): ByteAttack[] {
  const zeros = Buffer.alloc(bytes)
  const chunk = 'x'.repeat(65_536)
  const gzipped = gzipSync(SOUND)
  return [
    endless('chunks without an end', CHUNKED, `10000\r\n${chunk}\r\n`),
    endless('a body without an end', `${OK}\r\n`, chunk),
    endless('a byte now and then', `${OK}Content-Length: 1000000\r\n\r\n`, ' ', 20),
    endless('chunks of a byte', CHUNKED, '1\r\n \r\n', 5),
    endless('headers without an end', OK, `X-A: ${'a'.repeat(1_000)}\r\n`),
    endless('a header without an end', `${OK}X-A: `, chunk),
    endless('a header now and then', OK, 'X-A: a\r\n', 50),
    endless('answers that go on', '', 'HTTP/1.1 100 Continue\r\n\r\n', 1),
    endless('trailers without an end', `${CHUNKED}b\r\n${SOUND}\r\n0\r\n`, 'X-A: a\r\n', 1),
    held(answer('no answer')),
    held(answer('no body', `${OK}Content-Length: 10\r\n\r\n`)),
    answer('a closed connection'),
    answer('half of the body', `${OK}Content-Length: 1000\r\n\r\n${SOUND}`),
    answer('half of the chunks', `${CHUNKED}b\r\n${SOUND}\r\n`),
    answer('a chunk that is shorter than it says', `${CHUNKED}ffff\r\n${SOUND}\r\n0\r\n\r\n`),
    answer('a chunk of a length that is none', `${CHUNKED}zz\r\n${SOUND}\r\n0\r\n\r\n`),
    answer('a chunk of a length below zero', `${CHUNKED}-1\r\n${SOUND}\r\n0\r\n\r\n`),
    answer('a chunk beyond all', `${CHUNKED}ffffffffffffffff\r\n${SOUND}\r\n0\r\n\r\n`),
    answer('a length beyond all', `${OK}Content-Length: 99999999999999999999\r\n\r\n${SOUND}`),
    answer('a length below zero', `${OK}Content-Length: -1\r\n\r\n${SOUND}`),
    answer('two lengths', withLength(SOUND, 'Content-Length: 5\r\n')),
    answer(
      'a length and chunks',
      `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${SOUND}\r\n0\r\n\r\n`,
    ),
    answer(
      'types repeated',
      withLength(SOUND, 'Content-Type: text/html; charset=utf-16\r\n'.repeat(50)),
    ),
    answer('a thousand cookies', withLength(SOUND, 'Set-Cookie: a=b; Path=/\r\n'.repeat(1_000))),
    answer(
      'a charset that is none',
      withLength(SOUND, 'Content-Type: text/html; charset=nonsense\r\n'),
    ),
    answer(
      'UTF-16 that says Latin-1',
      `${OK}Content-Type: text/html; charset=iso-8859-1\r\n\r\n`,
      Buffer.from(SOUND, 'utf16le'),
    ),
    answer('bytes that are no text', `${OK}\r\n`, Buffer.alloc(100_000, 0xff)),
    answer('a status that is none', `HTTP/1.1 99999 Yes\r\n\r\n${SOUND}`),
    answer('a version that is none', `HTTP/9.9 200 OK\r\n\r\n${SOUND}`),
    answer('no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'),
    answer('bytes at random', crypto.getRandomValues(new Uint8Array(10_000))),
    answer('a header with a bare line feed and NUL', withLength(SOUND, 'X-A: a\nX-B: \0\r\n')),
    answer(
      'a redirect to itself',
      'HTTP/1.1 302 Found\r\nLocation: /api.fake.example/boards/acme\r\nContent-Length: 0\r\n\r\n',
    ),
    answer(
      'a redirect of two addresses',
      'HTTP/1.1 302 Found\r\nLocation: https://a.example/\r\nLocation: https://b.example/\r\nContent-Length: 0\r\n\r\n',
    ),
    answer(
      'a redirect that is long',
      `HTTP/1.1 302 Found\r\nLocation: https://a.example/${'a'.repeat(8_000)}\r\nContent-Length: 0\r\n\r\n`,
    ),
    answer('304 unasked', 'HTTP/1.1 304 Not Modified\r\n\r\n'),
    answer('204 with a body', `HTTP/1.1 204 No Content\r\nContent-Length: 11\r\n\r\n${SOUND}`),
    answer(
      'a wait beyond all',
      'HTTP/1.1 429 No\r\nRetry-After: 1e400\r\nContent-Length: 0\r\n\r\n',
    ),
    encoded('a bomb of gzip', 'gzip', gzipSync(zeros)),
    encoded('a bomb of deflate', 'deflate', deflateSync(zeros)),
    encoded('a bomb of raw deflate', 'deflate', deflateRawSync(zeros)),
    encoded('a bomb of zstd', 'zstd', zstdCompressSync(zeros)),
    encoded(
      'a bomb of Brotli',
      'br',
      brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ),
    encoded('a bomb in a bomb', 'gzip, gzip', gzipSync(gzipSync(zeros))),
    encoded('a bomb in a gzip file', 'gzip', gzipSync(gzipSync(zeros))),
    encoded('gzip that is none', 'gzip', Buffer.from(SOUND)),
    encoded('half of gzip', 'gzip', gzipped.subarray(0, gzipped.length / 2)),
    encoded('gzip with more behind it', 'gzip', Buffer.concat([gzipped, Buffer.from('more')])),
    encoded('an encoding that is none', 'nonsense', Buffer.from(SOUND)),
    encoded('gzip a thousand times', Array(1_000).fill('gzip').join(', '), gzipped),
  ]
}

/** A server on a port of its own that answers each request with what `attack` says. */
export function serveBytes(): { url: string; attack: ByteAttack | undefined; stop(): void } {
  const server = Bun.listen<{ isOpen: boolean }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { isOpen: true }
      },
      async data(socket) {
        if (running.attack === undefined) socket.end(withLength(SOUND))
        else await send(socket, running.attack)
      },
      close(socket) {
        socket.data.isOpen = false
      },
    },
  })
  const running: ReturnType<typeof serveBytes> = {
    url: `http://127.0.0.1:${server.port}`,
    attack: undefined,
    stop: () => server.stop(true),
  }
  return running
}

async function send(socket: Socket<{ isOpen: boolean }>, attack: ByteAttack): Promise<void> {
  for await (const part of attack.parts()) {
    let rest = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    while (rest.length > 0 && socket.data.isOpen) {
      const written = socket.write(rest)
      if (written < 0) return
      rest = rest.subarray(written)
      // Its buffer is full.
      if (rest.length > 0) await Bun.sleep(1)
    }
    if (!socket.data.isOpen) return
  }
  if (!attack.isHeld) socket.end()
}
