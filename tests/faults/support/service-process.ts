import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAIN = join(import.meta.dir, '../../../src/main.ts')

/** The service as an operator starts it, in a process of its own. */
export interface ServiceProcess {
  url: string
  pid: number
  /** What it wrote on standard error and standard output since it started. */
  output(): string
  isRunning(): boolean
  residentMb(): number
  /** Open sockets and files. */
  descriptors(): number
  /** SIGTERM; the exit status and how long it took. */
  stop(): Promise<{ status: number; ms: number }>
}

export async function startServiceProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child = Bun.spawn([process.execPath, MAIN], {
    env: { ...process.env, LOG_LEVEL: 'error', PORT: '0', ...env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const texts: string[] = []
  const serving = Promise.withResolvers<string>()
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      texts.push(decoder.decode(chunk, { stream: true }))
      const url = /serving (http:\S+)/.exec(texts.join(''))?.[1]
      if (url !== undefined) serving.resolve(url)
    }
    serving.reject(new Error(`the service did not start: ${texts.join('')}`))
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const url = await serving.promise
  return {
    url,
    pid: child.pid,
    output: () => texts.join(''),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    residentMb: () => residentMb(child.pid),
    descriptors: () =>
      Bun.spawnSync(['ls', `/proc/${child.pid}/fd`])
        .stdout.toString()
        .split('\n').length,
    async stop() {
      const startedAt = performance.now()
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
      const status = await child.exited
      clearTimeout(timer)
      await reading
      return { status, ms: Math.round(performance.now() - startedAt) }
    },
  }
}

export function residentMb(pid: number | 'self'): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
