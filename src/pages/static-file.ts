import { compressOnce } from '../plugins/compression'
import type { Reply } from '../plugins/reply'
import { memoize } from '../values/memoize'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Reads a file on first use. Browsers revalidate it with its entity tag. */
export function staticFile(file: string): () => Promise<Reply> {
  const contentType = CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)]
  if (contentType === undefined) throw new TypeError(`${file} has no known content type`)
  return memoize(async () => {
    const body = await Bun.file(file).bytes()
    const etag = new Bun.CryptoHasher('sha256').update(body).digest('base64url')
    return { body, contentType, etag, compress: compressOnce(body) }
  })
}
