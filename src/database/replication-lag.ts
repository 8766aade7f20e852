/** Samples kept: at one a second an hour, which is then the longest lag that is told. */
const MAX_SAMPLES = 3_600

export interface Lag {
  bytes: number
  /** For how long the primary has had what the replica lacks, as far as this process has seen. */
  seconds: number
}

/** Remembers how much of its log the primary had written when, so that lag is measured with one clock. */
export class ReplicationLag {
  private readonly samples: { bytes: number; atMs: number }[] = []

  add(bytes: number, atMs: number): void {
    // What a primary wrote beyond the one that took its place is no part of the log.
    while ((this.samples.at(-1)?.bytes ?? 0) > bytes) this.samples.pop()
    if (this.samples.at(-1)?.bytes === bytes) return
    this.samples.push({ bytes, atMs })
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
  }

  /** The lag of a replica that has replayed so much. */
  of(replayedBytes: number, atMs: number): Lag {
    const written = this.samples.at(-1)?.bytes ?? 0
    const missed = this.samples.find(({ bytes }) => bytes > replayedBytes)
    return {
      bytes: Math.max(0, written - replayedBytes),
      seconds: missed === undefined ? 0 : (atMs - missed.atMs) / 1000,
    }
  }
}
