/** One sample a second for an hour, which is the longest lag that can be reported. */
const MAX_SAMPLES = 3_600

export interface Lag {
  bytes: number
  /** The age of the oldest change that the replica lacks, among the changes that this process saw on the primary. */
  seconds: number
}

/** Samples of the primary's log position over time, so that lag is measured with one clock. */
export class ReplicationLag {
  private readonly samples: { bytes: number; atMs: number }[] = []

  add(bytes: number, atMs: number): void {
    // After a failover, the log of the old primary beyond that of the new one is no longer part of the log.
    while ((this.samples.at(-1)?.bytes ?? 0) > bytes) this.samples.pop()
    if (this.samples.at(-1)?.bytes === bytes) return
    this.samples.push({ bytes, atMs })
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
  }

  /** The lag of a replica that has replayed this many bytes. */
  of(replayedBytes: number, atMs: number): Lag {
    const written = this.samples.at(-1)?.bytes ?? 0
    const missed = this.samples.find(({ bytes }) => bytes > replayedBytes)
    return {
      bytes: Math.max(0, written - replayedBytes),
      seconds: missed === undefined ? 0 : (atMs - missed.atMs) / 1000,
    }
  }
}
