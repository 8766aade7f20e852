import { join } from 'node:path'
import type { OwnPostgres } from './own-postgres'

const IMPORT = join(import.meta.dir, '../../../src/commands/import.ts')

/** An import in a process of its own, with what it has printed on standard error. */
export function startImport(url: string, ...args: string[]) {
  const child = Bun.spawn([process.execPath, IMPORT, ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const texts: string[] = []
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stderr) texts.push(decoder.decode(chunk, { stream: true }))
  })()
  return {
    child,
    errors: () => texts.join(''),
    async end(): Promise<number> {
      const [status] = await Promise.all([child.exited, reading])
      return status
    },
  }
}

/** Freezes an import while it holds the writer lock: between two statements, or while it sends rows. */
export async function freezeWithin(
  server: OwnPostgres,
  { child }: ReturnType<typeof startImport>,
  place: 'idle' | 'copy',
): Promise<void> {
  const state = async () =>
    (
      await server.inCatalogue<{ state: string; wait_event: string }>(
        `select state, wait_event from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and objid = 5301001`,
      )
    )[0]
  const isThere = (found: Awaited<ReturnType<typeof state>>): boolean =>
    place === 'idle'
      ? found?.state === 'idle in transaction'
      : found?.state === 'active' && found.wait_event === 'ClientRead'
  while (child.exitCode === null) {
    child.kill('SIGSTOP')
    await Bun.sleep(30)
    const first = await state()
    await Bun.sleep(100)
    if (isThere(first) && isThere(await state())) return
    child.kill('SIGCONT')
    await Bun.sleep(3)
  }
  throw new Error('the import ended before it was frozen')
}
