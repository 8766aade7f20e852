import type { LogState } from '../../catalogue/database/conditions/log-state'
import {
  BYTES_PER_JOB,
  kindOf,
  NOT_ACTIVE,
} from '../../catalogue/database/queries/list-active-jobs'
import type { JobFilter } from '../../catalogue/job-filter'
import { instantAt, int64At } from '../../values/packed-values'
import { employmentTypeBits } from '../../values/vocabulary'

/** The most kinds of jobs that have an index. */
const MAX_KINDS = 2 ** 16

/** Values of all active jobs, ascending by id, 18 bytes a job. */
export class KeptJobs {
  private length = 0
  private ids = new Float64Array(0)
  /** When each was created, in milliseconds. */
  private times = new Float64Array(0)
  /** The index of its kind in `kinds`. */
  private kindIndexes = new Uint16Array(0)
  /** The first is the kind of a job that left. */
  private readonly kinds = new Map([[NOT_ACTIVE, 0]])

  constructor(
    readonly sources: readonly string[],
    public state: LogState,
  ) {}

  /** Writes jobs as `listActiveJobs` gives them. False if that is not possible; the list is then of no use. */
  apply(packed: Uint8Array, state: LogState): boolean {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
    this.makeRoom(packed.length / BYTES_PER_JOB)
    for (let at = 0; at < packed.length; at += BYTES_PER_JOB) {
      const [id, bits] = [int64At(view, at), view.getInt32(at + 16)]
      const isActive = bits !== NOT_ACTIVE
      const position = this.positionOf(id)
      const isNew = position === this.length
      // A job that came and left since, or left before the list was read.
      if (!isActive && this.ids[position] !== id) continue
      const index = this.indexOf(bits)
      if (index === undefined || (!isNew && this.ids[position] !== id)) return false
      if (isNew) this.length += 1
      this.ids[position] = id
      this.times[position] = instantAt(view, at + 8)
      this.kindIndexes[position] = index
    }
    this.state = state
    return true
  }

  count({ created, ...filter }: JobFilter): bigint {
    const from = created?.from?.getTime() ?? Number.NEGATIVE_INFINITY
    const to = created?.to?.getTime() ?? Number.POSITIVE_INFINITY
    const isCounted = Uint8Array.from(this.kinds.keys(), (bits) =>
      bits !== NOT_ACTIVE && this.matches(bits, filter) ? 1 : 0,
    )
    const { times, kindIndexes, length } = this
    let count = 0
    for (let index = 0; index < length; index++) {
      const time = times[index] ?? 0
      if (time >= from && time < to) count += isCounted[kindIndexes[index] ?? 0] ?? 0
    }
    return BigInt(count)
  }

  private matches(bits: number, filter: JobFilter): boolean {
    const kind = kindOf(bits)
    const source = this.sources[kind.source] ?? ''
    const { countries, sources, excludedSources, employmentTypes } = filter
    const isFlag = (name: 'hasSalary' | 'isRemote' | 'hasLocation') =>
      filter[name] === undefined || filter[name] === kind[name]
    return (
      countries.includes(kind.country) &&
      (['hasSalary', 'isRemote', 'hasLocation'] as const).every(isFlag) &&
      sources?.includes(source) !== false &&
      excludedSources?.includes(source) !== true &&
      (employmentTypes === undefined ||
        (employmentTypeBits(employmentTypes) & kind.employmentTypes) !== 0)
    )
  }

  /** The index of a kind; undefined for a source that is not listed, and beyond the last index. */
  private indexOf(bits: number): number | undefined {
    const known = this.kinds.get(bits)
    if (known !== undefined) return known
    if (kindOf(bits).source < 0 || this.kinds.size >= MAX_KINDS) return undefined
    this.kinds.set(bits, this.kinds.size)
    return this.kinds.size - 1
  }

  /** The place of the first id that is not smaller. */
  private positionOf(id: number): number {
    let [low, high] = [0, this.length]
    // Most new jobs have the greatest ids.
    if (this.length === 0 || id > (this.ids[high - 1] ?? 0)) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.ids[middle] ?? 0) < id) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Room for so many more jobs. Jobs that left make room. */
  private makeRoom(more: number): void {
    if (this.length + more <= this.ids.length) return
    const { ids, times, kindIndexes, length } = this
    const room = Math.ceil((length + more) * 1.1)
    this.ids = new Float64Array(room)
    this.times = new Float64Array(room)
    this.kindIndexes = new Uint16Array(room)
    this.length = 0
    for (let index = 0; index < length; index++) {
      if (kindIndexes[index] === 0) continue
      this.ids[this.length] = ids[index] ?? 0
      this.times[this.length] = times[index] ?? 0
      this.kindIndexes[this.length] = kindIndexes[index] ?? 0
      this.length += 1
    }
  }
}
