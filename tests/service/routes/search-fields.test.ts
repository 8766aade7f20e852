import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type SearchCase, testSearches } from '../../support/search-cases'
import { createSearchCatalogue, type SearchCatalogue } from '../../support/search-catalogue'

let catalogue: SearchCatalogue
beforeAll(async () => {
  catalogue = await createSearchCatalogue({
    nurse: {
      title: 'Night Nurse',
      organization: 'Great Lakes Health',
      description_html: '<p>Care for <b>pati</b>ents</p><p>Valid license</p>',
    },
    cook: { title: 'Line Cook', organization: "Chez l'Érable", description_text: 'Nurse a grill' },
    baker: { title: 'Baker', organization: 'Oak%20Software', description_text: null },
    driver: { title: 'Driver', organization: null, description_text: 'Great routes' },
    silent: { title: 'Night Porter', organization: '!!!', description_text: null },
  })
})
afterAll(() => catalogue.stop())

const everything = ['nurse', 'cook', 'baker', 'driver', 'silent']

describe('title, employer and description are searched together', () => {
  const plain: SearchCase[] = [
    ['nurse', ['nurse', 'cook'], ['driver', 'silent']],
    ['night health license', ['nurse'], ['silent']],
    ['great', ['nurse', 'driver'], ['cook']],
    ['patients', ['nurse'], ['cook']],
    ['erable grill', ['cook'], ['nurse']],
    ['"night nurse"', ['nurse'], ['cook']],
    // The end of one field and the beginning of the next are no phrase.
    ['"nurse great"', [], everything],
    ['"health care"', [], everything],
    ['"nurse gr*"', [], everything],
    ['"driver great"', [], everything],
    ['"cook chez"', [], everything],
    ['"patients valid"', ['nurse'], ['cook']],
    ['-nurse', ['baker', 'driver', 'silent'], ['nurse', 'cook']],
    ['-zebra', everything, []],
  ]
  const advanced: SearchCase[] = [
    ['nurse <50> health', [], everything],
    ['health <50> license', [], everything],
    ['cook <50> grill', [], everything],
    ['care <2> patients', ['nurse'], ['cook']],
    ['nurse & !night', ['cook'], ['nurse']],
  ]
  testSearches(() => catalogue, 'description', plain)
  testSearches(() => catalogue, 'description_advanced', advanced)
})

describe('the title alone', () => {
  const cases: SearchCase[] = [
    ['nurse', ['nurse'], ['cook']],
    ['great', [], everything],
  ]
  testSearches(() => catalogue, 'title', cases)
})

describe('the employer', () => {
  const cases: SearchCase[] = [
    ['health', ['nurse'], ['cook', 'driver', 'silent']],
    ["'great lakes'", ['nurse'], ['driver']],
    ['lakes <-> great', [], everything],
    ['great <2> health', ['nurse'], ['driver']],
    ["l'erable | 'CHEZ'", ['cook'], ['nurse']],
    ['ÉRAB:*', ['cook'], ['nurse']],
    ['night', [], everything],
    // A job without an employer is not one whose employer has the word.
    ['!health', ['cook', 'baker', 'driver', 'silent'], ['nurse']],
    ['!health & !chez', ['baker', 'driver', 'silent'], ['nurse', 'cook']],
    ['!(health | chez)', ['baker', 'driver', 'silent'], ['nurse', 'cook']],
    ["'Oak Software'", ['baker'], ['nurse']],
    ["'Oak%20Software'", ['baker'], ['nurse']],
    ['health | !health', everything, []],
  ]
  testSearches(() => catalogue, 'organization_advanced', cases)
})

test('several filters hold together', async () => {
  const search = { title: 'night', description: 'care', organization_advanced: 'great' }
  expect(await catalogue.find(search)).toEqual(['nurse'])
  expect(await catalogue.find({ ...search, description: 'grill' })).toEqual([])
})
