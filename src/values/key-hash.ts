/** The SHA-256 of an API key in hexadecimal, under which the key is stored and found. */
export function hashKey(key: string): string {
  return new Bun.CryptoHasher('sha256').update(key).digest('hex')
}
