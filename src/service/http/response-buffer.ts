import { Overloaded } from '../../values/errors'

/** The bodies of this process that wait for their clients to read them, bounded in bytes. */
export class ResponseBuffer {
  bytes = 0

  constructor(private readonly maxBytes = Number.POSITIVE_INFINITY) {}

  /** Throws `Overloaded` when a body of this length would exceed the bound. One that is larger than the bound is sent alone. */
  checkRoom(length: number): void {
    if (this.bytes === 0 || this.bytes + length <= this.maxBytes) return
    throw new Overloaded('too many bytes wait for clients that read slowly')
  }

  /** Counts a body until `sent` settles. */
  hold(length: number, sent: Promise<unknown>): void {
    this.bytes += length
    const release = () => {
      this.bytes -= length
    }
    sent.then(release, release)
  }
}
