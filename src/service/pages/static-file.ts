import { memoize } from '../../values/single-flight'
import { type Reply, reusable } from '../http/reply'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Reads a file on first use. Browsers revalidate it with its entity tag. */
export function staticFile(file: string): () => Promise<Reply> {
  const contentType = CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)]
  if (contentType === undefined) throw new TypeError(`${file} has no known content type`)
  return staticReply(contentType, () => Bun.file(file).bytes())
}

/** As `staticFile`, with a body that is made on first use. */
export function staticReply(
  contentType: string,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): () => Promise<Reply> {
  return memoize(async () => {
    return { ...reusable(await make()), contentType }
  })
}
