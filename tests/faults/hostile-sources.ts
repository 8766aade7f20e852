/**
 * Copies that `mirror` keeps of a hostile catalogue, in all targets: `bun tests/faults/hostile-sources.ts [bytes] [target]`. Each
 * member of each answer is replaced by values that no catalogue means. An answer is refused in one line and the copy stays as it
 * was, or it is accepted and the next honest answers bring the copy in step.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { COUNTRIES, type Country } from '../../src/values/country'
import { type Attack, attacks, memberAttacks } from '../collect/support/attacks'
import { type CopyTarget, mirrorInto, openTarget, TARGETS } from '../mirror/copy-targets'
import { serveHostileSource } from '../mirror/hostile-source'
import { posting } from '../support/posting-builder'
import { createTestApp } from '../support/test-app'
import { Report } from './support/report'

const BYTES = Number(process.argv[2] ?? 200_000)
const ONLY = process.argv[3]
/** Of the processor: others may use the machine. */
const LIMIT_MS = 10_000
const PATHS = ['/v1/stats', '/v1/jobs', '/v1/changes'] as const
const SOURCE_FIELDS = { version: 1, fields: { id: { value: 'R-1', source_path: 'id' } } }

const report = new Report(`hostile catalogues: ${BYTES} bytes`)
const root = mkdtempSync(join(tmpdir(), 'hostile-sources-'))
chmodSync(root, 0o755)
const server = await startEmbedded({ dataDir: join(root, 'server'), durable: false })
process.env.TEST_DATABASE_URL = server.url
const app = await createTestApp()
const source = serveHostileSource(app)

/** Brings the copy in step; the message of an error. */
async function mirror(
  target: CopyTarget,
  description = 'both',
  countries: readonly Country[] = ['CA'],
  hasHistory = true,
): Promise<string | undefined> {
  try {
    const limits = { limitMs: 0, unreachableMs: 0 }
    const once = { address: source.url, key: app.key, description, hasHistory, ...limits }
    for (const country of countries) await mirrorInto(country, target.copyOf(country), once)
    await target.finish()
    return undefined
  } catch (error) {
    return String(error)
  }
}

async function openFilled(name: (typeof TARGETS)[number]): Promise<CopyTarget> {
  source.forge = undefined
  const target = await openTarget(name, { folder: root, url: app.url })
  // The history comes with the first answers that are attacked.
  const issue = await mirror(target, 'both', COUNTRIES, false)
  if (issue !== undefined) throw new Error(issue)
  // What the change log has next.
  await app.write(posting({ source_fields: SOURCE_FIELDS }))
  return target
}

function forge(asked: string, attack: Attack): void {
  source.answers = 0
  source.forge = (page, path) => {
    if (path !== asked) return page
    const sound = { status: 200, headers: new Headers(), text: JSON.stringify(page) }
    const { status, text } = attack.answer(sound, source.answers)
    return status === 200 ? text : new Response(text, { status })
  }
}

/** The text of an honest answer. */
async function soundAnswer(path: string): Promise<string> {
  return await (await app.request(`${path}?country=CA&description=both&source_fields=true`)).text()
}

try {
  await app.write(posting({ source_fields: SOURCE_FIELDS }), posting())
  for (const name of TARGETS) {
    if (ONLY !== undefined && ONLY !== name) continue
    report.section(name)
    const counts = { refused: 0, accepted: 0 }
    let slowest = { name: '', ms: 0 }
    for (const path of PATHS) {
      let target = await openFilled(name)
      for (const attack of [...attacks(BYTES), ...memberAttacks(await soundAnswer(path), BYTES)]) {
        const title = `${path}, ${attack.name}`
        const before = await target.read()
        forge(path, attack)
        const started = process.cpuUsage()
        const issue = await mirror(target, path === '/v1/changes' ? 'both' : 'none')
        const ms = process.cpuUsage(started).user / 1000
        if (ms > slowest.ms) slowest = { name: title, ms }
        if (ms > LIMIT_MS) report.promise(`${title}: it ends soon`, false, ms)
        source.forge = undefined
        if (issue === undefined) {
          counts.accepted += 1
          const after = await mirror(target)
          if (after !== undefined) report.promise(`${title}: the copy can go on`, false, after)
          await target.close()
          target = await openFilled(name)
        } else {
          counts.refused += 1
          const isLine = issue.length < 1500 && !/\p{Cc}/u.test(issue)
          if (!isLine) report.promise(`${title}: the error is a line`, false, issue.slice(0, 300))
          const isLeft = Bun.deepEquals(await target.read(), before)
          if (!isLeft) report.promise(`${title}: the copy stays`, false, issue)
          const isOfDatabase = /SQLITE|PostgresError|syntax error|RangeError|TypeError/.test(issue)
          if (isOfDatabase) report.promise(`${title}: the answer is named`, false, issue)
        }
      }
      await target.close()
    }
    report.promise('the copy stays or goes on', true, counts)
    report.figure('slowest', `${slowest.name}, ${Math.round(slowest.ms)} ms`)
  }
} finally {
  await source.stop()
  await app.stop()
  await server.stop()
  rmSync(root, { recursive: true, force: true })
}
report.end()
