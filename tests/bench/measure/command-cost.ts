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
  const status = await child.exited
  const seconds = (performance.now() - started) / 1000
  if (status !== 0) throw new Error(`${command} ended with status ${status}; see ${log}`)
  const used = child.resourceUsage()
  const after = await postgresCpuMs(directory)
  return {
    seconds,
    ownCpuSeconds: Number(used?.cpuTime.total ?? Number.NaN) / 1e6,
    postgresCpuSeconds: ((after ?? Number.NaN) - (before ?? Number.NaN)) / 1000,
    peakMb: (used?.maxRSS ?? Number.NaN) / MB,
  }
}
