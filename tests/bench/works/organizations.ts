import type { Work } from '../bench'
import { startContenders } from '../measure/contenders'
import { interleave, runClients, send } from '../measure/load'
import { atLeastClaim } from '../measure/report'
import { median } from '../measure/statistics'

const PATH = '/v1/ats-organizations'
const CLIENTS = 8
const REQUESTS_A_CLIENT = 40
const ROUNDS = 7
const OF_LIMIT = 0.5

export const organizations: Work = {
  name: 'organizations',
  about: 'the employer list in zstd beside the same bytes from memory, eight clients',
  async run(bench) {
    await using contenders = await startContenders(bench, 'ours', 'S')
    const ours = contenders.get('ours')
    const list: unknown[] = JSON.parse(await (await send(ours, PATH)).text())
    const bytes = (await (await send(ours, PATH, { coding: 'zstd' })).arrayBuffer()).byteLength
    const clients = Array.from({ length: CLIENTS }, () => Array(REQUESTS_A_CLIENT).fill(PATH))
    const rates = await interleave(contenders.all, { rounds: ROUNDS }, async (contender) => {
      const { elapsedMs, times } = await runClients(contender, clients, { coding: 'zstd' })
      return (times.length * 1000) / elapsedMs
    })
    const [own, S] = [median(rates.ours), median(rates.S)]
    return {
      tables: [
        {
          title: 'Employer list, zstd',
          header: ['employers', 'bytes', 'ours /s', 'S /s', 'ours/S'],
          rows: [[list.length, bytes, own, S, (own / S).toFixed(2)]],
        },
      ],
      figures: { employers: list.length, bytes, ours: own, S },
      claims: [
        atLeastClaim({
          work: `list of ${list.length} employers, zstd`,
          ours: own,
          other: S,
          name: 'S',
          unit: '/s',
          atLeast: OF_LIMIT,
        }),
      ],
    }
  },
}
