import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { MAX_LOCATION_TEXT } from '../../../src/text/locations/reader/read-chunks'
import { printResolution } from './print-resolution'

const resolver = new LocationResolver()

function check(cases: readonly (readonly [text: string, printed: string])[]): void {
  test.each(cases)('%p is %s', (text, printed) => {
    expect(printResolution(resolver.resolve(text))).toBe(printed)
  })
}

describe('a city', () => {
  check([
    ['Toronto, ON', 'Toronto, ON, CA'],
    ['Toronto, Ontario, Canada', 'Toronto, ON, CA'],
    ['  toronto ,  ontario ', 'Toronto, ON, CA'],
    ['Canmore, AB', 'Canmore, AB, CA'],
    ['Boise, Idaho, United States', 'Boise, ID, US'],
    ['Boise, id', 'Boise, ID, US'],
    ['Boise ID', 'Boise, ID, US'],
    ['Boise, ID, USA HQ', 'Boise, ID, US'],
    ['Boise (ID)', 'Boise, ID, US'],
    ['Boise, Idaho (ID)', 'Boise, ID, US'],
    ['Albany, New York (NY)', 'Albany, NY, US'],
    ['New York (NY)', 'New York, NY, US'],
    ['Seattle, Boise (ID)', 'Seattle, WA, US + Boise, ID, US'],
    ['Boise - ID', 'Boise, ID, US'],
    ['US-ID-Boise', 'Boise, ID, US'],
    ['US, ID, Boise', 'Boise, ID, US'],
    ['USA - Boise, ID', 'Boise, ID, US'],
    ['US ID Boise', 'Boise, ID, US'],
    ['Idaho - Boise', 'Boise, ID, US'],
    ['Halifax, Canada', 'Halifax, NS, CA'],
    ['Towson, Baltimore County, Maryland', 'Towson, MD, US'],
    ['Seattle (Ballard), Washington', 'Seattle, WA, US'],
    ['Pasadena Warehouse', 'unresolved'],
    ['Playa Vista, California', 'Playa Vista, CA, US'],
    ['1200 Playa Way, Vista, CA', 'Vista, CA, US'],
    ['Milwaukee Warehouse', 'Milwaukee, WI, US'],
    ['Saint-Rosaire Quebec', 'Saint-Rosaire?, QC, CA'],
    ['Nowhere Park Quebec', 'unresolved'],
    ['US MD Annapolis Junction', 'Annapolis Junction, MD, US'],
    ['St Louis, MO Westport', 'St. Louis, MO, US'],
    ['Austin, TX Eau Claire, WI', 'Austin, TX, US + Eau Claire, WI, US'],
  ])
})

describe('a region twice, or a quarter of it, is not its city', () => {
  check([
    ['Florida, Florida, United States', 'FL, US'],
    ['Arizona, AZ', 'AZ, US'],
    ['Québec, QC', 'Québec, QC, CA'],
    ['Carson, NV', 'Carson City, NV, US'],
    ['Southeast Kansas, KS', 'KS, US'],
    ['Western New York, NY', 'NY, US'],
    ['North Jersey, NJ', 'NJ, US'],
    ['East LA, CA', 'Los Angeles, CA, US'],
  ])
})

describe('a small city beside a large one of another country, which may be its quarter', () => {
  check([
    ['Rosemont, Montréal, QC', 'Montréal, QC, CA'],
    ['Mumbai - Times Square', 'unresolved'],
    ['Rosemont, Sacramento', 'Rosemont, CA, US + Sacramento, CA, US'],
    ['Rosemont; Montréal, QC', 'Rosemont, CA, US + Montréal, QC, CA'],
    ['Rosemont / Montréal, QC', 'Rosemont, CA, US + Montréal, QC, CA'],
    ['Boston, Montréal, QC', 'Boston, MA, US + Montréal, QC, CA'],
  ])
})

describe('a city here before a city state', () => {
  check([
    ['London, Montreal, Singapore', 'Montréal, QC, CA, foreign'],
    ['Montreal, Singapore', 'Montréal, QC, CA, foreign'],
    ['Tampines, Singapore', 'foreign'],
  ])
})

