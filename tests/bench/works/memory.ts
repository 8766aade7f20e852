import type { Work } from '../bench'
import { type Contender, startContenders } from '../measure/contenders'
import { time } from '../measure/load'
import { limitClaim } from '../measure/report'
import { median } from '../measure/statistics'
import { pageCursors, pageTarget } from '../queries/pages'

const CLIENTS = 64
const SAMPLE_EVERY_MS = 500
const MAX_MB = 350
/** The last third beside the middle one: what is more is a leak. */
const MAX_GROWTH = 1.1

const MB = 1024 * 1024

export const memory: Work = {
  name: 'memory',
  about:
    '64 clients on pages of 1000 jobs with HTML, the memory of the one process that serves them',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours')
    const ours = contenders.get('ours')
    const idle = (await ours.server.usage()).memoryBytes / MB
    const cursors = await pageCursors(bench.databaseUrl, 1000)
    const watch = await watchMemory(ours, cursors, bench.memorySeconds)
    const third = Math.floor(watch.samples.length / 3)
    const [middle, last] = [watch.samples.slice(third, 2 * third), watch.samples.slice(2 * third)]
    const growth = median(last) / median(middle)
    const peak = Math.max(...watch.samples)
    return {
      tables: [
        {
          title: `Memory of one process, ${CLIENTS} clients for ${bench.memorySeconds} s, MB`,
          header: ['idle', 'median', 'peak', 'middle third', 'last third', 'pages /s'],
          rows: [[idle, median(watch.samples), peak, median(middle), median(last), watch.aSecond]],
        },
      ],
      figures: { idle, peak, growth, pagesASecond: watch.aSecond, samples: watch.samples },
      claims: [
        limitClaim({ work: `memory, ${CLIENTS} clients`, value: peak, unit: 'MB', atMost: MAX_MB }),
        limitClaim({
          work: 'memory, last third of the time to the middle one',
          value: growth,
          unit: '',
          atMost: MAX_GROWTH,
        }),
      ],
    }
  },
}

async function watchMemory(
  contender: Contender,
  cursors: readonly number[],
  seconds: number,
): Promise<{ samples: number[]; aSecond: number }> {
  const until = performance.now() + seconds * 1000
  const samples: number[] = []
  let pages = 0
  const client = async (first: number): Promise<void> => {
    for (let place = first; performance.now() < until; place += 1) {
      const cursor = cursors[place % cursors.length] ?? 0
      await time(contender, pageTarget(cursor, { description_format: 'html' }))
      pages += 1
    }
  }
  const watch = async (): Promise<void> => {
    while (performance.now() < until) {
      samples.push((await contender.server.usage()).memoryBytes / MB)
      await Bun.sleep(SAMPLE_EVERY_MS)
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number * 7))
  await Promise.all([watch(), ...clients])
  return { samples, aSecond: pages / seconds }
}
