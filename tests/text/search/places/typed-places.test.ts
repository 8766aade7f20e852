import { describe, expect, test } from 'bun:test'
import { readAreas } from '../../../../src/text/locations/table/areas'
import { isCityIn } from '../../../../src/text/locations/table/city-names'
import typedAreasText from '../../../../src/text/locations/table/typed-areas.txt' with {
  type: 'text',
}
import { parsePlaces } from '../../../../src/text/search/places/parse-places'
import { locationTerms, placeTerms } from '../../../../src/text/search/places/place-terms'
import { SearchSyntaxError } from '../../../../src/text/search/search-syntax-error'
import { findRegion } from '../../../../src/values/region'
import { matchesPlaces } from '../../../support/matcher'

const QUEBEC = 'Québec, Quebec, Canada'
const MONTREAL = 'Montréal, Quebec, Canada'
const TORONTO = 'Toronto, Ontario, Canada'
const OTTAWA = 'Ottawa, Ontario, Canada'
const WATERLOO = 'Waterloo, Ontario, Canada'
const VANCOUVER = 'Vancouver, British Columbia, Canada'
const CALGARY = 'Calgary, Alberta, Canada'
const REGINA = 'Regina, Saskatchewan, Canada'
const HALIFAX = 'Halifax, Nova Scotia, Canada'
const MONCTON = 'Moncton, New Brunswick, Canada'
const CORNER_BROOK = 'Corner Brook, Newfoundland and Labrador, Canada'
const SUMMERSIDE = 'Summerside, Prince Edward Island, Canada'
const WHITEHORSE = 'Whitehorse, Yukon, Canada'
const NEW_YORK = 'New York, New York, United States'
const BOSTON = 'Boston, Massachusetts, United States'
const CHICAGO = 'Chicago, Illinois, United States'
const DALLAS = 'Dallas, Texas, United States'
const FORT_WORTH = 'Fort Worth, Texas, United States'
const LOS_ANGELES = 'Los Angeles, California, United States'
const SAN_FRANCISCO = 'San Francisco, California, United States'
const WASHINGTON = 'Washington, District of Columbia, United States'
const SEATTLE = 'Seattle, Washington, United States'
const SAINT_PAUL = 'Saint Paul, Minnesota, United States'
const ST_LOUIS = 'St. Louis, Missouri, United States'
const ST_CLOUD = 'Saint Cloud, Minnesota, United States'
const DETROIT = 'Detroit, Michigan, United States'

