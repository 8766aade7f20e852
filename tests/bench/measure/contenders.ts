import { join } from 'node:path'
import type { Bench } from '../bench'
import { ServerProcess, type Setup } from '../servers/child'

/** Q: the same statements and nothing else. T: as most people would write it. S: the same bytes from memory. */
export type Name = 'ours' | 'Q' | 'T' | 'S'

const SCRIPTS: Readonly<Record<Name, string>> = {
  ours: 'service',
  Q: 'bare',
  T: 'rival',
  S: 'memory',
}

/** A server that is measured. */
export interface Contender {
  name: Name
  origin: string
  key: string
  server: ServerProcess
}

export interface Contenders extends AsyncDisposable {
  all: readonly Contender[]
  get(name: Name): Contender
}

/** Starts servers, each in its own process; the service first, because S repeats it. */
export async function startContenders(bench: Bench, ...names: Name[]): Promise<Contenders> {
  const all: Contender[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(all.map(({ server }) => server.stop()))
  }
  try {
    for (const name of names) all.push(await startContender(bench, name, { source: all[0] }))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    all,
    get(name) {
      const contender = all.find((candidate) => candidate.name === name)
      if (contender === undefined) throw new Error(`${name} was not started`)
      return contender
    },
    [Symbol.asyncDispose]: stop,
  }
}

export async function startContender(
  { databaseUrl, keys: [key = ''] }: Bench,
  name: Name,
  options: { source?: Contender | undefined; port?: number } = {},
): Promise<Contender> {
  const { source, port } = options
  const setup: Setup = {
    databaseUrl,
    port: port ?? 0,
    sharesPort: port !== undefined,
    ...(source && { source: { origin: source.origin, key } }),
  }
  const script = join(import.meta.dir, `../servers/${SCRIPTS[name]}.ts`)
  const { server, url } = await ServerProcess.start(script, setup)
  return { name, origin: url, key, server }
}
