import { join } from 'node:path'
import { createProgress } from '../../../src/commands/terminal/output'
import { withClient } from '../catalogue/databases'

const JOBS_A_STATEMENT = 5_000

/** Makes the rival's table and fills it with the jobs of the catalogue, on two connections. */
export async function fillRival(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.unsafe(await text('tables.sql'))
    const [row] = await client`select coalesce(max(id), 0)::integer as last from public.jobs`
    const last = Number(row?.last)
    const statement = await text('fill.sql')
    const progress = createProgress(last)
    let next = 0
    const work = async (): Promise<void> => {
      while (next < last) {
        const from = next
        next += JOBS_A_STATEMENT
        await client.unsafe(statement, [from, from + JOBS_A_STATEMENT])
        progress.show(from, 'the rival is filled')
      }
    }
    await Promise.all([work(), work()])
    progress.end()
  })
}

/** The rival's indexes, and fresh statistics and visibility for all tables, as a catalogue at rest has them. */
export async function settle(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of (await text('indexes.sql')).split(';')) {
      if (statement.trim() !== '') await client.unsafe(statement)
    }
    await client.unsafe('vacuum (analyze)')
    await client.unsafe('checkpoint').catch(() => undefined)
  })
}

async function text(file: string): Promise<string> {
  return await Bun.file(join(import.meta.dir, file)).text()
}