/** What people type, and a location that it finds. */
const READ: readonly (readonly [typed: string, location: string])[] = [
  ['Tx.', DALLAS],
  ['ga.', 'Atlanta, Georgia, United States'],
  ['OTTAWA', OTTAWA],
  ['ottawa ontario', OTTAWA],
  ['ottawa on', OTTAWA],
  ['Ottawa, Ont', OTTAWA],
  ['Ottawa, Ont., Canada', OTTAWA],
  ['Ottawa (Ontario)', OTTAWA],
  ['calgary ab', CALGARY],
  ['Calgary, Alta.', CALGARY],
  ['Regina, Sask.', REGINA],
  ['Regina Sask', REGINA],
  ['Montréal', MONTREAL],
  ['montreal qc', MONTREAL],
  ['Montreal Que', MONTREAL],
  ['Montréal, Province de Québec', MONTREAL],
  ['Ville de Montréal', MONTREAL],
  ['QUÉBEC CITY', QUEBEC],
  ['Quebec City, Quebec', QUEBEC],
  ['Quebec City, Canada', QUEBEC],
  ['Québec, Québec', QUEBEC],
  ['Ville de Québec', QUEBEC],
  ['Corner Brook, Newfoundland', CORNER_BROOK],
  ['Newfoundland', CORNER_BROOK],
  ['Newfoundland & Labrador', CORNER_BROOK],
  ['Labrador', CORNER_BROOK],
  ['Terre-Neuve', CORNER_BROOK],
  ['Terre-Neuve-et-Labrador', CORNER_BROOK],
  ['Corner Brook NFLD', CORNER_BROOK],
  ['Summerside, PEI', SUMMERSIDE],
  ['Summerside PEI Canada', SUMMERSIDE],
  ['P.E.I.', SUMMERSIDE],
  ['Île-du-Prince-Édouard', SUMMERSIDE],
  ['Colombie-Britannique', VANCOUVER],
  ['Vancouver, Colombie-Britannique', VANCOUVER],
  ['vancouver bc canada', VANCOUVER],
  ['Nouvelle-Écosse', HALIFAX],
  ['Halifax (Nouvelle-Écosse)', HALIFAX],
  ['Moncton, Nouveau-Brunswick', MONCTON],
  ['Yukon Territory', WHITEHORSE],
  ['Whitehorse, Territoire du Yukon', WHITEHORSE],
  ['United States of America', BOSTON],
  ['Boston, United States of America', BOSTON],
  ['États-Unis', BOSTON],
  ["Boston, États-Unis d'Amérique", BOSTON],
  ['boston ma', BOSTON],
  ['Boston Mass', BOSTON],
  ['Boston, Mass.', BOSTON],
  ['Chicago Ill', CHICAGO],
  ['Seattle, Wash.', SEATTLE],
  ['Washington State', SEATTLE],
  ['Detroit, Mich.', DETROIT],
  ['Los Angeles, Calif.', LOS_ANGELES],
  ['Californie', LOS_ANGELES],
  ['New York City', NEW_YORK],
  ['new york city, new york', NEW_YORK],
  ['New York City, United States', NEW_YORK],
  ['New York, New York, United States', NEW_YORK],
  ['New York State', NEW_YORK],
  ['"Washington DC"', WASHINGTON],
  ['"Washington D C"', WASHINGTON],
  ['washington dc', WASHINGTON],
  ['Saint Louis', ST_LOUIS],
  ['St Louis', ST_LOUIS],
  ['St. Louis, Missouri', ST_LOUIS],
  ['saint louis missouri', ST_LOUIS],
  ['St Paul', SAINT_PAUL],
  ['St. Cloud', ST_CLOUD],
  ['Ft. Worth', FORT_WORTH],
  ['ft worth, texas', FORT_WORTH],
  ['ft worth tx', FORT_WORTH],
  ['New+York', NEW_YORK],
  ['New%20York', NEW_YORK],
  ['Ottawa%2C%20Ontario', OTTAWA],
  ['Ottawa,+Ontario', OTTAWA],
  ['&quot;New York&quot;', NEW_YORK],
  ['Ottawa&nbsp;Ontario', OTTAWA],
  ['<b>Ottawa</b>, Ontario', OTTAWA],
  ["'New York'", NEW_YORK],
]

