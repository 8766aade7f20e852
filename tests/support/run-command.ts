import { spyOn } from 'bun:test'
import { join } from 'node:path'

export interface CommandRun {
  output: string
  errors: string
  status: number
}

/** Runs a file of src/ as a person does, on a database, with what it reads from standard input. */
export async function runCommand(
  file: string,
  args: readonly string[],
  { url, input = '', env = {} }: { url: string; input?: string | Uint8Array; env?: object },
): Promise<CommandRun> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../src', file), ...args], {
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

/** Runs a file of src/commands/ in this process: for arguments that it refuses before it opens anything. */
export async function callCommand(file: string, args: readonly string[]): Promise<CommandRun> {
  const printed: Record<'log' | 'error', string[]> = { log: [], error: [] }
  const { argv, exitCode } = process
  const spies = (['log', 'error'] as const).map((method) =>
    spyOn(console, method).mockImplementation((text: string) => void printed[method].push(text)),
  )
  try {
    process.argv = [process.execPath, file, ...args]
    // The query makes it another module, which runs again.
    await import(`../../src/commands/${file}?${crypto.randomUUID()}`)
    const status = Number(process.exitCode ?? 0)
    return { output: asLines(printed.log), errors: asLines(printed.error), status }
  } finally {
    process.argv = argv
    process.exitCode = exitCode ?? 0
    for (const spy of spies) spy.mockRestore()
  }
}

function asLines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}
