import { type Query, target } from '../queries/query'
import type { Contender } from './contenders'
import { send, time } from './load'
import { median } from './statistics'

/** How long a query takes us and the rival, in turn. */
export interface QueryTimes {
  query: Query
  ours: number[]
  rival: number[]
  /** The first answer of each; undefined when it ran out of time. */
  answers: { ours: string | undefined; rival: string | undefined }
}

/** A slow query is not asked again and again. */
const SLOW_MS = 1_000

/** Asks one thing of both, first unmeasured, then in turn. The only answer counts of one that is slow. */
export async function timeQuery(
  contenders: { ours: Contender; rival: Contender },
  query: Query,
  options: { path: string; parameters: Readonly<Record<string, string | number>>; rounds: number },
): Promise<QueryTimes> {
  const { path, parameters, rounds } = options
  const targets = {
    ours: target(path, { ...parameters, ...query.ours }),
    rival: target(path, { ...parameters, ...query.rival }),
  }
  const [own, other] = [
    await ask(contenders.ours, targets.ours),
    await ask(contenders.rival, targets.rival),
  ]
  const answers = { ours: own.text, rival: other.text }
  const times: QueryTimes = { query, ours: [], rival: [], answers }
  for (let round = 0; round < rounds; round += 1) {
    if (own.ms <= SLOW_MS) times.ours.push(await time(contenders.ours, targets.ours))
    if (other.ms <= SLOW_MS) times.rival.push(await time(contenders.rival, targets.rival))
  }
  if (times.ours.length === 0) times.ours.push(own.ms)
  if (times.rival.length === 0) times.rival.push(other.ms)
  return times
}

/** The medians of each query. */
export function medians(all: readonly QueryTimes[], whose: 'ours' | 'rival'): number[] {
  return all.map((times) => median(times[whose]))
}

async function ask(
  contender: Contender,
  target: string,
): Promise<{ ms: number; text: string | undefined }> {
  const started = performance.now()
  try {
    const text = await (await send(contender, target)).text()
    return { ms: performance.now() - started, text }
  } catch (error) {
    const ms = performance.now() - started
    // A query that runs out of time took that time; anything else is a mistake.
    if (ms < SLOW_MS) throw error
    console.error(`${contender.name}: no answer after ${Math.round(ms)} ms: ${target}`)
    return { ms, text: undefined }
  }
}