/** What people type, and a location that the suggested filter finds. */
const READ_LOOSELY: readonly (readonly [typed: string, location: string])[] = [
  ['Anywhere in Canada', OTTAWA],
  ['anywhere in the US', BOSTON],
  ['Remote in Canada', OTTAWA],
  ['Remote Canada', OTTAWA],
  ['US only', BOSTON],
  ['Canada-wide', OTTAWA],
  ['across Canada', OTTAWA],
  ['all of Ontario', OTTAWA],
  ['Ottawa near me', OTTAWA],
  ['gta', TORONTO],
  ['Greater Toronto Area', TORONTO],
  ['GTHA', TORONTO],
  ['GTA, Ontario', TORONTO],
  ['Downtown Toronto, Ontario', TORONTO],
  ['Kitchener-Waterloo', WATERLOO],
  ['KW', WATERLOO],
  ['metro vancouver', VANCOUVER],
  ['Greater Vancouver', VANCOUVER],
  ['Grand Montréal', MONTREAL],
  ['Greater Montreal', MONTREAL],
  ['Maritimes', HALIFAX],
  ['Canada atlantique', CORNER_BROOK],
  ['Western Canada', CALGARY],
  ['nyc', NEW_YORK],
  ['N.Y.C.', NEW_YORK],
  ['Tri-State Area', NEW_YORK],
  ['S.F.', SAN_FRANCISCO],
  ['san fran', SAN_FRANCISCO],
  ['SF Bay Area', SAN_FRANCISCO],
  ['the bay area', SAN_FRANCISCO],
  ['NorCal', SAN_FRANCISCO],
  ['SoCal', LOS_ANGELES],
  ['Greater Los Angeles', LOS_ANGELES],
  ['dfw', DALLAS],
  ['Dallas/Fort Worth', FORT_WORTH],
  ['Dallas-Fort Worth', DALLAS],
  ['Minneapolis/St. Paul', SAINT_PAUL],
  ['Chicagoland', CHICAGO],
  ['Boston area', BOSTON],
  ['Metro Detroit', DETROIT],
  ['DC Metro', WASHINGTON],
  ['New England', BOSTON],
  ['West Coast', SEATTLE],
  ['North America', TORONTO],
  ['america', CHICAGO],
  ['NYC OR Toronto', TORONTO],
  ['Toronto OR sf', SAN_FRANCISCO],
  ['Ottawa; Toronto', TORONTO],
  ['Ottawa, Ontario; Montreal, Quebec', MONTREAL],
  ['Ottawa, ON; Montreal, QC', MONTREAL],
  ['Ottawa | Toronto | Calgary', CALGARY],
  ['Ottawa or Toronto', OTTAWA],
  ['Ottawa Or Toronto', OTTAWA],
  ['Ottawa ou Montréal', MONTREAL],
  ['Ottawa, Toronto', TORONTO],
  ['Ottawa, Toronto, Calgary', CALGARY],
  ['Ottawa, Toronto, Calgary, Vancouver', VANCOUVER],
  ['Ottawa, Ontario, Calgary, Alberta', CALGARY],
  ['Ottawa, Ontario, Canada, Boston, Massachusetts', BOSTON],
  ['Ontario, Alberta', CALGARY],
  ['Ontario; Quebec', QUEBEC],
  ['Canada, United States', BOSTON],
  ['Ottawa & Gatineau', OTTAWA],
  ['Ottawa/Gatineau', OTTAWA],
  ['Ottawa and Toronto', TORONTO],
  ['Ottawa et Toronto', TORONTO],
  ['Dallas + Chicago', CHICAGO],
  ['Dallas+Chicago', CHICAGO],
  ['New+York,+NY', NEW_YORK],
  ['Ottawa%2C+ON', OTTAWA],
  ['Ontario, Ottawa', OTTAWA],
  ['Canada, Ottawa', OTTAWA],
  ['Canada, Ontario, Ottawa', OTTAWA],
  ['ON-Ottawa', OTTAWA],
  ['CA-QC-Montréal', MONTREAL],
  ['US-TX-Dallas', DALLAS],
  ['Ottawa, Ontario K1A 0B1', OTTAWA],
  ['Ottawa, ON K1A', OTTAWA],
  ['Dallas, Texas 75201', DALLAS],
  ['Dallas TX 75201-1234', DALLAS],
  ['near Chicago', CHICAGO],
  ['near Chicago, Illinois', CHICAGO],
  ['près de Montréal', MONTREAL],
  ['City of Ottawa', OTTAWA],
  ['Ottawa Region', OTTAWA],
  ['Dallas County, Texas', DALLAS],
  ['County of Wayne, Michigan', DETROIT],
  ['Remote, Canada', OTTAWA],
  ['remote - Canada', OTTAWA],
  ['Remote - USA', DALLAS],
  ['Remote (Ontario)', OTTAWA],
  ['Ottawa, CA', OTTAWA],
  ['Ottawa ON', OTTAWA],
  ['Vancouver, B.C.', VANCOUVER],
  ['Dallas, TX, USA', DALLAS],
  ['Washington, DC', WASHINGTON],
  ['NOT Toronto', OTTAWA],
  ['NOT Toronto OR Boston', BOSTON],
  ['Ottawa EXCEPT Kanata', OTTAWA],
  ['Ottawa\nToronto', TORONTO],
  ['Ottawa, Ontario\r\nMontreal, Quebec\r\n', MONTREAL],
  ['Ottawa\tToronto', TORONTO],
  ['Ottawa\tOntario', OTTAWA],
  ['Nowhere; Ottawa', OTTAWA],
  ['Nowhere\nOttawa', OTTAWA],
  ['L.A.', LOS_ANGELES],
  ['Dallas, TX\nToronto\nON', TORONTO],
  ['Location:Dallas TX', DALLAS],
  ['L.A., CA', LOS_ANGELES],
]