describe('areas in a list', () => {
  check([
    ['SF Bay Area, Seattle Metro', 'CA, US + WA, US'],
    ['Greater Jacksonville, NC Area', 'NC, US'],
  ])
})

describe('other names', () => {
  check([
    ['Montreal, QC', 'Montréal, QC, CA'],
    ['Québec City, Québec', 'Québec, QC, CA'],
    ['Trois-Rivieres, Quebec', 'Trois-Rivières, QC, CA'],
    ['NYC', 'New York, NY, US'],
    ['New York City, N.Y.', 'New York, NY, US'],
    ['Washington D.C.', 'Washington, DC, US'],
    ['Washington, DC, United States', 'Washington, DC, US'],
    ['Saint Louis, MO', 'St. Louis, MO, US'],
    ['St.Louis, MO', 'St. Louis, MO, US'],
    ['St Johns, NL', "St. John's, NL, CA"],
    ['Ft. Worth, TX', 'Fort Worth, TX, US'],
  ])
})

describe('a region or a country alone', () => {
  check([
    ['Manitoba', 'MB, CA'],
    ['Manitoba, Canada', 'MB, CA'],
    ['Canada - Manitoba', 'MB, CA'],
    ['Newfoundland & Labrador', 'NL, CA'],
    ['Nova Scotia Office', 'NS, CA'],
    ['TX', 'TX, US'],
    ['Southern Ontario', 'ON, CA'],
    ['New York State', 'NY, US'],
    ['New York, United States', 'NY, US'],
    ['DC, MD, VA', 'DC, US + MD, US + VA, US'],
    ['U.S.', 'US'],
    ['united states of america', 'US'],
    ['Anywhere in Canada', 'CA'],
    ['Central - United States', 'US'],
    ['West Coast - USA', 'US'],
    ['Washington', 'US'],
  ])
})

describe('work arrangements', () => {
  check([
    ['Remote', 'unresolved, remote'],
    ['Télétravail', 'unresolved, remote'],
    ['Remote - US', 'US, remote'],
    ['Remote, Canada', 'CA, remote'],
    ['Remote (US Only)', 'US, remote'],
    ['USA (Remote)', 'US, remote'],
    ['Remote US', 'US, remote'],
    ['US-Remote', 'US, remote'],
    ['Remote-United-States', 'US, remote'],
    ['US, TX, Remote', 'TX, US, remote'],
    ['Oregon-Remote', 'OR, US, remote'],
    ['Remote - New York', 'NY, US, remote'],
    ['Remote - Oregon; Remote - Washington', 'OR, US + WA, US, remote'],
    ['Hybrid - Toronto', 'Toronto, ON, CA, hybrid'],
    ['Toronto, ON (Hybrid)', 'Toronto, ON, CA, hybrid'],
    ['Calgary, AB - On-site', 'Calgary, AB, CA, onsite'],
    ['US (NY - Hybrid)', 'NY, US, hybrid'],
    ['Remote (Calgary, AB)', 'Calgary, AB, CA, remote'],
    ['Remote in the United States', 'US, remote'],
    ['Hybrid/Remote', 'unresolved'],
    ['Calgary, AB or Remote', 'Calgary, AB, CA'],
    ['Calgary, AB; Remote', 'Calgary, AB, CA'],
    ['Calgary, AB / Remote', 'Calgary, AB, CA'],
    ['Calgary, AB / Remote (Continental US + Canada)', 'Calgary, AB, CA + US + CA'],
    ['US/Remote', 'US, remote'],
    ['Calgary, AB, Remote - US', 'Calgary, AB, CA + US'],
    ['Remote or Calgary, AB', 'Calgary, AB, CA'],
    ['Remote, Oregon', 'OR, US, remote'],
    ['Remote US or Canada', 'US + CA, remote'],
    ['Calgary, Denver, US Remote', 'Calgary, AB, CA + Denver, CO, US + US'],
    ['Remote - US, Calgary, AB', 'US + Calgary, AB, CA'],
    ['Denver, CO Remote', 'Denver, CO, US, remote'],
  ])
})

