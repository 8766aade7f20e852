import { describe, expect, test } from 'bun:test'
import { brassring } from '../../../src/collect/systems/brassring'
import { listed } from './answers'
import { recordedBoard } from './boards'
import { changedVendor } from './cases'

const CITIES = [
  ['Poway', 'California'],
  ['Camp Hill ', 'PA - Pennsylvania'],
  ['Guelph', 'ON'],
  ['Ansbach', 'Bavaria'],
] as const

type Questions = Readonly<Record<string, string>>

/** The places of a site with a job for each city, and the settings that its list told. */
async function read(
  questionsOf: (city: string, region: string, index: number) => Questions,
  settings: Readonly<Record<string, string>> = {},
) {
  const jobs = CITIES.map(([city, region], index) => {
    const questions = { location: 'Guelph, ON', ...questionsOf(city, region, index) }
    const named = Object.entries({ reqid: String(index), jobtitle: 'Roofer', ...questions })
    return { like: 0, Questions: named.map(([QuestionName, Value]) => ({ QuestionName, Value })) }
  })
  const change = { JobsCount: jobs.length, Jobs: { Job: jobs } }
  const { board, fetch } = changedVendor(brassring, recordedBoard(brassring), {
    board: { settings },
    answers: { list: { change } },
  })
  const { postings, foundSettings } = await listed(brassring, board, fetch)
  const places = postings.map(({ posting }) =>
    posting?.places.map(({ text }) => text).join(' and '),
  )
  return { places, foundSettings }
}

describe('the questions that hold the places are found', () => {
  const inTwo = (city: string, region: string): Questions => ({
    location: 'Corporate Headquarters',
    formtext3: 'Day shift',
    formtext12: city,
    formtext10: region,
    // Texts of half of the jobs name places too.
    formtext7: city < 'D' ? 'Houston, TX' : '',
  })

  test('a city and its region in two questions, in most jobs', async () => {
    expect(await read(inTwo)).toEqual({
      foundSettings: { location: 'formtext12,formtext10' },
      places: ['Poway, California', 'Camp Hill, Pennsylvania', 'Guelph, ON', 'Ansbach, Bavaria'],
    })
  })

  test('both in one question', async () => {
    const found = await read((city, region) => ({
      location: 'HQ',
      formtext5: `${city}, ${region}`,
    }))
    expect(found.foundSettings).toEqual({ location: 'formtext5' })
    expect(found.places[1]).toBe('Camp Hill , Pennsylvania')
    const usual = await read((city) => ({ location: `${city}, CA, United States` }))
    expect(usual.foundSettings).toBeUndefined()
  })

  test('settings overrule what is found', async () => {
    const found = await read(inTwo, { location: 'formtext10' })
    expect([found.places[0], found.foundSettings]).toEqual(['California', undefined])
  })

  test.each([
    ['cities of other regions', 'Poway', 'Ontario'],
    ['words that are codes', 'Inside sales', 'IN'],
    ['a city without a region', 'Poway', ''],
  ])('%s are none, nor is a title with a place', async (_, formtext1, formtext2) => {
    const questions = { location: 'HQ', formtext1, formtext2, jobtitle: 'Poway, CA' }
    const found = await read(() => questions)
    expect([found.foundSettings, found.places[0]]).toEqual([undefined, 'HQ'])
  })

  test('half of the jobs are not most', async () => {
    const found = await read((formtext12, formtext10, index) =>
      index < 2 ? { formtext12, formtext10 } : {},
    )
    expect(found.foundSettings).toBeUndefined()
  })
})
