import { existsSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'

/** The memory of the machine, or of the container or service when that is limited to less. */
export function machineMemoryBytes(): number {
  return Math.min(totalmem(), ...readControlGroupLimits())
}

function readControlGroupLimits(): number[] {
  if (!existsSync('/proc/self/cgroup')) return []
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')
  return lines.flatMap(limitFiles).map(readLimit)
}

/** The files that may hold a limit for a line `number:controllers:path`; a container sees its own at the top. */
function limitFiles(line: string): string[] {
  const [number, controllers, path] = line.split(':')
  if (number === '0') {
    return [`/sys/fs/cgroup${path}/memory.max`, '/sys/fs/cgroup/memory.max']
  }
  if (controllers !== 'memory') return []
  const top = '/sys/fs/cgroup/memory'
  return [`${top}${path}/memory.limit_in_bytes`, `${top}/memory.limit_in_bytes`]
}

/** `max` in a file means no limit. */
function readLimit(path: string): number {
  const limit = existsSync(path) ? Number(readFileSync(path, 'utf8')) : Number.NaN
  return limit > 0 ? limit : Number.POSITIVE_INFINITY
}
