import type { Queries } from '../../catalogue/database/client/drizzle'
import { isWithin, type LogState, MAX_CHANGES } from '../../catalogue/database/conditions/log-state'
import { listRemovals, listRemovalsAfter } from '../../catalogue/database/queries/list-removals'
import type { Country } from '../../values/country'
import { type JsonBytes, jsonIntegers } from '../../values/json-text'
import { instantAt, int64At } from '../../values/packed-values'
import type { Window } from '../../values/window'

const LIMITS = {
  /** The longest list that is kept; it takes 16 bytes an id. */
  keptIds: 1_000_000,
  changes: MAX_CHANGES,
}

/** A list as it was last read, ascending by id. */
interface KeptList {
  ids: Float64Array
  /** When each job left, in milliseconds. */
  times: Float64Array
  /** It has the jobs that left at this instant or later. */
  from: Date
  state: LogState
}

/**
 * Ids of jobs of some countries that left in a window, ascending, as a JSON array. The list is kept, and the change log brings it
 * up to date: whatever removes a job writes a change, and no job that left in a window is pruned (`pruneHorizon`). One call at a
 * time.
 */
export function createExpiredIds(
  reads: Queries,
  countries: readonly Country[],
  limits = LIMITS,
): (window: Window) => Promise<JsonBytes> {
  let kept: KeptList | undefined

  async function readAll(from: Date): Promise<KeptList> {
    const { packed, state } = await listRemovals(reads, countries, from)
    return { ...unpack(packed), from, state }
  }

  /** Undefined when the list has to be read again. */
  async function bringUpToDate(list: KeptList, from: Date): Promise<KeptList | undefined> {
    if (from < list.from) return undefined
    const asked = { countries, limit: limits.changes }
    const { packed, state } = await listRemovalsAfter(reads, list.state, asked)
    if (!isWithin(list.state, state, asked)) return undefined
    return packed.length === 0 ? { ...list, state } : merge(list, unpack(packed), { from, state })
  }

  return async ({ from, to }) => {
    const list = (kept && (await bringUpToDate(kept, from))) ?? (await readAll(from))
    kept = list.ids.length <= limits.keptIds ? list : undefined
    const [first, end] = [from.getTime(), to.getTime()]
    return jsonIntegers(list.ids, (index) => {
      const time = list.times[index] ?? 0
      return time >= first && time < end
    })
  }
}

const BYTES_PER_JOB = 16

function unpack(packed: Uint8Array): Pick<KeptList, 'ids' | 'times'> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const length = packed.byteLength / BYTES_PER_JOB
  const ids = new Float64Array(length)
  const times = new Float64Array(length)
  for (let index = 0; index < length; index++) {
    ids[index] = int64At(view, index * BYTES_PER_JOB)
    times[index] = instantAt(view, index * BYTES_PER_JOB + 8)
  }
  return { ids, times }
}

/** Both lists, without the jobs that left before `from`. */
function merge(
  a: Pick<KeptList, 'ids' | 'times'>,
  b: Pick<KeptList, 'ids' | 'times'>,
  { from, state }: Pick<KeptList, 'from' | 'state'>,
): KeptList {
  const ids = new Float64Array(a.ids.length + b.ids.length)
  const times = new Float64Array(ids.length)
  let length = 0
  const take = (list: typeof a, index: number) => {
    const time = list.times[index] ?? 0
    if (time < from.getTime()) return
    ids[length] = list.ids[index] ?? 0
    times[length] = time
    length += 1
  }
  let next = 0
  for (let index = 0; index < a.ids.length; index++) {
    const id = a.ids[index] ?? 0
    for (; (b.ids[next] ?? Number.POSITIVE_INFINITY) < id; next++) take(b, next)
    take(a, index)
  }
  for (; next < b.ids.length; next++) take(b, next)
  return { ids: ids.slice(0, length), times: times.slice(0, length), from, state }
}