/** What people type, and the message without a filter to send. */
const NOT_PLACES: readonly (readonly [typed: string, message: string])[] = [
  [
    'Toronto 25 km',
    "distances cannot be searched, got 'Toronto 25 km' at position 1; write: Toronto",
  ],
  [
    'Toronto, ON (within 25 km)',
    "distances cannot be searched, got 'Toronto, ON (within 25 km)' at position 1; write: Toronto, Ontario",
  ],
  [
    '25 miles from Boston',
    "distances cannot be searched, got '25 miles from Boston' at position 1; write: Boston",
  ],
  [
    'Ottawa OR Toronto + 40 km',
    "distances cannot be searched, got 'Toronto + 40 km' at position 11; the whole filter: Ottawa OR Toronto",
  ],
  ['CA, US', "'CA, US' are codes of countries at position 1; send country=CA,US"],
  ['US; CA', "'US; CA' are codes of countries at position 1; send country=US,CA"],
  ['US/CA', "'US/CA' are codes of countries at position 1; send country=US,CA"],
  ['US or CA', "'US or CA' are codes of countries at position 1; send country=US,CA"],
  ['US OR CA', "'US OR CA' are codes of countries at position 1; send country=US,CA"],
  [
    'US or Canada',
    "'US' is a code at position 1; write 'United States'; the whole filter: United States OR Canada",
  ],
  [
    'US OR Canada',
    "'US' is a code at position 1; write 'United States'; the whole filter: United States OR Canada",
  ],
  [
    'Canada / US',
    "'US' is a code at position 1; write 'United States'; the whole filter: Canada OR United States",
  ],
  [
    'within 50 km of Ottawa',
    "distances cannot be searched, got 'within 50 km of Ottawa' at position 1; write: Ottawa",
  ],
  ['near me', "distances cannot be searched, got 'near me' at position 1; send a city or a region"],
  [
    'jobs near me',
    "distances cannot be searched, got 'jobs near me' at position 1; send a city or a region",
  ],
  ['nearby', "distances cannot be searched, got 'nearby' at position 1; send a city or a region"],
  [
    'close to me',
    "distances cannot be searched, got 'close to me' at position 1; send a city or a region",
  ],
  [
    'in my area',
    "distances cannot be searched, got 'in my area' at position 1; send a city or a region",
  ],
  [
    'current location',
    "distances cannot be searched, got 'current location' at position 1; send a city or a region",
  ],
  [
    'within 25 miles',
    "distances cannot be searched, got 'within 25 miles' at position 1; send a city or a region",
  ],
  ['40 km', "distances cannot be searched, got '40 km' at position 1; send a city or a region"],
  ['any', "'any' is not a place at position 1; for jobs of all places send no location"],
  [
    'All locations',
    "'All locations' is not a place at position 1; for jobs of all places send no location",
  ],
  [
    'everywhere',
    "'everywhere' is not a place at position 1; for jobs of all places send no location",
  ],
  [
    'Nationwide',
    "'Nationwide' is not a place at position 1; for jobs of all places send no location",
  ],
  ['N/A', "'N/A' is not a place at position 1; for jobs of all places send no location"],
  ['hybrid', "'hybrid' is not a place at position 1; send it in the parameter description"],
  [
    'anywhere',
    "'anywhere' is not a place at position 1; for remote jobs send remote=true and no location",
  ],
  [
    'remote',
    "'remote' is not a place at position 1; for remote jobs send remote=true and no location",
  ],
  ['WFH', "'WFH' is not a place at position 1; for remote jobs send remote=true and no location"],
  [
    'télétravail',
    "'télétravail' is not a place at position 1; for remote jobs send remote=true and no location",
  ],
  [
    'K1A 0B1',
    "postal codes cannot be searched, got 'K1A 0B1' at position 1; send a city or a region",
  ],
  [
    'k1a0b1',
    "postal codes cannot be searched, got 'k1a0b1' at position 1; send a city or a region",
  ],
  ['60601', "postal codes cannot be searched, got '60601' at position 1; send a city or a region"],
]

