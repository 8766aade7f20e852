/** What a server of the benchmark is told when it starts. */
export interface Setup {
  databaseUrl: string
  /** 0: any that is free. */
  port: number
  /** Several processes listen on the port. */
  sharesPort: boolean
  /** Where the bytes come from that a server repeats. */
  source?: { origin: string; key: string }
}

/** What a process used since it started, and holds now. */
export interface ProcessUsage {
  cpuMs: number
  memoryBytes: number
}

type Answer = { url: string } | ProcessUsage

const START_LIMIT_MS = 30_000
const STOP_LIMIT_MS = 10_000
const USAGE_LIMIT_MS = 60_000

/** A server of the benchmark in a process of its own. */
export class ServerProcess {
  private readonly answers: PromiseWithResolvers<Answer>[] = []
  private readonly child: Bun.Subprocess<'ignore', 'ignore', 'inherit'>

  private constructor(script: string, setup: Setup) {
    this.child = Bun.spawn([process.execPath, script], {
      env: { ...process.env, BENCH_SETUP: JSON.stringify(setup) },
      stdio: ['ignore', 'ignore', 'inherit'],
      serialization: 'json',
      ipc: (answer: Answer) => this.answers.shift()?.resolve(answer),
      onExit: () => {
        for (const answer of this.answers.splice(0)) answer.reject(new Error(`${script} ended`))
      },
    })
  }

  /** Starts the server; resolves with it and its address when it serves. */
  static async start(
    script: string,
    setup: Setup,
  ): Promise<{ server: ServerProcess; url: string }> {
    const server = new ServerProcess(script, setup)
    const answer = await server.expect(START_LIMIT_MS)
    if ('url' in answer) return { server, url: answer.url }
    throw new Error(`${script} did not say where it serves`)
  }

  async usage(): Promise<ProcessUsage> {
    const answer = this.expect(USAGE_LIMIT_MS)
    this.child.send('usage')
    const usage = await answer
    if ('cpuMs' in usage) return usage
    throw new Error('a server did not say what it uses')
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_LIMIT_MS)
    await this.child.exited
    clearTimeout(timer)
  }

  private async expect(limitMs: number): Promise<Answer> {
    const answer = Promise.withResolvers<Answer>()
    this.answers.push(answer)
    const timer = setTimeout(() => {
      answer.reject(new Error('a server does not answer'))
      this.child.kill('SIGKILL')
    }, limitMs)
    return await answer.promise.finally(() => clearTimeout(timer))
  }
}
