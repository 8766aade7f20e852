import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../src/catalogue/import/posting'
import { sampleLines } from '../../src/sample/sample-lines'
import { EMPLOYMENT_TYPES, PAY_UNITS } from '../../src/values/vocabulary'
import { replay } from './replay'

const UNTIL = new Date('2026-11-21T09:20:00Z')
const { created, events } = replay(sampleLines({ jobs: 20_000, random: 1, until: UNTIL }))

const share = (holds: (posting: Posting) => boolean) =>
  created.filter(holds).length / created.length
const addresses = ({ locations }: Posting) => (locations ?? []).map(({ address }) => address)
const regions = (posting: Posting) => addresses(posting).map((address) => address?.addressRegion)
const text = ({ description_html, description_text }: Posting) =>
  description_html ?? description_text ?? ''
const isFrench = (posting: Posting) =>
  /l’équipe|d’expérience|candidature|postul/i.test(text(posting))
const isQuebec = (posting: Posting) =>
  regions(posting).some((region) => /^Qu[eé]bec$|^QC$/.test(region ?? ''))

describe('shares', () => {
  test.each<[string, (posting: Posting) => boolean, number, number]>([
    ['with pay', ({ salary }) => salary != null, 0.5, 0.6],
    ['remote', ({ location_type }) => location_type === 'TELECOMMUTE', 0.03, 0.12],
    ['hybrid', ({ work_arrangement }) => work_arrangement === 'hybrid', 0.06, 0.2],
    ['without any location', ({ locations }) => locations == null, 0.01, 0.06],
    ['several locations', ({ locations }) => (locations?.length ?? 0) > 1, 0.08, 0.2],
    ['both countries', (posting) => countriesOf(posting).size === 2, 0.008, 0.05],
    ['Canada', (posting) => countriesOf(posting).has('CA'), 0.38, 0.55],
    ['Quebec', isQuebec, 0.06, 0.16],
    ['without date_posted', ({ date_posted }) => date_posted == null, 0.04, 0.12],
    ['with a closing date', ({ date_valid_through }) => date_valid_through != null, 0.15, 0.3],
    ['with an application link', ({ apply_url }) => apply_url != null, 0.25, 0.5],
    ['with source fields', ({ source_fields }) => source_fields != null, 0.3, 0.5],
    ['with text alone', ({ description_html }) => description_html == null, 0.02, 0.1],
  ])('%s', (_, holds, low, high) => {
    expect(share(holds)).toBeGreaterThan(low)
    expect(share(holds)).toBeLessThan(high)
  })

  test('most postings of Quebec are French, and none of the United States is', () => {
    const quebec = created.filter(isQuebec)
    expect(quebec.filter(isFrench).length / quebec.length).toBeGreaterThan(0.6)
    const american = created.filter((posting) => !countriesOf(posting).has('CA'))
    expect(american.filter(isFrench).map(({ title }) => title)).toEqual([])
  })
})

describe('variety', () => {
  test('every pay unit and every employment type occurs', () => {
    const units = new Set(created.map(({ salary }) => salary?.value.unitText))
    expect(PAY_UNITS.filter((unit) => !units.has(unit))).toEqual([])
    const types = new Set(created.flatMap(({ employment_type }) => employment_type ?? []))
    expect(EMPLOYMENT_TYPES.filter((type) => !types.has(type))).toEqual([])
  })

  test.each(['C++', 'C#', '.NET', 'ASP.NET', 'Node.js', 'R&D', 'IT Manager', 'Senior/Lead'])(
    '%s is in a title',
    (word) => {
      expect(created.some(({ title }) => title.includes(word))).toBe(true)
    },
  )

  test('employers are of very different sizes, some with commas, accents, ampersands and apostrophes', () => {
    const sizes = Map.groupBy(created, ({ organization }) => organization ?? '')
    const counts = Array.from(sizes.values(), (postings) => postings.length)
    expect(counts.length).toBeGreaterThan(2000)
    expect(counts.length).toBeLessThan(3000)
    expect(Math.max(...counts)).toBeGreaterThan(150)
    expect(counts.filter((count) => count <= 5).length).toBeGreaterThan(1000)
    for (const sign of [',', 'é', '&', '’']) {
      expect(Array.from(sizes.keys()).some((name) => name.includes(sign))).toBe(true)
    }
  })

  test('descriptions have 1,000 to 6,000 characters, but for a few', () => {
    const lengths = created.map((posting) => text(posting).length).toSorted((a, b) => a - b)
    expect(lengths[100]).toBeGreaterThan(1000)
    expect(lengths.at(-100)).toBeLessThan(6500)
    expect(lengths.at(-1000)).toBeGreaterThan(4000)
  })
})

describe('sense', () => {
  test('addresses end in .example', () => {
    const hosts = created.flatMap(({ url, apply_url }) => [url, apply_url ?? url])
    const real = hosts.filter((address) => !new URL(address).hostname.endsWith('.example'))
    expect(real).toEqual([])
  })

  test('nobody is paid too little or too much', () => {
    const odd = created.flatMap(({ salary, title }) => {
      if (salary == null) return []
      const { value, minValue, maxValue, unitText } = salary.value
      const [low, high] = LIMITS[unitText]
      const amounts = [value ?? minValue ?? 0, value ?? maxValue ?? 0]
      return amounts.every((amount) => amount >= low && amount <= high)
        ? []
        : [`${title} ${amounts}`]
    })
    expect(odd).toEqual([])
  })

  test('the currency is that of the first place', () => {
    const wrong = created.filter(({ salary, locations }) => {
      const country = locations?.[0]?.address?.addressCountry
      if (salary == null || country == null) return false
      return (salary.currency === 'CAD') !== (country === 'CA' || country === 'Canada')
    })
    expect(wrong.filter(({ locations }) => locations?.length === 1)).toEqual([])
  })

  test('postings are posted before they are collected', () => {
    const late = events.filter(({ kind, at, line }) => {
      if (kind !== 'created' || 'status' in line || line.date_posted == null) return false
      return Date.parse(line.date_posted) > at
    })
    expect(late).toEqual([])
  })
})

function countriesOf(posting: Posting): Set<string> {
  const named = addresses(posting).map((address) => address?.addressCountry ?? '')
  const codes = named.map((name) =>
    name === 'Canada' ? 'CA' : name === 'United States' ? 'US' : name,
  )
  return new Set([...codes, ...(posting.countries ?? [])])
}

const LIMITS: Readonly<Record<(typeof PAY_UNITS)[number], readonly [number, number]>> = {
  HOUR: [13, 130],
  DAY: [100, 1300],
  WEEK: [500, 6500],
  MONTH: [2500, 35_000],
  YEAR: [28_000, 450_000],
}