/** Names that look like a mistake and are none. */
const NAMES: readonly string[] = [
  'National City, California',
  '100 Mile House, British Columbia',
  '100 Mile House',
  'Remote Lake, Ontario',
  'Truth or Consequences, New Mexico',
  'Cut and Shoot, Texas',
  'Greater Sudbury, Ontario',
  'Norfolk County, Ontario',
  'Downtown Vancouver, British Columbia',
  'Newfoundland and Labrador, Canada',
  'New York, New York, United States',
  'Ontario, California, United States',
  'Washington, Pennsylvania, United States',
  'Hi-Nella, New Jersey, United States',
  'Nowhere, Somewhere',
  '"GTA"',
  '"Orange County"',
  '"Ottawa & Gatineau"',
]

describe('is read', () => {
  test.each(READ)('%s', (typed, location) => {
    expect(finds(typed, location)).toBe(true)
  })

  test.each(NAMES)('%s', (typed) => {
    expect(() => parsePlaces(typed)).not.toThrow()
  })
})

describe('is read with what was meant, and told', () => {
  test.each(READ_LOOSELY)('%s', (typed, location) => {
    expect(finds(typed, location)).toBe(true)
    expect(parsePlaces(typed).reading).toBeString()
  })

  test.each(NOT_PLACES)('%s', (typed, message) => {
    expect(refusal(typed)?.message).toBe(message)
  })
})

describe('a derived location of a job, sent back whole, is accepted and finds the job', () => {
  test.each([
    'Suite 5, Ottawa, Ontario, Canada',
    'Rooms A, B, C and D, Boston, United States',
    'Toronto or Montreal, Quebec, Canada',
    'Villa Rica / Carrollton, Georgia, United States',
    'Orange County, California, United States',
    'Remote, Ontario, Canada',
    'CA, California, United States',
    'OR, Oregon, United States',
    'NOT Toronto, Ontario, Canada',
    'Ottawa (Kanata), Ontario, Canada',
    'Greater Toronto Area, Ontario, Canada',
    'GTA, Canada',
    'Nowhere; Elsewhere, Ontario, Canada',
    '60601, Illinois, United States',
    'Poynt –Palo Alto, California, United States',
    'OR , Oregon, United States',
    'Town of "Nowhere, Ontario, Canada',
    'CA US, California, United States',
    'A NOT B, Ontario, Canada',
  ])('%s', (location) => {
    const [country = '', region = '', ...city] = location.split(', ').toReversed()
    const names = findRegion(region)
      ? [city.toReversed().join(', '), region, country]
      : [[region, ...city].toReversed().join(', '), country]
    const terms = new Set(placeTerms(names))
    expect(matchesPlaces(parsePlaces(location).tree, terms)).toBe(true)
  })
})

