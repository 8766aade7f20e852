import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const PAY = { currency: 'CAD', value: { value: 20, unitText: 'HOUR' as const } }

/** Jobs that differ in what the filters look at, by their titles. */
const JOBS: Record<string, Partial<Posting>> = {
  a: { organization: 'Acme', source: 'greenhouse', date_posted: '2026-01-10T12:00:00Z' },
  b: { organization: 'acme', source: 'workday', date_posted: '2026-01-11T12:00:00Z' },
  c: { organization: 'Smith, Jones & Co', source: 'careerpage', location_type: 'TELECOMMUTE' },
  d: { organization: 'The "Best" {Bakery}', source: 'lever', salary: PAY },
  e: { organization: null, source: 'lever', date_posted: null },
  f: { organization: 'Acme', locations: [place('Austin', 'TX', 'US')] },
  g: { organization: 'NULL', locations: [], countries: ['US'] },
  h: {
    organization: 'l’Hôpital, Montréal',
    salary: { ...PAY, value: { value: 0, unitText: 'HOUR' } },
  },
}
const app = useTestApp({ start: '2026-01-15T09:30:00Z' }, async (app) => {
  const lines = Object.entries(JOBS).map(([title, members]) =>
    posting({ title, date_posted: '2026-01-12', ...members }),
  )
  await app.write(...lines)
  app.clock.set('2026-01-16T08:30:00Z')
  // Every job is changed, so that the modified feed has all of them too.
  await app.write(...lines.map((line) => ({ ...line, work_arrangement: 'onsite' as const })))
  app.clock.set('2026-01-16T09:05:00Z')
})

const encode = encodeURIComponent

describe.each(['/v1/active-ats?time_frame=7d', '/v1/modified-ats?limit=100'])('%s', (target) => {
  const titles = async (parameters: string): Promise<string> => {
    const jobs = await app.get<{ title: string }[]>(`${target}&cursor=0&${parameters}`)
    return jobs.map(({ title }) => title).join('')
  }

  describe.each([
    ['country=CA', 'abcdeh'],
    ['country=US', 'fg'],
    ['country=US,CA', 'abcdefgh'],
    ['country=CA,CA', 'abcdeh'],
    ['organization=Acme', 'af'],
    ['organization=acme', 'b'],
    ['organization=ACME', ''],
    ['organization=Acme,acme', 'abf'],
    [`organization=${encode('"Smith, Jones & Co"')}`, 'c'],
    [`organization=${encode('"Smith, Jones & Co", Acme ,"acme"')}`, 'abcf'],
    [`organization=${encode('Smith, Jones & Co')}`, 'c'],
    [`organization=${encode('The "Best" {Bakery}')}`, 'd'],
    [`organization=${encode('"The ""Best"" {Bakery}"')}`, 'd'],
    [`organization=${encode('"l’Hôpital, Montréal"')}`, 'h'],
    [`organization=${encode('"l’Hopital, Montreal"')}`, ''],
    ['organization=NULL', 'g'],
    ['exclude_organization=Acme', 'bcdegh'],
    [`exclude_organization=${encode('Acme,acme,NULL,"Smith, Jones & Co"')}`, 'deh'],
    [`exclude_organization=${encode('Smith, Jones & Co')}`, 'abdefgh'],
    ['exclude_organization=Nobody', 'abcdefgh'],
    ['organization=Acme,acme&exclude_organization=acme', 'af'],
    ['source=lever', 'de'],
    ['source=lever,workday', 'bde'],
    ['source=LEVER', 'de'],
    ['source=myworkdayjobs', 'b'],
    ['source=career_site', 'c'],
    ['source=nobody', ''],
    ['exclude_source=greenhouse', 'bcde'],
    ['exclude_source=greenhouse.io,careers', 'bde'],
    ['exclude_source=nobody', 'abcdefgh'],
    ['source=lever,workday&exclude_source=lever', 'b'],
    ['date_posted_gte=2026-01-12', 'cdfgh'],
    ['date_posted_gte=2026-01-12T00:00:00.001Z', ''],
    ['date_posted_lt=2026-01-11T12:00:00.001', 'ab'],
    ['date_posted_lt=2026-01-11T12:00:00Z', 'a'],
    ['date_posted_gte=2026-01-11T07:00:00-05:00&date_posted_lt=2026-01-12', 'b'],
    ['date_posted_gte=2026-02-01&date_posted_lt=2026-01-01', ''],
    ['date_created_gte=2026-01-15T09:30:00Z', 'abcdefgh'],
    ['date_created_gte=2026-01-15T09:30:00.001Z', ''],
    ['date_created_lt=2026-01-15T09:30:00.001Z', 'abcdefgh'],
    ['date_created_lt=2026-01-15T09:30:00Z', ''],
    ['has_salary=true', 'd'],
    ['has_salary=false', 'abcefgh'],
    ['remote=true', 'c'],
    ['remote=false', 'abdefgh'],
    ['has_no_location=true', 'g'],
    ['has_no_location=false', 'abcdefh'],
    ['country=US&has_no_location=false&organization=Acme', 'f'],
  ])('%s', (parameters, expected) => {
    test(`finds ${expected === '' ? 'nothing' : expected}`, async () => {
      expect(await titles(parameters)).toBe(expected)
    })

    test('is counted alike', async () => {
      const { count } = await app.get<{ count: number }>(
        `/v1/active-ats-count?time_frame=7d&${parameters}`,
      )
      expect(count).toBe(expected.length)
    })
  })

  test('a negated employer search keeps jobs without an employer', async () => {
    expect(await titles(`organization_advanced=${encode('!acme')}`)).toBe('cdegh')
  })
})
