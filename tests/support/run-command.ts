import { spyOn } from 'bun:test'
import { program } from './program'

/** What `Shutdown` listens to. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

export interface CommandRun {
  output: string
  errors: string
  status: number
}

/** Runs a program of src/ as a person does, on a database, with what it reads from standard input. */
export async function runCommand(
  file: string,
  args: readonly string[],
  { url, input = '', env = {} }: { url: string; input?: string | Uint8Array; env?: object },
): Promise<CommandRun> {
  const child = Bun.spawn([...program(file), ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env, DATABASE_URL: url },
    stdin: typeof input === 'string' ? Buffer.from(input) : input,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { output, errors, status }
}

/**
 * Runs a file of src/commands/ in this process, which is cheaper than a process of its own. For commands that do not read
 * standard input, on the database of `url` if they open one.
 */
export async function callCommand(
  file: string,
  args: readonly string[],
  { url, env = {} }: { url?: string; env?: Record<string, string> } = {},
): Promise<CommandRun> {
  const output: string[] = []
  const errors: string[] = []
  const printed = { log: output, error: errors, warn: errors }
  const { argv, exitCode, env: environment } = process
  const listeners = SIGNALS.map((signal) => ({ signal, before: process.listeners(signal) }))
  const spies = (['log', 'error', 'warn'] as const).map((method) =>
    spyOn(console, method).mockImplementation((text: string) => void printed[method].push(text)),
  )
  try {
    process.argv = [process.execPath, file, ...args]
    process.env = { ...environment, ...env, ...(url !== undefined && { DATABASE_URL: url }) }
    // The query makes it another module, which runs again.
    await import(`../../src/commands/${file}?${crypto.randomUUID()}`)
    const status = Number(process.exitCode ?? 0)
    return { output: asLines(output), errors: asLines(errors), status }
  } finally {
    process.argv = argv
    process.env = environment
    process.exitCode = exitCode ?? 0
    for (const spy of spies) spy.mockRestore()
    for (const { signal, before } of listeners) {
      const added = process.listeners(signal).filter((listener) => !before.includes(listener))
      for (const listener of added) process.off(signal, listener)
    }
  }
}

function asLines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