test.each([
  '-Toronto, Ontario, Canada',
  '!Toronto, Ontario, Canada',
  '-"Toronto", Ontario, Canada',
  'Ontario, Canada -Toronto, Ontario, Canada',
])('%s excludes, also as a whole location', (filter) => {
  expect(finds(filter, TORONTO)).toBe(false)
  expect(finds(filter, OTTAWA)).toBe(true)
})

describe('a region with its code, or the code alone, is the region without the cities of its name', () => {
  const OREGON = 'Oregon, Ohio, United States'

  test.each([
    ['WA', SEATTLE, WASHINGTON, 'Washington (WA)'],
    ['Washington State', SEATTLE, WASHINGTON, 'Washington (WA)'],
    ['washington (wa)', SEATTLE, WASHINGTON, 'Washington (WA)'],
    ['Boston OR WA', SEATTLE, WASHINGTON, 'Boston OR Washington (WA)'],
    ['United States -WA', WASHINGTON, SEATTLE, 'United States -"Washington (WA)"'],
    ['Portland (Oregon) OR Oregon (OR)', 'Oregon, United States', OREGON, undefined],
    ['Ontario (ON)', OTTAWA, 'Ontario, California, United States', 'Ontario (ON)'],
  ])('%s', (typed, found, other, reading) => {
    expect(finds(typed, found)).toBe(true)
    expect(finds(typed, other)).toBe(false)
    const read = parsePlaces(typed)
    if (reading !== undefined) expect(read.reading).toBe(reading)
    expect(parsePlaces(read.reading ?? '').tree).toEqual(read.tree)
  })

  test('a name alone is the region and each city of the name', () => {
    expect(finds('Washington', SEATTLE)).toBe(true)
    expect(finds('Washington', WASHINGTON)).toBe(true)
  })
})

/** `location` is City, Region, Country or a part of it. */
function finds(filter: string, location: string): boolean {
  const [country = '', region = null, city = null] = location.split(', ').toReversed()
  const code = findRegion(region ?? '')?.code
  const terms =
    code === undefined
      ? placeTerms(location.split(', '))
      : locationTerms({ city, region, regionCode: code, country })
  return matchesPlaces(parsePlaces(filter).tree, new Set(terms))
}

function refusal(typed: string): SearchSyntaxError | undefined {
  try {
    parsePlaces(typed)
    return undefined
  } catch (error) {
    if (error instanceof SearchSyntaxError) return error
    throw error
  }
}

describe('a reading drops no name of another place', () => {
  test.each([
    ['Orange County, Virginia', undefined],
    ['Cook County, Minnesota', undefined],
    ['King County, Texas', undefined],
    ['Northwest, North Carolina', undefined],
    ['Ontario, United States', undefined],
    ['IN-Bengaluru', undefined],
    ['Strathcona County, Alberta, Canada', undefined],
    ['NYC, SF', 'New York, New York OR San Francisco'],
    ['New York, Boston', 'New York OR Boston'],
    ['Toronto - Downtown', 'Toronto'],
    ['Portland, OR', 'Portland, Oregon'],
    ['King County', 'Seattle OR Bellevue, Washington OR Tacoma'],
    ['Prince Edward County, Ontario', undefined],
    ['Brant, Ontario', undefined],
    ['Rocky View, Alberta', undefined],
    ['Wood Buffalo, Alberta, Canada', undefined],
    ['Halifax Regional Municipality, Nova Scotia', undefined],
    ['Central Valley, California', 'Fresno OR Bakersfield OR Stockton, California OR Modesto'],
    ['North Bay, Ontario', undefined],
    ['Near North Side, Illinois', undefined],
    ['York New York', undefined],
    ['Boston, New York, Chicago', 'Boston OR New York OR Chicago'],
    ['Southern Ontario', undefined],
    ['Upstate New York', undefined],
    ['Northern BC', undefined],
    ['Washington, D.C. metro', 'Washington, District of Columbia'],
    ['Dallas, Somewhere', undefined],
    ['Orange County, California', 'Anaheim OR Irvine OR Santa Ana OR Huntington Beach'],
    ['(Toronto OR Montreal)', 'Toronto OR Montreal'],
    ['Toronto -ON', 'Toronto -"Ontario, Canada"'],
    ['Ontario, CA', 'Ontario, California'],
    ['Toronto, CA', 'Toronto, Ontario'],
  ])('%s', (typed, reading) => {
    expect(parsePlaces(typed).reading).toBe(reading)
  })
})

