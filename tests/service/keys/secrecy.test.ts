import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createRequestLog } from '../../../src/service/http/request-log'
import { hashKey } from '../../../src/values/api-key'
import { createMeteredDatabase, type MeteredDatabase } from './metered-service'

let shared: MeteredDatabase
beforeAll(async () => {
  shared = await createMeteredDatabase()
})
afterAll(() => shared.drop())

test('no key, no hash and no apiKey is in a log, an error or a document', async () => {
  const service = shared.startService()
  const key = await shared.createKey('secretive', { requestsPerMinute: 30, jobsPerMonth: 10 })
  const wrong = 'jc_a-key-that-is-not-one'
  const list = '/v1/ats-organizations'
  const targets = [
    '/v1/active-ats?time_frame=6m&limit=3',
    '/v1/active-ats?limit=0',
    '/v1/nothing',
    `/v1/active-ats?apiKey=${key}`,
    `/v1/active-ats?api_key=${key}`,
    `/v1/active-ats?title_advanced=java%20${key}`,
    `${list}?apiKey=${key}`,
    `${list}?apiKey=${key}&apiKey=${key}`,
    `${list}?apiKey=${key}&format=no`,
    `${list}?apiKey=${key}%zz`,
    `${list}?apikey=${key}`,
    `${list}?${key}`,
    `${list}?apiKey&${key}=%zz&${key}%zz`,
    `${list}&apiKey=${key}`,
    `${list}%3FapiKey=${key}`,
    `/v1/jobs/${key}`,
    `/feeds/jobs.atom?apiKey=${key}`,
    `/feeds/jobs.json?apiKey=${key}&title=%28${key}`,
    `/feeds/${key}`,
    '/swagger/json',
    '/problems/unauthenticated',
    '/search-syntax',
  ]
  const shown: string[] = []
  async function show(sent: string, target: string): Promise<void> {
    const response = await service.send(sent, target)
    shown.push(await response.text(), JSON.stringify([...response.headers]))
  }
  for (const target of targets) {
    for (const sent of [key, wrong]) await show(sent, target)
  }
  await shared.database.run(sql`alter table api_key_usage alter requests type text`)
  shared.clock.advance(2_000)
  for (const sent of [key, wrong]) await show(sent, '/v1/stats')
  await service.close().catch((error) => shown.push(Bun.inspect(error, { depth: 10 })))
  await shared.database.run(
    sql`alter table api_key_usage alter requests type bigint using requests::bigint`,
  )
  for (const readable of [true, false]) {
    const write = createRequestLog({ level: 'debug', readable, write: (line) => shown.push(line) })
    for (const entry of service.log) write(entry)
  }
  shown.push(Bun.inspect(service.log, { depth: 10 }), Bun.inspect(service.failures))
  expect(service.log.map(({ status }) => status)).toContain(500)
  const secrets = [key, wrong, hashKey(key), hashKey(wrong)]
  expect(shown.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([])
})
