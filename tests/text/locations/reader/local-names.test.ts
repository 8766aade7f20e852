import { describe, expect, test } from 'bun:test'
import { LocationResolver } from '../../../../src/text/locations/location-resolver'
import { printResolution } from '../print-resolution'

const resolver = new LocationResolver()

function check(cases: readonly (readonly [text: string, printed: string])[]): void {
  test.each(cases)('%p is %s', (text, printed) => {
    expect(printResolution(resolver.resolve(text))).toBe(printed)
  })
}

describe('a name that the tables lack, before the code of a state that is also that of a country', () => {
  describe('is in the state if it is a name of this continent', () => {
    check([
      ['Nowhere Regional Hospital, GA', 'GA, US'],
      ['Fort Nowhere, GA', 'GA, US'],
      ['Western suburbs of Nowhere, IL', 'IL, US'],
      ['Nowhere Springs, CO', 'CO, US'],
      ["Nowhere's Bay, NL", 'NL, CA'],
      ['Greenfield, ID', 'ID, US'],
      ['Wilmingtn, DE', 'Wilmington, DE, US'],
      ['Lawrencville, GA', 'Lawrenceville, GA, US'],
    ])
  })

  describe('is open otherwise', () => {
    check([
      ['Nowhereville, GA', 'unresolved'],
      ['Electronic City, IN', 'unresolved'],
      ['New York City, LA', 'unresolved'],
      ['Nowhereville, CA', 'unresolved'],
      ['Nowhere Hill, CA', 'unresolved'],
    ])
  })

  describe('before `CA`, is in California if the name says so', () => {
    check([
      ['San Nowhere Valley, CA', 'CA, US'],
      ['Napa Foothills, CA', 'CA, US'],
      ['Los Angels, CA', 'Los Angeles, CA, US'],
      ['Palo Allto, CA', 'Palo Alto, CA, US'],
      ['Ottawa, CA', 'Ottawa, ON, CA'],
    ])
  })
})

describe('a name that towns of other regions have is none in this one', () => {
  check([
    ['Baltimore, MA', 'MA, US'],
    ['Little Rock, AK', 'AK, US'],
    ['Pittsburg, PA', 'Pittsburgh, PA, US'],
    ['Seattle, CA, US', 'CA, US'],
    ['Sacramento / Texas', 'Sacramento, CA, US + TX, US'],
  ])
})

describe('words around a name', () => {
  check([
    ['Multiple sites in Texas', 'TX, US'],
    ['Various stores across Alberta', 'AB, CA'],
    ['Partout dans Québec', 'QC, CA'],
    ['Rural Saskatchewan', 'SK, CA'],
    ['All 67 Florida Counties', 'FL, US'],
    ['Ville de Gatineau', 'Gatineau, QC, CA'],
    ['Town of Oakville', 'Oakville, ON, CA'],
    ['Rive-Sud de Montréal, QC', 'QC, CA'],
    ['913 Post Rd Wells, ME', 'Wells, ME, US'],
    ['Washington DC, Virginia, United States', 'Washington, DC, US + VA, US'],
    ['US-TX-Plano-Legacy West', 'Plano, TX, US'],
    ['Ciudad Apodaca, NL', 'foreign'],
    ['Apodaca, NL', 'foreign'],
  ])
})

describe('New York is the state', () => {
  check([
    ['Upstate New York', 'NY, US'],
    ['Western New York', 'NY, US'],
    ['New Jersey; New York', 'NJ, US + NY, US'],
    ['New York or Massachusetts', 'NY, US + MA, US'],
    ['Georgia; New York; Washington, D.C.', 'GA, US + NY, US + Washington, DC, US'],
    ['Boston; New York', 'Boston, MA, US + New York, NY, US'],
  ])
})

describe('a place that is preferred leaves the others', () => {
  check([
    ['Remote, USA (SF Bay Area preferred)', 'US + CA, US, remote'],
    ['Remote, USA (Texas preferred)', 'US + TX, US, remote'],
  ])
})

describe('`CA` beside places of both countries is open', () => {
  check([
    ['CA Remote (BC & ON only); US Remote', 'BC, CA + ON, CA + US'],
    ['US-Boston; CA-Toronto; CA-Remote', 'Boston, MA, US + Toronto, ON, CA'],
  ])
})

describe('a university that is named after a place is not in its town for certain', () => {
  check([
    ['University of Houston, TX', 'TX, US'],
    ['Université de Montréal, QC', 'QC, CA'],
    ['University of Houston, Houston, TX', 'Houston, TX, US'],
  ])
})
