import { createKey } from '../../src/access/api-keys'
import { openCatalogue } from '../../src/commands/catalogue'
import { readConfig } from '../../src/config'
import { findJobs } from '../../src/database/queries/find-jobs'
import { createService } from '../../src/service'

/**
 * A page of 1000 jobs from the service against a bare handler that runs the same SQL and returns the joined
 * text, both over loopback, in turn: `DATA_DIR=... bun tests/bench/page.ts`. The catalogue must be filled.
 */
const ROUNDS = 60

const config = readConfig(process.env)
const catalogue = await openCatalogue({ config, timeoutMs: config.queryTimeoutMs, poolSize: 10 })
const now = (): Date => new Date()
const key = await createKey(catalogue.database, `bench ${crypto.randomUUID()}`)
const app = createService({ database: catalogue.database, config, now, onResponse: () => undefined })
const service = Bun.serve({ port: 0, development: false, fetch: (request) => app.handle(request) })

for (const format of [undefined, 'html'] as const) {
  const created = { from: new Date(now().getTime() - 183 * 86_400_000), to: now() }
  const bare = Bun.serve({
    port: 0,
    development: false,
    async fetch(request) {
      const cursor = BigInt(request.url.split('cursor=')[1] ?? '0')
      const documents = await findJobs(catalogue.database, {
        filter: { countries: ['CA', 'US'], status: 'active', created },
        page: { limit: 1000, order: 'id', cursor },
        parts: { html: format === 'html' },
        isModified: false,
      })
      return new Response(`[${documents.join(',')}]`)
    },
  })
  const query = `time_frame=6m&limit=1000${format ? `&description_format=${format}` : ''}&cursor=`
  const times = { service: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const cursor = (round % 8) * 1000
    times.service.push(await time(`${service.url.origin}/v1/active-ats?${query}${cursor}`))
    times.bare.push(await time(`${bare.url.origin}/?cursor=${cursor}`))
  }
  const [ours, theirs] = [median(times.service), median(times.bare)]
  console.log(
    `1000 jobs, ${format ?? 'no description'}: ${ours.toFixed(1)} ms, bare ${theirs.toFixed(1)} ms, ratio ${(ours / theirs).toFixed(2)}`,
  )
  await bare.stop(true)
}
await service.stop(true)
await catalogue.close()

async function time(url: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, {
    headers: { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' },
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return performance.now() - started
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
