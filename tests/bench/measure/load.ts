import type { Contender } from './contenders'

const REQUEST_LIMIT_MS = 60_000

export interface RequestOptions {
  /** `identity` when absent. */
  coding?: string
  key?: string
}

/** Sends a request and reads its answer to the end; throws when it is not 200. Returns the milliseconds it took. */
export async function time(
  contender: Contender,
  target: string,
  options: RequestOptions = {},
): Promise<number> {
  const started = performance.now()
  const response = await send(contender, target, options)
  await response.arrayBuffer()
  return performance.now() - started
}

export async function send(
  { origin, key, name }: Contender,
  target: string,
  options: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(origin + target, {
    headers: {
      Authorization: `Bearer ${options.key ?? key}`,
      'Accept-Encoding': options.coding ?? 'identity',
    },
    decompress: false,
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
  if (response.status === 200) return response
  throw new Error(`${name}: ${target} is ${response.status}: ${await response.text()}`)
}

/** Runs the work of some clients side by side; each takes its own targets in turn. Returns all times. */
export async function runClients(
  contender: Contender,
  clients: readonly (readonly string[])[],
  options: RequestOptions = {},
): Promise<{ elapsedMs: number; times: number[] }> {
  const started = performance.now()
  const times = await Promise.all(
    clients.map(async (targets) => {
      const own: number[] = []
      for (const target of targets) own.push(await time(contender, target, options))
      return own
    }),
  )
  return { elapsedMs: performance.now() - started, times: times.flat() }
}

/**
 * Measures all contenders in every round, in changing order, so that what else the machine does falls on all alike.
 * Rounds below 0 warm them up and are not returned.
 */
export async function interleave<Result>(
  contenders: readonly Contender[],
  { warm = 1, rounds }: { warm?: number; rounds: number },
  measure: (contender: Contender, round: number) => Promise<Result>,
): Promise<Record<Contender['name'], Result[]>> {
  const results: Record<Contender['name'], Result[]> = { ours: [], Q: [], T: [], S: [] }
  for (let round = -warm; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const result = await measure(contender, round)
      if (round >= 0) results[contender.name].push(result)
    }
  }
  return results
}
