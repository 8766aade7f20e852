import { describe, expect, test } from 'bun:test'
import { toCountry } from '../../src/values/country'
import { findRegion, REGIONS } from '../../src/values/region'

describe('countries', () => {
  test.each([
    ['CA', 'CA'],
    ['ca', 'CA'],
    [' Canada ', 'CA'],
    ['CAN', 'CA'],
    ['US', 'US'],
    ['usa', 'US'],
    ['U.S.', 'US'],
    ['U.S.A.', 'US'],
    ['United States', 'US'],
    ['UNITED STATES OF AMERICA', 'US'],
    ['États-Unis', 'US'],
    ["Etats-Unis d'Amérique", 'US'],
  ] as const)('%p is %s', (text, country) => {
    expect(toCountry(text)).toBe(country)
  })

  test.each(['', 'MX', 'France', 'America', 'California', 'C', '__proto__'])(
    '%p is neither',
    (text) => {
      expect(toCountry(text)).toBeUndefined()
    },
  )
})

describe('regions', () => {
  test('are ten provinces, three territories, fifty states, DC and five US territories', () => {
    const count = (country: string) => REGIONS.filter((region) => region.country === country).length
    expect([count('CA'), count('US')]).toEqual([13, 56])
  })

  test('have codes and names that are unique over both countries', () => {
    expect(new Set(REGIONS.map(({ code }) => code)).size).toBe(REGIONS.length)
    expect(new Set(REGIONS.map(({ name }) => name.toLowerCase())).size).toBe(REGIONS.length)
  })

  test.each(REGIONS)('$code is known by its code and by its name, whatever the case', (region) => {
    for (const text of [region.code, region.name]) {
      expect(findRegion(text)).toEqual(region)
      expect(findRegion(` ${text.toLowerCase()} `)).toEqual(region)
    }
  })

  test.each([
    ['Québec', 'QC'],
    ['Que\u0301bec', 'QC'],
    ['Newfoundland', 'NL'],
    ['Newfoundland & Labrador', 'NL'],
    ['Yukon Territory', 'YT'],
    ['PEI', 'PE'],
    ['Washington, DC', 'DC'],
    ['D.C.', 'DC'],
    ['Virgin Islands', 'VI'],

    ['Nouveau-Brunswick', 'NB'],
    ['Terre-Neuve-et-Labrador', 'NL'],
    ['Île-du-Prince-Édouard', 'PE'],
    ['Colombie Britannique', 'BC'],
    ['B.C.', 'BC'],
    ['Ont.', 'ON'],
    ['P.E.I.', 'PE'],
    ['N.W.T.', 'NT'],
    ['Calif.', 'CA'],
    ['Washington D.C.', 'DC'],
  ])('%s is %s', (text, code) => {
    expect(findRegion(text)?.code).toBe(code)
  })

  test.each(['', 'XX', 'Toronto', 'CA-ON', 'Quebec (ON)', 'Northwest', 'constructor'])(
    '%p is none',
    (text) => {
      expect(findRegion(text)).toBeUndefined()
    },
  )
})