describe('several places', () => {
  const both = 'Calgary, AB, CA + Boise, ID, US'
  check([
    ['Calgary, AB; Boise, ID', both],
    ['Calgary, AB;Boise, ID;', both],
    ['Calgary, AB | Boise, ID', both],
    ['Calgary, AB / Boise, ID', both],
    ['Calgary, AB or Boise, ID', both],
    ['Calgary, AB and Boise, ID', both],
    ['Calgary, AB & Boise, ID', both],
    ['Calgary, AB, Boise, ID', both],
    ['Calgary, AB - Boise, ID', both],
    ['Calgary, AB\nBoise, ID', both],
    ['Calgary, Boise', both],
    ['Calgary; Boise; Calgary', both],
    ['Calgary, Alberta, Canada, Boise, Idaho, United States', both],
    ['Calgary AB, Boise or Halifax', `${both} + Halifax, NS, CA`],
    ['Dallas or Houston, TX', 'Dallas, TX, US + Houston, TX, US'],
    ['Seattle; Bellevue', 'Seattle, WA, US + Bellevue, WA, US'],
    ['Chicago, New York', 'Chicago, IL, US + New York, NY, US'],
    ['NYC or DC', 'New York, NY, US + DC, US'],
    ['United States and Ontario, Canada', 'US + ON, CA'],
    ['US, Canada', 'US + CA'],
    ['Town and Country, MO', 'Town and Country, MO, US'],
    ['Nowhereville, Washington, DC', 'Washington, DC, US'],
  ])
})

describe('street addresses', () => {
  check([
    ['12 Main St Boise, ID', 'Boise, ID, US'],
    ['12 Main St, Boise, ID 83702', 'Boise, ID, US'],
    ['12 Madrid Blvd Punta Gorda, FL 33950', 'Punta Gorda, FL, US'],
    ['12-34 5th Ave, Suite 2, New York, NY 10001-1234', 'New York, NY, US'],
    ['99 Bank St, Ottawa, ON K1P 1H4', 'Ottawa, ON, CA'],
    ['Downtown Works Birmingham, AL', 'Birmingham, AL, US'],
  ])
})

describe('a name that the tables lack is the region alone', () => {
  check([
    ['Nowhereville, TX', 'TX, US'],
    ['Nowhereville, Saskatchewan', 'SK, CA'],
    ['Nowhereville, IL, United States', 'IL, US'],
    ['Various Schools, Ontario', 'ON, CA'],
    ['Multiple Counties, Wisconsin', 'WI, US'],
    ['MRC de la Matapédia, QC', 'QC, CA'],
    ['Nunavik, QC', 'QC, CA'],
    ['Naval Station Great Lakes, Illinois', 'IL, US'],
    ['Pine Ridge Reservation, SD', 'SD, US'],
    ['Permian Basin, TX', 'TX, US'],
    ['Leeds and Grenville, Ontario', 'ON, CA'],
    ['Lennox and Addington, Ontario', 'ON, CA'],
    ['Leduc County, AB', 'AB, CA'],
    ['Mississippi Delta, MS', 'MS, US'],
    ['Travel Center, Missouri', 'MO, US'],
    ['Washington State University, Pullman, WA', 'Pullman, WA, US'],
    ['Université Laval, Québec, QC', 'Québec, QC, CA'],
    ['Boise and Nampa, Idaho', 'Boise, ID, US + Nampa, ID, US'],
    ['Nowhereville or Galena, Illinois', 'Galena, IL, US'],
    ['NE Calgary, AB', 'Calgary, AB, CA'],
    ['Nowhereville, IL', 'unresolved'],
    ['Nowhereville, CA', 'unresolved'],
    ['Nowhereville, USA', 'US'],
    ['Nowhereville', 'unresolved'],
    ['London, New York', 'New York, NY, US'],
    ['Home Park, Florida', 'FL, US'],
    ['Mercy Hospital, MN', 'MN, US'],
    ['Green Health and Wellness, TX', 'TX, US'],
    ['Chatham-Kent', 'unresolved'],
    ['US, CA, Fresno, CA / Mt. Nowhere', 'Fresno, CA, US'],
  ])
})

