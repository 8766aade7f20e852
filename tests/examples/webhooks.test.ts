import { afterAll, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { useCatalogue } from '../mirror/use-catalogue'
import { posting } from '../support/posting-builder'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const app = useTestApp()
const catalogue = useCatalogue(app)
const folder = useFolder('webhooks-')
const SECRET = `whsec_${Buffer.from('a secret of a test, 32 bytes long').toString('base64')}`

interface Received {
  id: string | null
  isSigned: boolean
  age: number
  body: { type: string; data: { event: string; job: { title: string } | null } }
}

const received: Received[] = []
/** The statuses of the next answers; 204 when there is none. */
const statuses: number[] = []

const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const text = await request.text()
    const id = request.headers.get('webhook-id')
    const timestamp = request.headers.get('webhook-timestamp')
    // As a receiver of Standard Webhooks checks it.
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
    const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
    const isSigned = request.headers.get('webhook-signature')?.split(' ').includes(`v1,${wanted}`)
    const age = Math.abs(Date.now() / 1000 - Number(timestamp))
    received.push({ id, isSigned: isSigned === true, age, body: JSON.parse(text) })
    return new Response(null, { status: statuses.shift() ?? 204 })
  },
})
afterAll(() => receiver.stop(true))

async function run(): Promise<string> {
  const script = join(import.meta.dir, '../../examples/webhooks.ts')
  const child = Bun.spawn(
    [process.execPath, script, catalogue.url, receiver.url.origin, 'CA', '--once'],
    {
      cwd: folder,
      env: { ...process.env, CATALOGUE_KEY: app.key, WEBHOOK_SECRET: SECRET },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const errors = await new Response(child.stderr).text()
  expect([await child.exited, errors.includes(SECRET)]).toEqual([0, false])
  return errors
}

test('it begins with what happens from now on, and posts each event once, signed', async () => {
  await app.write(posting({ title: 'Before' }))
  await run()
  expect(received).toEqual([])
  const line = posting({ title: 'Nurse' })
  await app.write(line)
  await app.write({ ...line, status: 'expired' })
  await run()
  expect(received.map(({ body }) => [body.type, body.data.job?.title])).toEqual([
    ['job.created', 'Nurse'],
    ['job.expired', undefined],
  ])
  expect(received.every(({ isSigned, age }) => isSigned && age < 60)).toBe(true)
  expect(new Set(received.map(({ id }) => id)).size).toBe(2)
  await run()
  expect(received).toHaveLength(2)
})

test('an event that is not taken is posted again under its id', async () => {
  received.length = 0
  await app.write(posting({ title: 'Cook' }))
  statuses.push(503)
  expect(await run()).toContain(': 503; again in 1 s')
  expect(received).toHaveLength(2)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  await run()
  expect(received).toHaveLength(2)
})
