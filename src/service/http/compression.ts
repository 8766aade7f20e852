import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { JsonPieces } from '../../values/json-text'
import { memoize } from '../../values/single-flight'

/** The body of a response. A `Blob` is sent from its own memory, whoever reads slowly; of others each response has a copy. */
export type Body = string | Uint8Array | JsonPieces | Blob

type Coding = 'zstd' | 'gzip'

/**
 * The coding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3); on equal weights `zstd`.
 * `*` accepts gzip only: clients that send it often cannot decode zstd.
 * `undefined`: a plain body, also for a client that accepts nothing.
 */
export function chooseCoding(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined
  const weights = readWeights(acceptEncoding)
  const zstd = weights.get('zstd') ?? 0
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0
  const most = Math.max(zstd, gzip)
  // Without a weight of its own, `identity` has the lowest preference.
  if (most === 0 || most < (weights.get('identity') ?? 0)) return undefined
  return zstd === most ? 'zstd' : 'gzip'
}

/** Returns a body compressed with a coding. */
export type Compressor = (coding: Coding) => Promise<Uint8Array | Blob>

/** Shorter bodies, in bytes, are sent plain: they fit into one or two packets. */
export const MIN_COMPRESSED_LENGTH = 1024

/** Compresses the body once per coding and keeps the result, for a body that is sent often. */
export function compressOnce(body: Uint8Array | Blob): Compressor {
  const codings = {
    zstd: memoize(async () => new Blob([await compress(body, 'zstd')])),
    gzip: memoize(async () => new Blob([await compress(body, 'gzip')])),
  }
  return (coding) => codings[coding]()
}

/** Up to this size compression is faster than a round trip to the thread pool. */
const MAX_SYNC_BYTES = 32 * 1024

const ZSTD = { level: 3 }
const GZIP = { level: 1 }

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)

export async function compress(body: Body, coding: Coding): Promise<Uint8Array> {
  const bytes = body instanceof Blob ? await body.bytes() : toBytes(body)
  const isShort = bytes.byteLength <= MAX_SYNC_BYTES
  if (coding === 'gzip') return isShort ? zlib.gzipSync(bytes, GZIP) : await gzip(bytes, GZIP)
  return isShort ? Bun.zstdCompressSync(bytes, ZSTD) : await Bun.zstdCompress(bytes, ZSTD)
}

export function toBytes(body: Exclude<Body, Blob>): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body)
  return Array.isArray(body) ? Buffer.concat(body.map(toBytes)) : body
}

/** codings = coding [ ";" "q=" weight ] { "," ... }. An invalid weight counts as 0. */
function readWeights(acceptEncoding: string): Map<string, number> {
  const elements = acceptEncoding.toLowerCase().split(',')
  return new Map(
    elements.map((element) => {
      const [name = '', ...parameters] = element.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
      const text = weight?.replace(/^q\s*=\s*/, '') ?? '1'
      return [name.replace(/^x-gzip$/, 'gzip'), /^(0|1)(\.\d{0,3})?$/.test(text) ? Number(text) : 0]
    }),
  )
}
