import type { Bench, Work } from '../bench'
import { type Contender, startContender } from '../measure/contenders'
import { runClients } from '../measure/load'
import { median } from '../measure/statistics'
import { pageCursors, pageTarget, stretches } from '../queries/pages'

const CLIENTS = 16
const PAGES = 3
const ROUNDS = 5

/** Bun sends all requests of a process over few connections, which the kernel may deal to one worker alone. */
export const workers: Work = {
  name: 'workers',
  about: 'one process and two on a shared port: pages of 1000 jobs in zstd, 16 clients',
  async run(bench) {
    const cursors = await pageCursors(bench.databaseUrl, 1000)
    const one = await measure(bench, cursors, 1)
    const two = await measure(bench, cursors, 2)
    return {
      tables: [
        {
          title: 'Processes on a shared port, pages of 1000 jobs a second, zstd',
          header: ['one', 'two', 'gain'],
          rows: [[one, two, (two / one).toFixed(2)]],
        },
      ],
      figures: { one, two },
      claims: [
        {
          work: 'two processes on a port',
          ours: `${two.toFixed(1)} pages/s`,
          beside: `one ${one.toFixed(1)} pages/s`,
          ratio: (two / one).toFixed(2),
          target: '',
          isMet: null,
        },
      ],
    }
  },
}

async function measure(
  bench: Bench,
  cursors: readonly number[],
  processes: number,
): Promise<number> {
  const port = freePort()
  const all: Contender[] = []
  try {
    for (let number = 0; number < processes; number += 1) {
      all.push(await startContender(bench, 'ours', { port }))
    }
    const [contender] = all
    if (contender === undefined) throw new Error('no process was started')
    const rates: number[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const targets = stretches(cursors, { clients: CLIENTS, length: PAGES, round }).map((own) =>
        own.map((cursor) => pageTarget(cursor, {})),
      )
      const { elapsedMs, times } = await runClients(contender, targets, { coding: 'zstd' })
      if (round > 0) rates.push((times.length * 1000) / elapsedMs)
    }
    return median(rates)
  } finally {
    await Promise.all(all.map(({ server }) => server.stop()))
  }
}

function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  if (port === undefined) throw new Error('no port is free')
  return port
}