describe('unless it is the name of a small town', () => {
  describe('with a post office', () => {
    check([
      ['Ten Sleep, WY', 'Ten Sleep, WY, US'],
      ['University Park, PA', 'University Park, PA, US'],
      ['Pacoima, CA', 'Pacoima, CA, US'],
      ['Hanscom Air Force Base, MA', 'Hanscom Air Force Base, MA, US'],
      ['Saint-Tite-des-Caps, QC', 'Saint-Tite-des-Caps?, QC, CA'],
      ['1 Main Street, Jamaica, NY', 'Jamaica, NY, US'],
    ])
  })

  describe('that is a municipality', () => {
    check([
      ['Chatham-Kent, ON', 'Chatham-Kent?, ON, CA'],
      ['Municipality of Chatham-Kent, ON', 'Chatham-Kent?, ON, CA'],
      ['Delran Township, NJ', 'Delran Township?, NJ, US'],
      ['Nowhereville Township, OH', 'Nowhereville Township?, OH, US'],
      ['Charter Township of Nowhereville, MI', 'Charter Township of Nowhereville?, MI, US'],
    ])
  })

  describe('that is misspelt by a letter', () => {
    check([
      ['Cincinati, OH', 'Cincinnati, OH, US'],
      ['DesMoines, Iowa', 'Des Moines, IA, US'],
      ['Creve Couer, MO', 'Creve Coeur, MO, US'],
      ['Trois-Rivière, QC', 'Trois-Rivières, QC, CA'],
      ['Tuscon Campus, AZ', 'AZ, US'],
      ['Bellvue, TX', 'TX, US'],
    ])
  })

  describe('with a postal code', () => {
    check([
      ['Nowhereville, IL 60601', 'Nowhereville?, IL, US'],
      ['Various Schools, ON', 'ON, CA'],
      ['Salem, WA', 'WA, US'],
      ['Overland Park, MO', 'MO, US'],
    ])
  })
})

describe('codes of states that are codes of countries', () => {
  check([
    ['Indianapolis, IN', 'Indianapolis, IN, US'],
    ['Bengaluru, IN', 'foreign'],
    ['IN-Bengaluru', 'foreign'],
    ['IN - Indianapolis', 'Indianapolis, IN, US'],
    ['Dover, DE', 'Dover, DE, US'],
    ['Berlin, DE', 'foreign'],
    ['Bogotá, CO', 'foreign'],
    ['Tel Aviv, IL', 'foreign'],
    ['Atlanta, GA', 'Atlanta, GA, US'],
    ['Buenos Aires, AR', 'foreign'],
    ['Amsterdam, NL', 'foreign'],
    ['Perth, WA', 'foreign'],
    ['Newcastle, WA', 'Newcastle, WA, US'],
    ['Salem, IN', 'unresolved'],
    ['Salem, IN 47167', 'Salem, IN, US'],
    ['Salem, IN, United States', 'Salem, IN, US'],
    ['Florianópolis, SC', 'foreign'],
    ['Lima, PE', 'foreign'],
    ['Remote - CO', 'unresolved, remote'],
    ['IN', 'unresolved'],
    ['Georgia', 'unresolved'],
    ['Georgia, USA', 'GA, US'],
    ['Georgia; Texas', 'GA, US + TX, US'],
    ['Tbilisi, Georgia', 'foreign'],
  ])
})

describe('CA', () => {
  check([
    ['Fresno, CA', 'Fresno, CA, US'],
    ['Fresno, CA, US', 'Fresno, CA, US'],
    ['Calgary, CA', 'Calgary, AB, CA'],
    ['Calgary, AB, CA', 'Calgary, AB, CA'],
    ['AB, CA', 'AB, CA'],
    ['CA-AB-Calgary', 'Calgary, AB, CA'],
    ['CA - Fresno', 'Fresno, CA, US'],
    ['US, CA', 'CA, US'],
    ['Ontario, CA', 'Ontario, CA, US'],
    ['Richmond, CA', 'Richmond, CA, US'],
    ['Richmond, CA, Canada', 'Richmond, BC, CA'],
    ['Ontario, CA, Canada', 'ON, CA'],
    ['CA', 'unresolved'],
    ['Remote - CA', 'unresolved, remote'],
  ])
})

