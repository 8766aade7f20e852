/** The first characters of every API key. */
export const KEY_PREFIX = 'jc_'

const KEYS = new RegExp(`${KEY_PREFIX}[\\w-]+`, 'g')

/** Masks everything that may be an API key, so that the text can be shown or logged. */
export function hideKeys(text: string): string {
  return text.replace(KEYS, `${KEY_PREFIX}...`)
}

/** The SHA-256 hash of an API key in hexadecimal. The service stores and finds keys by it. */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex')
}
