import { expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { queryErrorCause } from '../../../src/catalogue/database/client/drizzle'
import { CompleteBoards } from '../../../src/catalogue/import/complete-boards'
import { importPostings } from '../../../src/catalogue/import/import-postings'
import { addBoard, findBoard, setBoardState } from '../../../src/collect/board/boards'
import { LEASE_MS } from '../../../src/collect/run/schedule'
import { startOnce } from '../../support/start-once'
import { timeLimit } from '../../support/until'
import { absent, Killed, mortal } from '../support/mortal-database'
import { jobPage, type Page, sitemap, startSiteRehearsal } from '../support/site-rehearsal'

const rehearsal = startOnce(startSiteRehearsal, ({ close }) => close())

/** Of a whole site. A site that calls all postings gone is believed after six hours. */
const SITE_FAULTS = {
  'the sitemap loses most addresses': 30,
  'the sitemap is empty': 30,
  'the sitemap is cut off': 30,
  'the sitemap answers 500': 30,
  'robots.txt answers 500': 30,
  'robots.txt forbids all': 30,
  'every page answers 503': 30,
  'every page answers 403': 30,
  'every page answers 429': 3,
  'every page has no posting': 30,
  'every page redirects elsewhere': 30,
  'every page answers 404': 5,
  'every page says noindex': 5,
} as const
/** Of one page. What it says twice, an hour apart, is true by the rules. */
const PAGE_FAULTS = ['404', '410', 'noindex', 'validThrough'] as const

type Fault = keyof typeof SITE_FAULTS | (typeof PAGE_FAULTS)[number]
type Departure = (typeof PAGE_FAULTS)[number] | 'redirect'

interface PlainPosting {
  id: number
  changes: number
  left: { how: Departure; isListed: boolean } | undefined
}

/** What is true of a site, whatever it answers. */
interface PlainSite {
  host: string
  postings: PlainPosting[]
  fault: { kind: Fault; from: number; until: number; which: number } | undefined
  /** robots.txt forbids these pages. */
  forbidden: Set<number>
  /** Its jobs were imported from elsewhere while the collector did not have the board. */
  isImported: boolean
}

/** What happens to a collector at some statement. */
const OUTAGES = ['kill', 'away'] as const

const siteNumber = fc.nat(1)
const which = fc.nat(50)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), site: siteNumber }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change'), site: siteNumber, which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('remove'),
      site: siteNumber,
      which,
      how: fc.constantFrom<Departure>(...PAGE_FAULTS, 'redirect'),
      isListed: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fault'),
      site: siteNumber,
      which,
      fault: fc.oneof(
        fc.constantFrom<Fault>(...keysOf(SITE_FAULTS), ...PAGE_FAULTS),
        // Those that the rules must tell from departures.
        fc.constantFrom<Fault>('every page answers 404', 'every page says noindex', '404'),
      ),
      share: fc.double({ min: 0.02, max: 1, noNaN: true }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('forbid'), site: siteNumber, which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('allow'), site: siteNumber }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('operate'),
      site: siteNumber,
      operation: fc.constantFrom('pause', 'resume', 'remove', 'add', 'add', 'import', 'import'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(...OUTAGES),
      statements: fc.nat(80),
      lost: fc.nat(20),
      runsFirst: fc.boolean(),
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('wait'),
      isHurried: fc.boolean(),
      hours: fc.double({ min: 0.1, max: 12, noNaN: true }),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test(
  'random weeks: no wrong expiry, and none missed',
  async () => {
    const weeks = fc.array(step, { minLength: 20, maxLength: 45 })
    await fc.assert(fc.asyncProperty(weeks, simulate), {
      numRuns: Number(process.env.COLLECT_WEEKS ?? 3),
      endOnFailure: true,
    })
  },
  timeLimit(120_000),
)

async function simulate(steps: readonly Step[]): Promise<void> {
  await rehearsal.reset()
  const sites = ['one.example', 'two.example'].map(
    (host): PlainSite => ({
      host,
      postings: [],
      fault: undefined,
      forbidden: new Set(),
      isImported: false,
    }),
  )
  let next = 0
  const create = ({ postings }: PlainSite) => {
    next += 1
    postings.push({ id: next, changes: 0, left: undefined })
  }
  for (const site of sites) {
    for (let count = 0; count < 7; count += 1) create(site)
    if (site.host === 'two.example') await importOver(site)
    await rehearsal.add(site.host, {})
  }
  const seen = new Set<string>()
  const collect = async (
    hours: number,
    stepHours: number,
    isHurried = false,
    run: () => Promise<unknown> = () => rehearsal.run(),
  ) => {
    for (let left = hours; left > 0; left -= stepHours) {
      rehearsal.clock.advance(Math.min(stepHours, left) * 3_600_000)
      for (const site of sites) publish(site)
      if (isHurried) await rehearsal.makeDue()
      await run()
      await check(sites, seen)
    }
  }
  await collect(1, 1)
  for (const current of steps) {
    if ('hours' in current) {
      await collect(current.hours, 1, current.isHurried)
      continue
    }
    if ('statements' in current) {
      await collect(1, 1, true, () => runDuring(current))
      continue
    }
    const site = sites[current.site]
    if (site === undefined) continue
    const present = site.postings.filter(({ left }) => left === undefined)
    const posting =
      'which' in current ? present[current.which % Math.max(1, present.length)] : undefined
    if ('operation' in current) await operate(site, current.operation)
    else if (current.kind === 'allow') site.forbidden.clear()
    else if ('fault' in current) breakSite(site, current)
    else if (!('which' in current)) create(site)
    else if (posting === undefined) continue
    else if (current.kind === 'forbid') site.forbidden.add(posting.id)
    else if ('how' in current) {
      const isListed = current.isListed && current.how !== 'redirect'
      posting.left = { how: current.how, isListed }
    } else posting.changes += 1
  }
  for (const site of sites) {
    site.forbidden.clear()
    await operate(site, 'add')
    await operate(site, 'resume')
  }
  // A new page that answered wrongly twice is asked again after a month.
  await collect(34 * 24, 12)
  const expected = sites.flatMap(({ postings }) =>
    postings.filter(({ left }) => left === undefined).map(titleOf),
  )
  expect((await rehearsal.titles()).toSorted()).toEqual(expected.toSorted())
}

/** A collector whose PostgreSQL becomes unreachable for some statements, or one that is killed and, after its leases, another one. */
async function runDuring(outage: Extract<Step, { statements: number }>): Promise<void> {
  const { database, clock, run } = rehearsal
  if (outage.kind === 'away') {
    await run({ on: absent(database, outage) })
    return
  }
  await run({ on: mortal(database, outage.statements) }).catch((error: unknown) => {
    if (!(queryErrorCause(error) instanceof Killed)) throw error
  })
  clock.advance(LEASE_MS)
  await run()
}

/** What operators do between collections. */
async function operate(
  site: PlainSite,
  operation: Extract<Step, { kind: 'operate' }>['operation'],
): Promise<void> {
  const { database, clock } = rehearsal
  const { host } = site
  const row = await findBoard(database, 'careerpage', host, { removed: true })
  if (row === undefined) throw new Error(`there is no board ${host}`)
  if (operation === 'add') {
    await addBoard(database, { source: 'careerpage', slug: host }, clock.now())
  } else if (operation === 'import') {
    if (row.state === 'removed') await importOver(site)
  } else if (row.state !== 'removed') {
    const states = { pause: 'paused', resume: 'active', remove: 'removed' } as const
    await setBoardState(database, row.id, states[operation], clock.now())
  }
}

/** An import of a full listing that names some of its postings, with other titles, and one that it lacks. */
async function importOver(site: PlainSite): Promise<void> {
  site.isImported = true
  const { host, postings } = site
  const some = postings.filter((_, index) => index % 3 === 1).map(pathOf)
  const lines = [...some, '/jobs/left'].map((path, index) => {
    const url = `https://${host}${path}`
    const identity = { source: 'careerpage', source_slug: host, external_id: url }
    const text = JSON.stringify({ ...identity, title: 'Imported', url, countries: ['CA'] })
    return { number: index + 1, text, bytes: 0 }
  })
  await importPostings(rehearsal.writer, Readable.from(lines), {
    history: false,
    complete: new CompleteBoards([`careerpage/${host}`]),
    onReject: async ({ issue }) => expect(issue).toBe(''),
    onProgress: () => undefined,
  })
}

function breakSite(
  site: PlainSite,
  { fault, share, which }: { fault: Fault; share: number; which: number },
): void {
  if (site.fault !== undefined) return
  const hours = share * (isSiteFault(fault) ? SITE_FAULTS[fault] : 0.9)
  const from = rehearsal.clock.now().getTime()
  site.fault = { kind: fault, from, until: from + hours * 3_600_000, which }
}

/** What the site answers now. */
function publish(site: PlainSite): void {
  const { host, postings } = site
  const now = rehearsal.clock.now().getTime()
  // Pages are read between two faults: two that follow one another are one long fault.
  if (site.fault !== undefined && now >= site.fault.until + 49 * 3_600_000) site.fault = undefined
  const isOn = site.fault !== undefined && now < site.fault.until
  const fault = isOn ? site.fault?.kind : undefined
  const broken = isOn ? (site.fault?.which ?? 0) % postings.length : -1
  const pages = new Map<string, Page>([['/about', '<p>About</p>']])
  for (const [index, posting] of postings.entries()) {
    const ownFault = index === broken && fault && !isSiteFault(fault) ? fault : undefined
    const page = answerOf(posting, posting.left?.how ?? ownFault)
    pages.set(pathOf(posting), faultyPage(fault, posting) ?? page)
  }
  const listed = postings.filter(({ left }) => left === undefined || left.isListed).map(pathOf)
  const list = sitemap(host, ['/about', ...listed])
  pages.set('/sitemap.xml', faultySitemap(fault, host, list) ?? list)
  const rules = postings.flatMap((posting) =>
    site.forbidden.has(posting.id) ? [`Disallow: ${pathOf(posting)}$`] : [],
  )
  if (rules.length > 0) pages.set('/robots.txt', ['User-agent: *', ...rules].join('\n'))
  if (fault === 'robots.txt answers 500') pages.set('/robots.txt', status(500))
  if (fault === 'robots.txt forbids all') pages.set('/robots.txt', 'User-agent: *\nDisallow: /jobs')
  rehearsal.sites.set(host, pages)
}

function answerOf(posting: PlainPosting, how: Departure | undefined): Page {
  const title = titleOf(posting)
  switch (how) {
    case undefined:
      return jobPage(title)
    case '404':
      return status(404)
    case '410':
      return status(410)
    case 'noindex':
      return jobPage(title, {}, '<meta name="robots" content="noindex">')
    case 'validThrough':
      return jobPage(title, { validThrough: '2026-03-01T00:00:00Z' })
    case 'redirect':
      return () => Response.redirect('https://careers.vendor.example/closed')
  }
}

function faultyPage(fault: Fault | undefined, posting: PlainPosting): Page | undefined {
  switch (fault) {
    case 'every page answers 503':
      return status(503)
    case 'every page answers 403':
      return status(403)
    case 'every page answers 429':
      return () => new Response('', { status: 429, headers: { 'retry-after': '3600' } })
    case 'every page has no posting':
      return '<h1>One moment</h1>'
    case 'every page redirects elsewhere':
      return () => Response.redirect('https://login.vendor.example/')
    case 'every page answers 404':
      return status(404)
    case 'every page says noindex':
      return jobPage(titleOf(posting), {}, '<meta name="robots" content="noindex">')
    default:
      return undefined
  }
}

function faultySitemap(fault: Fault | undefined, host: string, list: string): Page | undefined {
  switch (fault) {
    case 'the sitemap loses most addresses':
    // A site that is being rebuilt: what its sitemap lacks is read at once.
    case 'every page answers 404':
      return sitemap(host, ['/about'])
    case 'the sitemap is empty':
      return '<urlset></urlset>'
    case 'the sitemap is cut off':
      return list.slice(0, -30)
    case 'the sitemap answers 500':
      return status(500)
    default:
      return undefined
  }
}

const status =
  (code: number): Page =>
  () =>
    new Response('', { status: code })

function pathOf({ id }: PlainPosting): string {
  return `/jobs/${id}`
}

function titleOf({ id, changes }: PlainPosting): string {
  return `Job ${id}${changes === 0 ? '' : `, ${changes}`}`
}

function isSiteFault(fault: Fault): fault is keyof typeof SITE_FAULTS {
  return Object.hasOwn(SITE_FAULTS, fault)
}

function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table).filter((key): key is keyof Table & string => Object.hasOwn(table, key))
}

/** Postings that are published and were seen stay in the catalogue. */
async function check(sites: readonly PlainSite[], seen: Set<string>): Promise<void> {
  const active = new Set((await rehearsal.titles()).map((title) => title.split(',')[0] ?? ''))
  for (const name of active) seen.add(name)
  const present = sites
    .filter(({ isImported }) => !isImported)
    .flatMap(({ postings }) => postings)
    .filter(({ id, left }) => left === undefined && seen.has(`Job ${id}`))
    .map(({ id }) => `Job ${id}`)
  expect(present.filter((name) => !active.has(name))).toEqual([])
}
