import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Coding } from './accept-encoding'
import { type Body, toBytes } from './body'
import { once } from './once'

/** Gives a body in a coding. */
export type Compressor = (coding: Coding) => Promise<Uint8Array>

/** Bodies of fewer bytes are sent plain: they fit a packet or two either way. */
export const MIN_COMPRESSED_LENGTH = 1024

/** Compresses the body each time it is asked to. */
export function compressorOf(body: Body): Compressor {
  return async (coding) => await compress(toBytes(body), coding)
}

/** Compresses the body once in each coding, for one that is sent often. */
export function compressOnce(body: Uint8Array): Compressor {
  const codings = {
    zstd: once(() => compress(body, 'zstd')),
    gzip: once(() => compress(body, 'gzip')),
  }
  return (coding) => codings[coding]()
}

/** Up to this size the way to the thread pool and back takes longer than compressing. */
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
