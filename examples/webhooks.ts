/**
 * Follows the change log of a country and posts each event to an address, signed as Standard Webhooks has it. Needs Bun alone:
 * CATALOGUE_KEY=jc_... WEBHOOK_SECRET=whsec_... bun examples/webhooks.ts http://127.0.0.1:3000 https://hooks.example CA [--once]
 *
 * The file `webhooks-CA.json` has the number of the last event that was taken. An event is posted again until the receiver
 * answers 2xx, and may come twice after a crash: its `webhook-id` is the same then.
 */
const [catalogue = '', receiver = '', country = 'CA', mode] = process.argv.slice(2)
const { CATALOGUE_KEY = '', WEBHOOK_SECRET = '' } = process.env
if (!URL.canParse(catalogue) || !URL.canParse(receiver) || !WEBHOOK_SECRET.startsWith('whsec_')) {
  throw new Error(
    'expected: bun examples/webhooks.ts CATALOGUE RECEIVER COUNTRY, and WEBHOOK_SECRET=whsec_...',
  )
}
const secret = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
const stateFile = Bun.file(`webhooks-${country}.json`)

export interface Change {
  seq: number
  event: string
  occurred_at: string
}

interface Page {
  events: Change[]
  next_since: number
  latest_seq: number
  more: boolean
}

async function changes(since: number, limit: number): Promise<Page> {
  const query = new URLSearchParams({ country, since: `${since}`, limit: `${limit}` })
  const headers = { Authorization: `Bearer ${CATALOGUE_KEY}` }
  const response = await fetch(`${catalogue}/v1/changes?${query}`, { headers })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Page
}

/** Posts an event until it is taken. */
async function post(event: Change): Promise<void> {
  const { seq, occurred_at } = event
  const body = JSON.stringify({ type: `job.${event.event}`, timestamp: occurred_at, data: event })
  const id = `job-catalogue-${country}-${seq}`
  for (let pauseMs = 1000; ; pauseMs = Math.min(2 * pauseMs, 300_000)) {
    const timestamp = `${Math.floor(Date.now() / 1000)}`
    const hmac = new Bun.CryptoHasher('sha256', secret).update(`${id}.${timestamp}.${body}`)
    const signature = `v1,${hmac.digest('base64')}`
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    }
    const answer = await fetch(receiver, { method: 'POST', headers, body }).catch(String)
    if (typeof answer !== 'string' && answer.ok) return
    console.error(
      `event ${seq}: ${typeof answer === 'string' ? answer : answer.status}; again in ${pauseMs / 1000} s`,
    )
    await Bun.sleep(pauseMs)
  }
}

// Without a file it begins with what happens from now on.
let since: number = (await stateFile.exists())
  ? (await stateFile.json()).since
  : (await changes(0, 1)).latest_seq
for (;;) {
  const page = await changes(since, 100)
  for (const event of page.events) {
    await post(event)
    since = event.seq
    await Bun.write(stateFile, JSON.stringify({ since }))
  }
  since = page.next_since
  await Bun.write(stateFile, JSON.stringify({ since }))
  if (page.more) continue
  if (mode === '--once') break
  await Bun.sleep(10_000)
}