describe('bare names', () => {
  check([
    ['Chicago', 'Chicago, IL, US'],
    ['Saskatoon', 'Saskatoon, SK, CA'],
    ['new york', 'New York, NY, US'],
    ['London', 'unresolved'],
    ['Cambridge', 'unresolved'],
    ['Richmond', 'unresolved'],
    ['Springfield', 'unresolved'],
    ['Boston; Cambridge', 'Boston, MA, US + Cambridge, MA, US'],
    ['Paris', 'foreign'],
    ['Dublin', 'foreign'],
    ['Richmond, USA', 'US'],
    ['Columbus, USA', 'Columbus, OH, US'],
    ['LA', 'unresolved'],
  ])
})

describe('foreign places', () => {
  check([
    ['Munich, Germany', 'foreign'],
    ['München', 'foreign'],
    ['RAF Lakenheath, Suffolk', 'foreign'],
    ['Suffolk, VA', 'Suffolk, VA, US'],
    ['Poland - Warsaw', 'foreign'],
    ['Mumbai, Maharashtra, India', 'foreign'],
    ['San José, San José, Costa Rica', 'foreign'],
    ['Angers, Maine-et-Loire, France', 'foreign'],
    ['Rieti, RI, Italy', 'foreign'],
    ['Panama City, Panama', 'foreign'],
    ['Remote - UK', 'foreign, remote'],
    ['EMEA', 'foreign'],
    ['Mexico', 'foreign'],
    ['Mexico, MO', 'Mexico, MO, US'],
    ['Lebanon, New Hampshire', 'Lebanon, NH, US'],
    ['London, UK; Calgary, AB', 'Calgary, AB, CA, foreign'],
    ['Calgary, AB or Dublin, Ireland', 'Calgary, AB, CA, foreign'],
    ['Calgary, London, Singapore', 'Calgary, AB, CA, foreign'],
    ['USA, Mexico', 'US, foreign'],
    ['Chicago/Amsterdam', 'Chicago, IL, US, foreign'],
  ])
})

describe('nothing behind a word that excludes is a place', () => {
  check([
    ['Remote - US (except CO, NY)', 'US, remote'],
    ['United States - Remote (not available in CO)', 'US, remote'],
    ['USA Remote, excluding CO; WA', 'US, remote'],
    ['US - all states except CA, NY', 'US'],
    ['Remote, USA (excl. CA & NY) | Toronto, ON', 'US + Toronto, ON, CA'],
    ['Remote US, not CA', 'US, remote'],
    ['Remote within the US, excluding Alaska and Hawaii', 'US, remote'],
    ['Anywhere in Canada except Quebec', 'CA'],
    ['Canada other than Quebec', 'CA'],
    ['Partout au Canada sauf le Québec', 'CA'],
    ["Télétravail (Canada, à l'exception du Québec)", 'CA, remote'],
    ['Nottingham, NH', 'Nottingham, NH, US'],
  ])
})

describe('a city abroad before a code is no small town here', () => {
  check([
    ['Eindhoven, NB', 'foreign'],
    ['Breda, NB', 'foreign'],
    ['Chennai, TN', 'foreign'],
    ['Milano, MI', 'foreign'],
    ['Almere, FL', 'foreign'],
    ['Odense, SD', 'foreign'],
    ['Alessandria, AL', 'foreign'],
    ['Perth, WA', 'foreign'],
    ['Breda, IA', 'Breda, IA, US'],
    ['Paris, TX', 'Paris, TX, US'],
    ['Moscow, ID', 'Moscow, ID, US'],
    ['Delhi, NY', 'Delhi, NY, US'],
    ['Hamilton, NJ', 'Hamilton?, NJ, US'],
    ['Fremantle, WA', 'foreign'],
    ['Kadena AB, Okinawa', 'foreign'],
    ['Halifax, West Yorkshire', 'foreign'],
    ['Scarborough, ON', 'Scarborough?, ON, CA'],
    ['Saint Louis, MO', 'St. Louis, MO, US'],
  ])

  test('nor is it one in an address without a country', () => {
    const resolved = resolver.resolveAddress({ city: 'Tilburg', region: 'NB' })
    expect(printResolution(resolved)).toBe('foreign')
  })
})

