/** Hashes remembered at once; the oldest goes first. */
export const MAX_STRANGERS = 1_000

/** How long a hash is remembered to belong to no key. */
export const STRANGER_MS = 2_000

/** Remembers for a moment which hashes belong to no valid key, in bounded memory. */
export class Strangers {
  private readonly seenAt = new Map<string, number>()

  has(hash: string, now: Date): boolean {
    const seenAt = this.seenAt.get(hash)
    return seenAt !== undefined && Math.abs(now.getTime() - seenAt) < STRANGER_MS
  }

  add(hash: string, now: Date): void {
    this.seenAt.delete(hash)
    this.seenAt.set(hash, now.getTime())
    if (this.seenAt.size <= MAX_STRANGERS) return
    const [oldest] = this.seenAt.keys()
    if (oldest !== undefined) this.seenAt.delete(oldest)
  }
}
