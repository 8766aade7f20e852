import { beforeAll, expect, test } from 'bun:test'
import { createKey } from '../../../src/service/keys/api-keys'
import { callCommand } from '../../support/run-command'
import { until } from '../../support/until'
import { useTestDatabase } from '../../support/use-test-database'
import { freePort } from '../support/free-port'
import { startCommand } from '../support/running-command'

const database = useTestDatabase()
let key: string
beforeAll(async () => {
  key = (await createKey(database.database, 'test')) ?? ''
})

const start = (env: Record<string, string>) =>
  startCommand('main.ts', { env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env } })

test('two workers share the port; one that is killed is replaced, and what it counted stays', async () => {
  const [port, metricsPort] = [freePort(), freePort()]
  const { child, until: read } = start({ PORT: port, METRICS_PORT: metricsPort, WORKERS: '2' })
  await read(/^serving/gm)
  const ask = async () =>
    await fetch(`http://127.0.0.1:${port}/v1/active-ats-count`, {
      headers: { Authorization: `Bearer ${key}`, Connection: 'close' },
    })
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await Promise.all([1, 2, 3].map(() => untilMetrics(metricsPort, { processes: 2, counted: 20 })))

  const [victim = ''] = await read(/^worker (\d+) serves/gm, 2)
  process.kill(Number(victim), 'SIGKILL')
  await read(/^worker (\d+) serves/gm, 3)
  expect((await ask()).status).toBe(200)
  await untilMetrics(metricsPort, { processes: 2, counted: 21 })

  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  const workers = await read(/^worker (\d+) serves/gm, 3)
  expect(workers.filter(isAlive)).toEqual([])
})

test('workers keep their port to themselves, and do not outlive a supervisor that is killed', async () => {
  const PORT = freePort()
  const { child, until: read } = start({ PORT, WORKERS: '2' })
  await read(/^serving/gm)
  const workers = await read(/^worker (\d+) serves/gm, 2)
  for (const WORKERS of ['1', '2']) {
    const env = { PORT, WORKERS }
    expect(await callCommand('../main.ts', [], { url: database.url, env })).toEqual({
      output: '',
      errors: `start: port ${PORT} is taken by another process; set PORT, such as PORT=${Number(PORT) + 1}\n`,
      status: 1,
    })
  }
  child.kill('SIGKILL')
  await until(() => !workers.some(isAlive))
})

test('workers cannot share a port that is not known', async () => {
  const env = { PORT: '0', WORKERS: '2' }
  const { errors, status } = await callCommand('../main.ts', [], { url: database.url, env })
  expect([status, errors]).toEqual([
    1,
    "start: the settings are wrong\nPORT: expected an integer from 1 to 65535, got '0'\n",
  ])
})

interface Metrics {
  processes: number
  counted: number
}

/** A worker that does not answer in time is not among them. */
async function untilMetrics(port: string, expected: Metrics): Promise<void> {
  await until(async () => Bun.deepEquals(await metrics(port), expected))
}

async function metrics(port: string): Promise<Metrics> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')
        .at(-1),
    )
  return {
    processes: value('job_catalogue_processes'),
    counted: value('job_catalogue_requests_total{path="/v1/active-ats-count",status="200"}'),
  }
}

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}
