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
