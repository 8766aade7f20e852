/**
 * Keys with a small allowance and many requests at once over two processes, and a process that is killed in the middle of its
 * pages: `bun tests/faults/allowances.ts`. A key gets all of its allowance, and at most one page more from each process.
 */
import { connect } from '../../src/catalogue/database/client/connection'
import { createKey, listUsage } from '../../src/service/keys/api-keys'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { Report } from './support/report'
import { type ServiceProcess, startServiceProcess } from './support/service-process'

const PAGE = 100

const report = new Report('allowances')
const server = await createOwnPostgres({ fsync: 'off' })
await fillCatalogue(server.url, 1_000)
const database = connect({ url: server.url, poolSize: 1 })
const start = () => startServiceProcess(server.url, { QUERY_TIMEOUT_MS: '60000' })
const [first, second] = await Promise.all([start(), start()])

/** The job objects that came, whole pages only, and the statuses. A request that is cut off has the status 0. */
async function ask(
  services: readonly ServiceProcess[],
  key: string,
  count: number,
  onAnswer: (service: ServiceProcess | undefined) => void = () => undefined,
) {
  const target = `/v1/active-ats?time_frame=6m&cursor=0&limit=${PAGE}`
  const one = async (at: number): Promise<{ status: number; jobs: number }> => {
    const service = services[at % services.length]
    try {
      const response = await fetch(`${service?.url}${target}`, {
        headers: { authorization: `Bearer ${key}` },
      })
      const body: unknown = await response.json()
      onAnswer(service)
      return { status: response.status, jobs: Array.isArray(body) ? body.length : 0 }
    } catch (error) {
      // The process was killed, or the body was cut off.
      if (services.every((each) => each.isRunning())) throw error
      return { status: 0, jobs: 0 }
    }
  }
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => one(at)))
  const jobs = answers.reduce((sum, answer) => sum + answer.jobs, 0)
  return { jobs, statuses: Object.groupBy(answers, ({ status }) => String(status)) }
}

/** The job objects that were counted for a key, a moment after its last request. */
async function billed(name: string): Promise<number> {
  await Bun.sleep(2_500)
  return (await listUsage(database, name)).reduce((sum, { jobs }) => sum + jobs, 0)
}

async function newKey(name: string, jobsPerMonth: number): Promise<string> {
  const key = await createKey(database, name, { jobsPerMonth })
  if (key === undefined) throw new Error('no key was made')
  return key
}

for (const count of [64, 256]) {
  for (const allowance of [1, 950]) {
    report.section(`${count} requests at once, an allowance of ${allowance} jobs`)
    const name = `${count} of ${allowance}`
    const { jobs, statuses } = await ask([first, second], await newKey(name, allowance), count)
    report.promise('every answer is 200 or 429', Object.keys(statuses).join() === '200,429')
    const isWithin = jobs >= allowance && jobs <= allowance + 2 * PAGE
    report.promise('all of it, and at most a page more of each process', isWithin, jobs)
    const counted = await billed(name)
    report.promise('what was answered is billed', counted === jobs, counted)
  }
}

report.section('a process is killed in the middle of its pages')
const killed = await start()
const key = await newKey('killed', 2_500)
// Its next page is in flight when the first one has come.
const before = await ask([first, killed], key, 64, (service) => {
  if (service === killed && killed.isRunning()) process.kill(killed.pid, 'SIGKILL')
})
const cutOff = before.statuses['0']?.length ?? 0
report.promise('requests were cut off', cutOff > 0, cutOff)
const after = await ask([first, second], key, 64)
const jobs = before.jobs + after.jobs
report.promise(
  'all of it, and at most a page more of each process',
  jobs >= 2_500 && jobs <= 2_500 + 3 * PAGE,
  { before: before.jobs, after: after.jobs },
)
const counted = await billed('killed')
report.promise(
  'what was cut off is billed at most once for the process',
  counted >= 2_500 && counted <= jobs + PAGE,
  counted,
)

report.section('the end')
await database.close()
for (const service of [first, second]) {
  report.promise('SIGTERM ends a process with 0', (await service.stop()).status === 0)
}
await server.drop()
report.end()
