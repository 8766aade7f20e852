import { describe, expect, test } from 'bun:test'
import { INDUSTRIES } from '../../src/sample/industries'
import { applicable, type Setting, wordingOf } from '../../src/sample/wording'

const nurse: Setting = { country: 'CA', industry: 'hospital', occupation: 'Registered Nurse' }

describe('applicable', () => {
  test.each([
    ['always', true],
    ['CA|in Canada', true],
    ['US|in the United States', false],
    ['#hospital|in hospitals', true],
    ['#hospital #care|in either', true],
    ['#bank|in banks', false],
    ['Registered_Nurse|by the name', true],
    ['Nurse Cook|one of two parts', true],
    ['Cook|another occupation', false],
    ['-Nurse|not for nurses', false],
    ['-Cook|not for cooks', true],
    ['CA #hospital Nurse|all sorts hold', true],
    ['US #hospital Nurse|one sort does not', false],
    ['-#hospital|not in hospitals', false],
  ])('%s', (phrase, holds) => {
    expect(applicable([phrase], nurse)).toEqual(holds ? [phrase.split('|').at(-1) ?? ''] : [])
  })
})

test('every occupation has duties and requirements in each of its languages', () => {
  const thin = INDUSTRIES.flatMap(({ kind, families }) =>
    families.items.flatMap(({ family }) =>
      family.occupations.flatMap((occupation) => {
        const { en, fr, country } = occupation
        const languages =
          fr === '' || country === 'US' ? (['en'] as const) : (['en', 'fr'] as const)
        return languages
          .filter((language) => {
            const place = { country: country ?? 'CA', industry: kind }
            const { duties, skills } = wordingOf(family, occupation, language, place)
            return duties.length < 2 || skills.length < 2
          })
          .map((language) => `${en} ${language} ${kind}`)
      }),
    ),
  )
  expect(thin).toEqual([])
})
