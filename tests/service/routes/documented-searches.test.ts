import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Posting } from '../../../src/catalogue/import/posting'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const PAY: Posting['salary'] = {
  '@type': 'MonetaryAmount',
  currency: 'CAD',
  value: { '@type': 'QuantitativeValue', minValue: 30, maxValue: 40, unitText: 'HOUR' },
}
const OHIO = [place('Columbus', 'OH', 'US')]
const quebec = (city: string) => [place(city, 'QC', 'CA')]

/** Collected a day before, in this order; ids count from 1. */
const POSTINGS: Partial<Posting>[] = [
  { title: 'Registered Nurse', organization: 'Elm Health' },
  { title: 'Nurse of Alberta', locations: [place('Calgary', 'AB', 'CA')] },
  { title: 'C++ Engineer', location_type: 'TELECOMMUTE', locations: OHIO },
  { title: 'C# Engineer', location_type: 'TELECOMMUTE', locations: OHIO },
  { title: 'C++ Office Engineer', locations: OHIO },
  { title: 'Recruited Clerk', organization: 'Acme Staffing' },
  { title: 'Infirmière clinicienne', locations: quebec('Montréal') },
  { title: 'Préposée à l’entretien', locations: quebec('Laval') },
  { title: 'Teller', organization: 'Birch Bank' },
  { title: 'Buyer', organization: 'Cedar, Inc.' },
  { title: 'Driver', organization: 'Dogwood', description_html: "<p>A driver's licence</p>" },
  { title: 'Cleaner', employment_type: ['PART_TIME'], description_html: '<p>Nights only.</p>' },
  { title: 'Daytime Cleaner', employment_type: ['PART_TIME'] },
  { title: 'Entry-Level Analyst', date_posted: '2026-11-18T00:00:00Z' },
  { title: 'Graduate Trainee', employment_type: ['INTERN'] },
  { title: 'Builder', description_html: '<p>Work as a data engineer with Spark and AWS.</p>' },
  { title: 'Reader', description_html: '<p>AWS. We also seek a data engineer.</p>' },
  { title: 'Anywhere', locations: [], countries: ['CA'] },
  { title: 'Welding Inspector', source: 'lever' },
  { title: 'Locum', employment_type: ['PER_DIEM'], locations: OHIO },
  { title: 'Carpenter', employment_type: ['CONTRACTOR'], source: 'workday' },
  { title: 'Senior Developer', employment_type: ['FULL_TIME'] },
  { title: 'Developer' },
  { title: 'Pilot' },
  { title: 'Ferry Pilot', locations: OHIO },
]

/** What each request of the documents finds, by title; ids of jobs that left. */
const FOUND: Record<string, unknown[]> = {
  'nurses in Ontario': ['Registered Nurse'],
  'C++ jobs that are remote': ['C++ Engineer'],
  'titles in French': ['Infirmière clinicienne', 'Préposée à l’entretien'],
  'three named employers': ['Buyer', 'Driver', 'Teller'],
  'the last full hour with pay': ['Paid Now'],
  'part-time night work': ['Cleaner'],
  'entry-level work': ['Entry-Level Analyst', 'Graduate Trainee'],
  'data engineers whose description has aws nearby': ['Builder'],
  'jobs without a place': ['Anywhere'],
  'all of Quebec but Montréal': ['Préposée à l’entretien'],
  'words that begin alike: welder, welding': ['Welding Inspector'],
  'a phrase with an apostrophe': ['Driver'],
  'two systems': ['Carpenter', 'Welding Inspector'],
  'posted this week': ['Entry-Level Analyst'],
  'changed today': ['Carpenter'],
  'gone in the last hour (`1d`: the whole day before)': [26],
  'active jobs of one employer, of the last 183 days': ['Registered Nurse'],
  'one city of a region': ['Nurse of Alberta'],
  'both countries, newest first': ['Ferry Pilot', 'Pilot'],
  internships: ['Graduate Trainee'],
  'per-diem work': ['Locum'],
  'full-time or contract': ['Carpenter', 'Senior Developer'],
  'developers whose title lacks "senior"': ['Developer'],
  'one job, whatever its status': ['Infirmière clinicienne'],
}

const page = await Bun.file(join(import.meta.dir, '../../../docs/searching.md')).text()
const table = page.split('## Twenty-five searches')[1] ?? ''
const searches = [...table.matchAll(/^\| (.*?) +\| `(\/v1.*)` +\|$/gm)].map(
  ([, wish = '', request = '']): [string, string] => [wish, request.replaceAll('\\|', '|')],
)
const app = useTestApp({ start: '2026-11-21T12:30:00Z' }, async (app) => {
  const written = POSTINGS.map((members) => posting({ date_posted: '2026-11-01', ...members }))
  await app.write(...written)
  const gone = posting({ title: 'Gone' })
  await app.write(gone)
  app.clock.set('2026-11-22T10:15:00Z')
  await app.write(
    posting({ title: 'Paid Now', salary: PAY, date_posted: null }),
    posting({ title: 'Unpaid Now', date_posted: null }),
  )
  for (const line of written.filter(({ title }) => title === 'Carpenter')) {
    await app.write({ ...line, url: 'https://example.com/carpenter' })
  }
  app.clock.set('2026-11-22T11:00:00Z')
  await app.write({ ...gone, status: 'expired' })
  app.clock.set('2026-11-22T11:20:00Z')
})

test('there are twenty-five', () => {
  expect(searches.length).toBe(25)
})

test.each(searches)('%s', async (wish, request) => {
  const [path = '', query = ''] = request.split('?')
  // An `&` within a value has spaces around it.
  const members = query.split(/&(?=\w+=)/).map((member): [string, string] => {
    const equals = member.indexOf('=')
    return [member.slice(0, equals), member.slice(equals + 1)]
  })
  const found = await app.get(`${path}?${query === '' ? '' : new URLSearchParams(members)}`)
  expect(titles(found)).toEqual(FOUND[wish] ?? everythingBut('Recruited Clerk'))
})

function titles(found: unknown): unknown[] {
  const list = Array.isArray(found) ? found : (Object(found).jobs ?? [found])
  return list
    .map((entry: unknown) => (typeof entry === 'number' ? entry : Object(entry).title))
    .sort()
}

function everythingBut(title: string): unknown[] {
  const all = [...POSTINGS.map((members) => members.title), 'Paid Now', 'Unpaid Now']
  return all.filter((other) => other !== title).sort()
}
