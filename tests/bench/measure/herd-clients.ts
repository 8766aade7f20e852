/**
 * A process of clients that all begin at once: more connections than a process opens unless its environment says so.
 * It is sent what each client asks, and answers with the milliseconds of every request.
 */
export interface Herd {
  origin: string
  clients: { key: string; targets: string[] }[]
}

export interface HerdTimes {
  times: number[]
  errors: string[]
}

const REQUEST_LIMIT_MS = 60_000

process.on('message', (herd: Herd) => void run(herd).then((times) => process.send?.(times)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

async function run({ origin, clients }: Herd): Promise<HerdTimes> {
  const times: number[] = []
  const errors: string[] = []
  await Promise.all(
    clients.map(async ({ key, targets }) => {
      for (const target of targets) {
        const started = performance.now()
        try {
          const response = await fetch(origin + target, {
            headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' },
            signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
          })
          await response.arrayBuffer()
          if (response.status !== 200) errors.push(`${response.status} ${target}`)
        } catch (error) {
          errors.push(`${String(error)} ${target}`)
        }
        times.push(performance.now() - started)
      }
    }),
  )
  return { times, errors }
}