describe('a region, campus or employer is no town', () => {
  check([
    ['Mauricie, QC', 'QC, CA'],
    ['Saguenay–Lac-Saint-Jean, QC', 'QC, CA'],
    ['Bas-Saint-Laurent, Québec', 'QC, CA'],
    ['Laurentides (Québec)', 'QC, CA'],
    ['Texas Panhandle', 'TX, US'],
    ['Acadiana Region - Louisiana', 'LA, US'],
    ['Outer Banks, NC', 'NC, US'],
    ['Main Campus, OH', 'OH, US'],
    ['Statewide, WI', 'WI, US'],
    ['Movable Ink - Ontario (Remote)', 'ON, CA, remote'],
    ['Galeries de la capitale, Québec', 'QC, CA'],
    ['Kenora District', 'ON, CA'],
    ['Austin Region', 'TX, US'],
    ['Southeast Houston', 'TX, US'],
    ['Clear Lake/Southeast Houston', 'TX, US'],
    ['Fort Worth/Southwest Dallas', 'Fort Worth, TX, US + TX, US'],
    ['South Philadelphia, PA', 'Philadelphia, PA, US'],
    ['North Vancouver', 'North Vancouver, BC, CA'],
    [
      'Seattle, San Francisco, New York, US - Remote',
      'Seattle, WA, US + San Francisco, CA, US + NY, US',
    ],
    ['Getzville New York United States', 'Getzville, NY, US'],
  ])
})

describe('parts of the world and of a country', () => {
  check([
    ['Remote - CONUS', 'US, remote'],
    ['Remote - US (ET or CT time zone)', 'US, remote'],
    ['Remote (CT, MT hours)', 'unresolved, remote'],
    ['Remote (IA, IL residents only)', 'IA, US + IL, US, remote'],
    ['DC - Washington', 'Washington, DC, US'],
    ['1 Main Street, Lebanon, NH', 'Lebanon, NH, US'],
    ['Lower 48', 'US'],
    ['CAN/US Remote', 'CA + US, remote'],
    ['Remote - North America', 'CA + US, remote'],
    ['Toronto, North America', 'Toronto, ON, CA'],
    ['Remote, Americas', 'unresolved, remote'],
  ])
})

describe('no place', () => {
  check([
    ['', 'unresolved'],
    ['3 Locations', 'unresolved'],
    ['Multiple Locations', 'unresolved'],
    ['N/A', 'unresolved'],
    ['Worldwide', 'unresolved'],
    ['Head Office', 'unresolved'],
    ['Middle School', 'unresolved'],
  ])
})

describe("the operator's country", () => {
  test.each([
    ['London', 'CA', 'CA'],
    ['Richmond', 'CA', 'Richmond, BC, CA'],
    ['Bellevue', 'US', 'US'],
    ['Georgia', 'US', 'GA, US'],
    ['CA', 'US', 'CA, US'],
    ['Ontario, CA', 'CA', 'ON, CA'],
    ['Nowhereville, IL', 'US', 'IL, US'],
    ['Remote', 'CA', 'CA, remote'],
    ['3 Locations', 'US', 'US'],
    ['Berlin, DE', 'US', 'foreign'],
    ['Paris', 'US', 'foreign'],
    ['Calgary', 'US', 'Calgary, AB, CA'],
  ] as const)('%p of a board of %s is %s', (text, country, printed) => {
    expect(printResolution(resolver.resolve(text, country))).toBe(printed)
  })
})

