import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { memoize } from '../values/single-flight'
import { type Body, toBytes } from './body'

/** The supported content codings, in order of preference. */
const CODINGS = ['zstd', 'gzip'] as const

type Coding = (typeof CODINGS)[number]

/**
 * The coding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3); on equal weights the first of `CODINGS`.
 * `*` accepts gzip only: clients that send it often cannot decode zstd.
 * `undefined`: a plain body, also for a client that accepts nothing.
 */
export function chooseCoding(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined
  const weights = readWeights(acceptEncoding)
  let best: Coding | undefined
  // Without a weight of its own, `identity` has the lowest preference.
  let most = weights.get('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? (coding === 'gzip' ? weights.get('*') : undefined) ?? 0
    if (weight > most || (weight === most && weight > 0 && best === undefined)) {
      best = coding
      most = weight
    }
  }
  return best
}

/** Returns a body compressed with a coding. */
export type Compressor = (coding: Coding) => Promise<Uint8Array | Blob>

/** Shorter bodies, in bytes, are sent plain: they fit into one or two packets. */
export const MIN_COMPRESSED_LENGTH = 1024

/** Compresses the body on every call. */
export function compressorOf(body: Body): Compressor {
  return async (coding) =>
    await compress(body instanceof Blob ? await body.bytes() : toBytes(body), coding)
}

/** Compresses the body once per coding and keeps the result, for a body that is sent often. */
export function compressOnce(body: Uint8Array | Blob): Compressor {
  const compressor = compressorOf(body)
  const codings = {
    zstd: memoize(async () => new Blob([await compressor('zstd')])),
    gzip: memoize(async () => new Blob([await compressor('gzip')])),
  }
  return (coding) => codings[coding]()
}

/** Up to this size compression is faster than a round trip to the thread pool. */
const MAX_SYNC_BYTES = 32 * 1024

const ZSTD = { level: 3 }
const GZIP = { level: 1 }

const gzip = promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gzip)

async function compress(body: Uint8Array, coding: Coding): Promise<Uint8Array> {
  const isShort = body.byteLength <= MAX_SYNC_BYTES
  switch (coding) {
    case 'zstd':
      return isShort ? Bun.zstdCompressSync(body, ZSTD) : await Bun.zstdCompress(body, ZSTD)
    case 'gzip':
      return isShort ? zlib.gzipSync(body, GZIP) : await gzip(body, GZIP)
  }
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
