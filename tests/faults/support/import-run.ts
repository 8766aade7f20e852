import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const IMPORT = join(import.meta.dir, '../../../src/commands/import.ts')

export interface ImportRun {
  status: number
  /** The last line on standard output. */
  summary: string
  /** The first and the last lines on standard error. */
  issues: string[]
  seconds: number
  peakMb: number
}

/** Runs an import as an operator does, and watches its memory. */
export async function runImport(url: string, ...args: string[]): Promise<ImportRun> {
  const startedAt = performance.now()
  const child = Bun.spawn([process.execPath, IMPORT, ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let peakMb = 0
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, highWaterMb(child.pid))
  }, 50)
  const [output, issues, status] = await Promise.all([
    new Response(child.stdout).text(),
    firstAndLast(child.stderr),
    child.exited,
  ])
  clearInterval(watch)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { status, summary: output.trim().split('\n').at(-1) ?? '', issues, seconds, peakMb }
}

async function firstAndLast(stream: ReadableStream<Uint8Array>): Promise<string[]> {
  const decoder = new TextDecoder()
  let first = ''
  let last = ''
  for await (const chunk of stream) {
    const text = decoder.decode(chunk, { stream: true })
    if (first.length < 300) first += text.slice(0, 300)
    last = (last + text).slice(-300)
  }
  const [head = ''] = first.split('\n')
  const tail = last.trimEnd().split('\n').at(-1) ?? ''
  return head === tail ? [head].filter(Boolean) : [head, tail]
}

/** The most memory that a process had; 0 when it has gone. */
function highWaterMb(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0
    throw error
  }
}
