import { compressOnce } from './compression'
import { once } from './once'
import type { Page } from './page'
import type { Reply } from './reply'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Serves a file as it is. It is read once; browsers ask each time whether they have it still. */
export function staticFile(path: string, file: string): Page {
  const contentType = CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)]
  if (contentType === undefined) throw new TypeError(`${file} is of no kind that is served`)
  return { path, answer: once(() => read(file, contentType)) }
}

async function read(file: string, contentType: string): Promise<Reply> {
  const body = await Bun.file(file).bytes()
  return {
    body,
    contentType,
    etag: new Bun.CryptoHasher('sha256').update(body).digest('base64url'),
    compress: compressOnce(body),
  }
}
