/**
 * `bun run test [arguments of bun test]`: runs the tests against a throwaway PostgreSQL, or against the server that
 * TEST_DATABASE_URL names, whose user must be allowed to create databases.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/embedded-postgres/embedded-postgres'

const LIMIT_MS = 10 * 60_000
/** How long `bun test` may take to end after it was asked to. */
const END_LIMIT_MS = 5_000

/** Files at once: much of a run is waiting. More would need more connections than PostgreSQL has by default. */
const FILES_AT_ONCE = 2

type Database = { url: string; close(): Promise<void> }

process.exit(await main())

async function main(): Promise<number> {
  const interruption = Promise.withResolvers<number>()
  process.on('SIGINT', () => interruption.resolve(130))
  process.on('SIGTERM', () => interruption.resolve(143))
  const database = await openDatabase()
  try {
    return await runTests(database.url, interruption.promise)
  } finally {
    await database.close()
  }
}

async function openDatabase(): Promise<Database> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'job-catalogue-tests-'))
  try {
    const server = await startEmbedded({ dataDir, durable: false })
    return {
      url: server.url,
      async close() {
        await server.stop()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** Runs `bun test`, says how many passed, and returns its exit status, or another when it had to be ended. */
async function runTests(url: string, interruption: Promise<number>): Promise<number> {
  const command = [process.execPath, 'test', `--parallel=${FILES_AT_ONCE}`]
  const child = Bun.spawn([...command, ...process.argv.slice(2)], {
    cwd: join(import.meta.dir, '..'),
    env: { ...process.env, TEST_DATABASE_URL: url, ...colors() },
    stdio: ['inherit', 'inherit', 'pipe'],
  })
  const closingLines = forwardErrors(child.stderr)
  let timer: Timer | undefined
  const deadline = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      console.error(`the tests took longer than ${LIMIT_MS / 60_000} minutes`)
      resolve(124)
    }, LIMIT_MS)
  })
  const status = await Promise.race([child.exited, interruption, deadline])
  clearTimeout(timer)
  await end(child)
  const noClosingLines = Bun.sleep(END_LIMIT_MS).then(() => '')
  console.log(summarize(await Promise.race([closingLines, noClosingLines])))
  return status
}

/** A pipe is no terminal, but what goes into it ends up on ours. */
function colors(): Record<string, string> {
  return process.stderr.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
}

/** Passes results on as they come, and returns the end of them. */
async function forwardErrors(errors: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let tail = ''
  for await (const chunk of errors) {
    process.stderr.write(chunk)
    tail = (tail + decoder.decode(chunk, { stream: true })).slice(-4000)
  }
  return tail
}

async function end(child: Bun.Subprocess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
  await child.exited
  clearTimeout(timer)
}

/** `bun test` closes with lines such as ` 4 pass` and ` 1 fail`; errors outside of any test are counted as ` 1 error`. */
function summarize(closingLines: string): string {
  const lines = Bun.stripANSI(closingLines)
  const count = (word: string) =>
    Number([...lines.matchAll(new RegExp(`^ *(\\d+) ${word}s?$`, 'gm'))].at(-1)?.[1] ?? 0)
  return `${count('pass')} passed, ${count('fail') + count('error')} failed`
}
