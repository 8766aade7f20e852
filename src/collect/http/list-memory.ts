import { MINUTE_MS } from '../../values/instant'
import { ListTooLarge, VendorBlocked } from '../failures'
import { ChangeSignal } from '../pace/change-signal'

const MEGABYTE = 1024 * 1024

export const DEFAULT_LIST_MB = 512

/** What a list takes for each byte of its answers: their text, its values, its rows and its lines, as was measured. */
const BYTES_PER_BYTE = 4

/** While lists take this share of the memory, others wait before they begin. */
const CROWDED_SHARE = 0.5
/** A list that waited as long begins anyway: one that is slow does not hold up all others. */
const LONGEST_WAIT_MS = 30_000

/** When a board is asked again whose list gave way to others. */
const RETRY_MS = 5 * MINUTE_MS

/** The memory that the lists of all boards in work take in a process. When it is used up, the largest list gives way. */
export class ListMemory {
  private readonly lists = new Set<ListMemoryShare>()
  /** Notified when lists take less. */
  readonly shrunk = new ChangeSignal()
  private readonly limit: number

  constructor(private readonly limitMb: number = DEFAULT_LIST_MB) {
    this.limit = limitMb * MEGABYTE
  }

  begin(): ListMemoryShare {
    const list = new ListMemoryShare(this)
    this.lists.add(list)
    return list
  }

  async waitForRoom(stop: AbortSignal): Promise<void> {
    if (this.total <= this.limit * CROWDED_SHARE) return
    const isOver = AbortSignal.any([stop, AbortSignal.timeout(LONGEST_WAIT_MS)])
    const over = new Promise((resolve) => isOver.addEventListener('abort', resolve))
    while (this.total > this.limit * CROWDED_SHARE && !isOver.aborted) {
      await Promise.race([this.shrunk.next, over])
    }
  }

  /** Called when a list has grown. */
  check(grown: ListMemoryShare): void {
    if (grown.bytes > this.limit) throw new ListTooLarge(this.limitMb)
    if (this.total <= this.limit) return
    const reading = [...this.lists].filter(({ isRead, gaveWay }) => !isRead && !gaveWay)
    reading.reduce((a, b) => (b.bytes > a.bytes ? b : a), grown).giveWay()
  }

  end(list: ListMemoryShare): void {
    this.lists.delete(list)
    this.shrunk.notify()
  }

  /** Bytes that the lists take. */
  get total(): number {
    let total = 0
    for (const { bytes } of this.lists) total += bytes
    return total
  }
}

/** A board's list from its first request until what changed is written. */
export class ListMemoryShare {
  bytes = 0
  /** Whether its answers have come: it does not grow, and cannot give way. */
  isRead = false
  /** Whether its next answer ends it; until then it keeps its memory. */
  gaveWay = false

  constructor(private readonly memory: ListMemory) {}

  /** Waits while other lists take much of the memory. */
  async waitForRoom(stop: AbortSignal): Promise<void> {
    await this.memory.waitForRoom(stop)
  }

  /** Counts bytes of an answer. Throws `ListTooLarge`, or `VendorBlocked` when the list gave way to others. */
  take(bytes: number): void {
    if (this.isRead) return
    this.bytes += bytes * BYTES_PER_BYTE
    if (!this.gaveWay) this.memory.check(this)
    if (!this.gaveWay) return
    this.bytes = 0
    const until = new Date(Date.now() + RETRY_MS)
    throw new VendorBlocked(until, 'other lists take the memory of COLLECT_LIST_MB')
  }

  /** An answer was read, and no more than `kept` bytes stay of its `taken` ones. */
  replace(taken: number, kept: number): void {
    if (this.isRead || kept >= taken) return
    // A list that gave way has given its bytes back.
    this.bytes = Math.max(0, this.bytes - (taken - kept) * BYTES_PER_BYTE)
    this.memory.shrunk.notify()
  }

  giveWay(): void {
    this.gaveWay = true
  }

  /** Its answers have come; what it takes from now on, when that is known. */
  keep(bytes = this.bytes): void {
    this.isRead = true
    this.bytes = bytes
    this.memory.shrunk.notify()
  }

  end(): void {
    this.memory.end(this)
  }
}
