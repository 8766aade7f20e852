import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresCpuMs } from './postgres-cpu'

/** What a command used from its start to its end. */
export interface CommandCost {
  seconds: number
  ownCpuSeconds: number
  postgresCpuSeconds: number
  peakMb: number
}

const MB = 1024 * 1024

/** Runs a file of src/commands in a process of its own. `directory` is that of the benchmark's PostgreSQL. */
export async function measureCommand(
  directory: string,
  command: string,
  options: { args: readonly string[]; env: Record<string, string>; output?: string | undefined },
): Promise<CommandCost> {
  const { args, env, output } = options
  const log = join(directory, `${command}.log`)
  const before = await postgresCpuMs(directory)
  const started = performance.now()
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, '../../../src/commands', `${command}.ts`), ...args],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', output === undefined ? 'ignore' : Bun.file(output), Bun.file(log)],
    },
  )
  // A work that takes too long is given up, and the benchmark ends.
  const onExit = (): void => child.kill()
  process.once('exit', onExit)
  const peak = watchPeak(child.pid)
  const status = await child.exited
  process.off('exit', onExit)
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(`${command} ended with status ${status}; see ${log}`)
  const used = child.resourceUsage()
  const after = await postgresCpuMs(directory)
  return {
    seconds,
    ownCpuSeconds: Number(used?.cpuTime.total ?? Number.NaN) / 1e6,
    postgresCpuSeconds: ((after ?? Number.NaN) - (before ?? Number.NaN)) / 1000,
    peakMb: peak() / MB,
  }
}

const WATCH_MS = 50

/**
 * Watches the most memory that a process has held; the result ends it and returns bytes, NaN where there is no /proc. The
 * `maxRSS` of a child is no less than the memory of its parent when it was started.
 */
function watchPeak(pid: number): () => number {
  let bytes = Number.NaN
  const read = async (): Promise<void> => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]
    if (kilobytes !== undefined) bytes = Number(kilobytes) * 1024
  }
  const timer = setInterval(() => void read(), WATCH_MS)
  return () => {
    clearInterval(timer)
    return bytes
  }
}
