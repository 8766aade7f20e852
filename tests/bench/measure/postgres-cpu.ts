import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const MS_A_TICK = 10

/**
 * The CPU that the PostgreSQL of a data directory has used, with that of processes that have ended, in
 * milliseconds; undefined where there is no /proc.
 */
export async function postgresCpuMs(directory: string): Promise<number | undefined> {
  try {
    const lines = await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')
    const postmaster = Number(lines.split('\n')[0])
    const stats = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readStat)
    const all = (await Promise.all(stats)).filter((stat) => stat !== undefined)
    return all
      .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
      .reduce((sum, { pid, own, ended }) => sum + own + (pid === postmaster ? ended : 0), 0)
  } catch {
    return undefined
  }
}

/** See proc(5): the fields after the name, which may hold spaces. A process may end while it is read. */
async function readStat(
  pid: string,
): Promise<{ pid: number; parent: number; own: number; ended: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (text === '') return undefined
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = (index: number): number => Number(fields[index]) * MS_A_TICK
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    own: ticks(11) + ticks(12),
    ended: ticks(13) + ticks(14),
  }
}
