/** What every key begins with. */
export const KEY_PREFIX = 'jc_'

const KEYS = new RegExp(`${KEY_PREFIX}[\\w-]+`, 'g')

/** A text that may be shown: where it holds something like a key, its beginning alone is left. */
export function hideKeys(text: string): string {
  return text.replace(KEYS, `${KEY_PREFIX}...`)
}

/** The SHA-256 of an API key in hexadecimal, under which the key is stored and found. */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex')
}