describe('a reading drops no word: one that no place has stays', () => {
  test.each([
    ['Bostn, USA', 'Bostn, United States'],
    ['Foo USA', 'Foo, United States'],
    ['Paris, USA', 'Paris, United States'],
    ['XYZ, TX', 'XYZ, Texas'],
    ['Qxz, IL', 'Qxz, Illinois'],
  ])('%s', (typed, reading) => {
    expect(parsePlaces(typed).reading).toBe(reading)
  })
})

describe('short names, districts and the like are read by the table of searches', () => {
  test.each([
    ['KC, MO', 'Kansas City, Missouri'],
    ['KC or STL', 'Kansas City, Missouri OR Kansas City, Kansas OR Saint Louis, Missouri'],
    ['SD, CA', 'San Diego, California'],
    ['SD', 'South Dakota, United States'],
    ['Cali, USA', 'California'],
    ['PDX, USA', 'Portland, Oregon'],
    ['UWS, NY', 'New York, New York'],
    ['Loop, Chicago', 'Chicago, Illinois'],
    ['Gastown Vancouver', 'Vancouver, British Columbia'],
    ['DFW area', 'Dallas, Texas OR Fort Worth, Texas OR Arlington, Texas OR Plano, Texas'],
    ['Greater DC', 'Washington, District of Columbia'],
    ['GTA area, Boston Area', 'Toronto OR Mississauga OR Brampton OR Markham OR Vaughan OR Boston'],
    ['Orleans Parish, LA', 'New Orleans, Louisiana'],
    [
      'Bois-Francs',
      'Victoriaville, Quebec OR Plessisville, Quebec OR Princeville, Quebec OR Warwick, Quebec',
    ],
    // A county of several states, and a name that is a city of the table.
    ['Monroe County', undefined],
    ['Scarborough', undefined],
  ])('%s', (typed, reading) => {
    expect(parsePlaces(typed).reading).toBe(reading)
  })

  // Sixteen small municipalities are missing in the table of cities, which begins at 500 people.
  test('the towns of the table are those of the table of cities', () => {
    const towns = readAreas(typedAreasText).flatMap(([, { places }]) => places)
    const unknown = [...new Set(towns)].filter((place) => {
      const [city = '', region = ''] = place.split(', ')
      return region !== '' && !isCityIn(findRegion(region)?.code ?? '', city)
    })
    expect(unknown.length).toBeLessThanOrEqual(16)
  })
})

describe('words around a place are left out', () => {
  test.each([
    ['jobs in Toronto', 'Toronto'],
    ['à Montréal', 'Montréal'],
    ['la ville de Québec', 'Québec, Quebec'],
    ['Toronto or nearby', 'Toronto'],
    ['Toronto and surrounding areas', 'Toronto'],
    ['60601 Chicago', 'Chicago'],
    ['M5V Toronto', 'Toronto'],
    ['san fransisco', 'San Francisco, California'],
    ['City: Toronto', 'Toronto'],
  ])('%s', (typed, reading) => {
    expect(parsePlaces(typed).reading).toBe(reading)
  })

  test('remote work beside a place is told', () => {
    const detail = "remote work is no place; for remote jobs send 'remote=true' beside the place"
    expect(parsePlaces('Remote, TX').remarks).toEqual([{ detail, suggestion: null }])
    expect(parsePlaces('Toronto').remarks).toEqual([])
  })
})
