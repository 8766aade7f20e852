import { describe, expect, test } from 'bun:test'
import {
  fullName,
  type Location,
  locationsByCountry,
  shortName,
} from '../../../../src/catalogue/import/job/locations'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { place, posting } from '../../../support/posting-builder'

function views(members: Partial<Posting>): [string, Location[]][] {
  return [...locationsByCountry(posting(members))]
}

/** The names of each view's locations. */
function names(members: Partial<Posting>): Record<string, string[]> {
  return Object.fromEntries(
    views(members).map(([country, locations]) => [country, locations.map(fullName)]),
  )
}

describe('a location', () => {
  test.each<[string | null, string | null, string | null, string, string]>([
    ['Toronto', 'ON', 'CA', 'Toronto, Ontario, Canada', 'Toronto, ON'],
    ['Toronto', 'Ontario', 'Canada', 'Toronto, Ontario, Canada', 'Toronto, ON'],
    ['Montréal', 'québec', 'can', 'Montréal, Quebec, Canada', 'Montréal, QC'],
    ['Montreal', 'Québec', 'CA', 'Montréal, Quebec, Canada', 'Montreal, QC'],
    ['New York City', 'NY', 'US', 'New York, New York, United States', 'New York City, NY'],
    ['Quebec City', 'Qc', 'Canada', 'Québec, Quebec, Canada', 'Quebec City, QC'],
    ['Saint Louis', 'MO', 'US', 'St. Louis, Missouri, United States', 'Saint Louis, MO'],
    ['Saint Louis', 'MI', 'US', 'Saint Louis, Michigan, United States', 'Saint Louis, MI'],
    ['Ft Worth', 'Texas', 'US', 'Fort Worth, Texas, United States', 'Ft Worth, TX'],
    ['St. Johns', 'NL', 'CA', "St. John's, Newfoundland and Labrador, Canada", 'St. Johns, NL'],
    ['New York City', null, 'US', 'New York, New York, United States', 'New York City, NY'],
    ['Quebec City', null, 'CA', 'Québec, Quebec, Canada', 'Quebec City, QC'],
    ['Saskatoon', ' ', 'CA', 'Saskatoon, Saskatchewan, Canada', 'Saskatoon, SK'],
    ['Springfield', null, 'US', 'Springfield, United States', 'Springfield'],
    ['Nowhereville', null, 'CA', 'Nowhereville, Canada', 'Nowhereville'],
    ['New York City', 'TX', 'US', 'New York City, Texas, United States', 'New York City, TX'],
    ['Moncton', 'Nouveau-Brunswick', null, 'Moncton, New Brunswick, Canada', 'Moncton, NB'],
    ['Austin', 'tx', 'usa', 'Austin, Texas, United States', 'Austin, TX'],
    ['San Juan', 'PR', 'US', 'San Juan, Puerto Rico, United States', 'San Juan, PR'],
    [' Toronto ', ' on ', ' ca ', 'Toronto, Ontario, Canada', 'Toronto, ON'],
    ['Toronto', null, 'CA', 'Toronto, Ontario, Canada', 'Toronto, ON'],
    [null, 'ON', 'CA', 'Ontario, Canada', 'ON'],
    [null, null, 'CA', 'Canada', 'Canada'],
    ['Toronto', 'GTA', 'CA', 'Toronto, GTA, Canada', 'Toronto, GTA'],
    ['Ontario', 'Ontario', 'US', 'Ontario, Ontario, United States', 'Ontario, Ontario'],
    ['Toronto', 'ON', null, 'Toronto, Ontario, Canada', 'Toronto, ON'],
    ['Los Angeles', 'CA', null, 'Los Angeles, California, United States', 'Los Angeles, CA'],
  ])('%p, %p, %p is %s, in short %s', (city, region, country, derived, label) => {
    const address = {
      addressLocality: city,
      addressRegion: region,
      ...(country !== null && { addressCountry: country }),
    }
    const [[, [location]] = ['', []]] = views({ locations: [{ address }] })
    expect(location && [fullName(location), shortName(location)]).toEqual([derived, label])
  })

  test('has every part that is known', () => {
    const address = { ...place('Toronto', 'ON', 'CA').address, postalCode: ' M5V 2T6 ' }
    expect(views({ locations: [{ address, latitude: 43.7, longitude: 0 }] })).toEqual([
      [
        'CA',
        [
          {
            city: 'Toronto',
            cityName: 'Toronto',
            region: 'Ontario',
            regionCode: 'ON',
            country: 'CA',
            postalCode: 'M5V 2T6',
            latitude: 43.7,
            longitude: 0,
          },
        ],
      ],
    ])
  })
})

describe('the country views', () => {
  const toronto = place('Toronto', 'ON', 'CA')
  const austin = place('Austin', 'TX', 'US')
  const boston = place('Boston', 'MA', 'US')
  const paris = place('Paris', null, 'France')
  const nowhere = { address: { addressLocality: 'Springfield' } }

  test.each<[string, Partial<Posting>, Record<string, string[]>]>([
    ['of a location', { locations: [toronto] }, { CA: ['Toronto, Ontario, Canada'] }],
    [
      'of locations in both countries list their own, in the published order',
      { locations: [boston, toronto, austin] },
      {
        CA: ['Toronto, Ontario, Canada'],
        US: ['Boston, Massachusetts, United States', 'Austin, Texas, United States'],
      },
    ],
    [
      'drop foreign locations',
      { locations: [paris, toronto] },
      { CA: ['Toronto, Ontario, Canada'] },
    ],
    ['are none when all is foreign', { locations: [paris] }, {}],
    ['are none when nothing is said', { locations: [] }, {}],
    ['are none without locations', { locations: null }, {}],
    ['are none when a location names no country', { locations: [nowhere] }, {}],
    ['are those that are named', { locations: null, countries: ['US', 'CA'] }, { CA: [], US: [] }],
    ['are none when none are named', { locations: null, countries: [] }, {}],
    ['are named once', { locations: null, countries: ['CA', 'CA'] }, { CA: [] }],
    [
      'are those that are named beside those of the locations',
      { locations: [toronto], countries: ['US'] },
      { CA: ['Toronto, Ontario, Canada'], US: [] },
    ],
    [
      'give their country to places without one, when one is named',
      { locations: [nowhere], countries: ['US'] },
      { US: ['Springfield, United States'] },
    ],
    [
      'do not when both are named',
      { locations: [nowhere], countries: ['CA', 'US'] },
      { CA: [], US: [] },
    ],
    ['do not give it to foreign places', { locations: [paris], countries: ['CA'] }, { CA: [] }],
    [
      'list the same place as often as it is published',
      { locations: [toronto, toronto] },
      { CA: ['Toronto, Ontario, Canada', 'Toronto, Ontario, Canada'] },
    ],
  ])('%s', (_, members, expected) => {
    expect(names(members)).toEqual(expected)
  })

  test('come in the order CA, US', () => {
    expect(views({ locations: [austin, toronto] }).map(([country]) => country)).toEqual([
      'CA',
      'US',
    ])
  })
})