describe('addresses in parts', () => {
  test.each([
    [{ city: 'Toronto', region: 'ON', country: 'CA' }, 'Toronto, ON, CA'],
    [{ city: 'Toronto', country: 'CA' }, 'Toronto, ON, CA'],
    [{ city: 'Nowhereville', region: 'IN', country: 'USA' }, 'IN, US'],
    [{ city: 'Bengaluru', region: 'KA', country: 'IN' }, 'foreign'],
    [{ city: 'Boise, ID', country: 'United States' }, 'Boise, ID, US'],
    [{ city: 'Remote', country: 'US' }, 'US, remote'],
    [{ region: 'QC', country: 'CAN' }, 'QC, CA'],
    [{ region: 'NY' }, 'NY, US'],
    [{ region: 'GA' }, 'GA, US'],
    [{ region: 'WA' }, 'WA, US'],
    [{ city: 'Atlanta', region: 'GA' }, 'Atlanta, GA, US'],
    [{ city: 'Salem', region: 'IN' }, 'Salem, IN, US'],
    [{ city: 'Berlin', region: 'DE' }, 'foreign'],
    [{ city: 'Nowhereville', region: 'Ontario' }, 'ON, CA'],
    [{ city: 'Mercy Hospital', region: 'MN', country: 'US' }, 'MN, US'],
    [{ city: 'Agios Pharmaceuticals HQ', region: 'MA', country: 'US' }, 'MA, US'],
    [{ city: 'Distribution Center', region: 'TX', country: 'US' }, 'TX, US'],
    [{ city: 'Calgary' }, 'Calgary, AB, CA'],
    [{ city: ' ', region: '', country: '' }, 'unresolved'],
    [{ city: 'San Juan', country: 'PR' }, 'San Juan, PR, US'],
    [{ country: 'Puerto Rico' }, 'PR, US'],
    [{ city: 'Leeds', country: 'GBR' }, 'foreign'],
    [{ city: 'Leeds', country: 'United Kingdom' }, 'foreign'],
    [{ region: 'Europe' }, 'foreign'],
    [{ city: 'Calgary', country: 'North America' }, 'Calgary, AB, CA'],
    [{ city: 'Vancouver', region: 'CA', country: 'CA' }, 'Vancouver, BC, CA'],
  ])('%o is %s', (address, printed) => {
    expect(printResolution(resolver.resolveAddress(address))).toBe(printed)
  })

  test('bring their own coordinates, which say that the name is that of a town', () => {
    const address = { city: 'Nowhereville', region: 'TX', country: 'US' }
    const resolution = resolver.resolveAddress({ ...address, latitude: 31.5, longitude: -97.25 })
    const [place] = resolution.kind === 'places' ? resolution.places : []
    expect(place?.address.addressLocality).toBe('Nowhereville')
    expect(place).toMatchObject({ latitude: 31.5, longitude: -97.25 })
  })

  test('keep the coordinates of the table when theirs are none', () => {
    const address = { city: 'Boise', region: 'ID', country: 'US' }
    const known = resolver.resolveAddress(address)
    expect(resolver.resolveAddress({ ...address, latitude: 0, longitude: 0 })).toEqual(known)
    expect(resolver.resolveAddress({ ...address, latitude: 91, longitude: 1 })).toEqual(known)
  })
})

test('a text that is longer than the limit is unresolved', () => {
  const text = 'Calgary, AB;'.padEnd(MAX_LOCATION_TEXT)
  expect(printResolution(resolver.resolve(text))).toBe('Calgary, AB, CA')
  expect(printResolution(resolver.resolve(`${text} `))).toBe('unresolved')
})

test('places have the form that import reads', () => {
  const resolution = resolver.resolve('Calgary, AB')
  const locations: Posting['locations'] = resolution.kind === 'places' ? [...resolution.places] : []
  expect(locations).toEqual([
    {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Calgary',
        addressRegion: 'AB',
        addressCountry: 'CA',
      },
      latitude: 51.0501,
      longitude: -114.0853,
    },
  ])
})
