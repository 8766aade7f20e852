import { beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Posting } from '../../src/catalogue/import/posting'
import { DAY_MS } from '../../src/values/instant'
import { useCatalogue } from '../mirror/use-catalogue'
import { place, posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const AUSTIN = [place('Austin', 'TX', 'US')]
const OTTAWA = [place('Ottawa', 'ON', 'CA')]
const REMOTE = { location_type: 'TELECOMMUTE', work_arrangement: 'remote' } as const

const job = (title: string, description_text: string, more: Partial<Posting> = {}) =>
  posting({ title, description_text, organization: `${title} Works`, locations: AUSTIN, ...more })

function paid(minValue: number, maxValue: number): Partial<Posting> {
  const value = {
    '@type': 'QuantitativeValue' as const,
    minValue,
    maxValue,
    unitText: 'YEAR' as const,
  }
  return { salary: { '@type': 'MonetaryAmount', currency: 'USD', value } }
}

const CHEF = { title: 'Chef', organization: 'Maple Inn', locations: OTTAWA }

const app = useTestApp({ start: '2026-01-02T12:00:00Z' }, async (app) => {
  const earlier = posting({ ...CHEF, external_id: 'earlier' })
  await app.write(earlier)
  app.clock.advance(3 * DAY_MS)
  await app.write({ ...earlier, status: 'expired' })
  app.clock.advance(2 * DAY_MS)
  await app.write(
    posting(CHEF),
    job('Surgeon', 'We sponsor H-1B visas. Join us.', paid(200_000, 300_000)),
    job('Dentist', 'We will not sponsor a visa for this role.'),
    job('Vet', 'You must be authorized to work without visa sponsorship.'),
    job('Clerk', "We can't offer immigration sponsorship."),
    job('Host', 'Proud sponsor of the city games.'),
    job('Analyst', 'A Top Secret clearance is needed. You have 5+ years of experience.'),
    job('Guard', 'An active secret clearance or better, and 3 to 5 years on the job.'),
    job('Porter', 'Security clearance is a plus.'),
    job('Tester', 'You have 0-1 years of experience.'),
    job('Senior Tester', '1 year with us.'),
    job('Junior Cook', 'No experience is needed.', { locations: OTTAWA }),
    job('Senior Graduate Advisor', 'Advise.', { locations: OTTAWA }),
    job('Picker', 'Pick.', { organization: 'Best Staffing', locations: OTTAWA }),
    job('Packer', 'Pack.', { organization: 'North Recruiting', locations: OTTAWA }),
    job('Writer', 'Write.', { ...REMOTE, locations: OTTAWA }),
    job('Editor', 'Edit.', { ...REMOTE, locations: [place(null, null, 'CA')] }),
  )
  app.clock.advance(DAY_MS)
})
const catalogue = useCatalogue(app)
const folder = useFolder('recipes-')
const page = await Bun.file(join(import.meta.dir, '../../docs/recipes.md')).text()

beforeAll(async () => {
  const into = join(folder, 'jobs.parquet')
  const asked = ['--from', catalogue.url, '--into', into, '--once', '--history']
  const answer = await callCommand('mirror.ts', asked, { env: { CATALOGUE_KEY: app.key } })
  expect(answer).toMatchObject({ status: 0 })
})

/** The blocks of a chapter. */
function blocks(chapter: string, language: 'sql' | 'sh'): string[] {
  const [, rest = ''] = page.split(`\n## ${chapter}\n`)
  const [text = ''] = rest.split('\n## ')
  return [...text.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, found, block = '']) =>
    found === language ? [block] : [],
  )
}

async function sql(chapter: string): Promise<Record<string, unknown>[]> {
  const [text = ''] = blocks(chapter, 'sql')
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(
    text.replaceAll('jobs.parquet', join(folder, 'jobs.parquet')),
  )
  connection.closeSync()
  return result.getRowObjectsJS()
}

/** The titles that the request of a chapter finds. */
async function request(chapter: string): Promise<string[]> {
  const [text = ''] = blocks(chapter, 'sh')
  const [, address = ''] = /"\$BASE\/([^"]+)"/.exec(text) ?? []
  const [, name, value] = /--data-urlencode '(\w+)=([^']+)'/.exec(text) ?? []
  const more = name && value ? `&${new URLSearchParams({ [name]: value })}` : ''
  const answer = await app.get<{ jobs?: { title: string }[] } | { title: string }[]>(
    `/v1/${address}${more}`,
  )
  const jobs = Array.isArray(answer) ? answer : (answer.jobs ?? [])
  return jobs.map(({ title }) => title).toSorted()
}

const titles = (rows: Record<string, unknown>[]) => rows.map(({ title }) => title).toSorted()

test('visa sponsorship: texts that offer it, without those that refuse it', async () => {
  expect(titles(await sql('Visa sponsorship'))).toEqual(['Surgeon'])
})

test('security clearance', async () => {
  expect(await request('Security clearance')).toEqual(['Analyst', 'Guard', 'Porter'])
  expect(await sql('Security clearance')).toEqual([
    { level: 'not named', jobs: 1n },
    { level: 'secret', jobs: 1n },
    { level: 'top secret', jobs: 1n },
  ])
})

test('entry level', async () => {
  expect(await request('Entry level')).toEqual(['Junior Cook'])
  expect(titles(await sql('Entry level'))).toEqual(['Tester'])
})

test('no agencies', async () => {
  const found = await request('No agencies')
  expect(found).toContain('Writer')
  expect(found).not.toContain('Picker')
  expect(found).not.toContain('Packer')
})

test('remote within a province', async () => {
  expect(await request('Remote within a province')).toEqual(['Writer'])
})

test('reposts', async () => {
  expect(await sql('Reposts')).toMatchObject([
    { organization: 'Maple Inn', title: 'Chef', times: 2n, days_between: 2n },
  ])
})

test('pay transparency', async () => {
  const rows = await sql('Pay transparency')
  expect(rows[0]).toEqual({ region: 'Texas', jobs: 10n, with_pay: 0.1, median_width: 1.5 })
})

test('every recipe is tested', () => {
  const chapters = [...page.matchAll(/^## (.*)$/gm)].map(([, name = '']) => name)
  const own = chapters.filter((name) => [...blocks(name, 'sql'), ...blocks(name, 'sh')].length > 0)
  expect(own).toEqual([
    'Visa sponsorship',
    'Security clearance',
    'Entry level',
    'No agencies',
    'Remote within a province',
    'Reposts',
    'Pay transparency',
  ])
})
