import { describe, expect, test } from 'bun:test'
import { LocationResolver } from '../../../../src/text/locations/location-resolver'
import { printResolution } from '../print-resolution'

const resolver = new LocationResolver()

function check(cases: readonly (readonly [text: string, printed: string])[]): void {
  test.each(cases)('%p is %s', (text, printed) => {
    expect(printResolution(resolver.resolve(text))).toBe(printed)
  })
}

describe('an area wider than a city gives its region', () => {
  check([
    ['Greater Toronto Area', 'ON, CA'],
    ['SF Bay Area', 'CA, US'],
    ['San Francisco Bay Area, CA', 'CA, US'],
    ['Greater Denver Area', 'CO, US'],
    ['Denver metro', 'CO, US'],
    ['Long Island, New York', 'NY, US'],
    [
      'Boston, United States; New York, United States; Central United States; East Coast, United States',
      'Boston, MA, US + New York, NY, US + US',
    ],
    ['Boston, USA; New York, USA; California, USA', 'Boston, MA, US + NY, US + CA, US'],
    ['Boston, MA, USA; New York, USA', 'Boston, MA, US + NY, US'],
    ['Orange County, CA', 'CA, US'],
    ['Metro Vancouver', 'BC, CA'],
    ['Springfield area', 'US'],
    ['Cambridge area', 'unresolved'],
    ['DMV', 'US'],
    ['Antibes, Alpes-Maritimes, France', 'foreign'],
    ['Poznań, Greater Poland, Poland', 'foreign'],
  ])
})

describe('an area is read with its state', () => {
  check([
    ['Greater Jacksonville, NC Area', 'NC, US'],
    ['Greater Portland, ME', 'ME, US'],
    ['Greater Vancouver, WA', 'WA, US'],
    ['Orange County, Virginia', 'VA, US'],
    ['Greater Portland, Maine', 'ME, US'],
    ['Greater Bangor Area', 'ME, US'],
    ['Greater Boston, New York', 'MA, US + New York, NY, US'],
    [
      'Greater Boston, New York, Washington, D.C., Chicago',
      'MA, US + New York, NY, US + Washington, DC, US + Chicago, IL, US',
    ],
    ['North Bay, ON', 'North Bay, ON, CA'],
    ['Westchester, IL', 'Westchester, IL, US'],
    ['Westchester, NY', 'NY, US'],
    ['Boston, New York, Chicago', 'Boston, MA, US + New York, NY, US + Chicago, IL, US'],
    ['Hamburg, New York', 'Hamburg, NY, US'],
  ])
})

describe('joined names are the cities of the region that they share', () => {
  check([
    ['Youngstown-Warren area', 'Youngstown, OH, US + Warren, OH, US'],
    ['Bloomington–Normal, IL', 'Bloomington, IL, US + Normal, IL, US'],
    ['Escondido-Mission Viejo (CA)', 'Escondido, CA, US + Mission Viejo, CA, US'],
    ['Utica-Rome Area', 'Utica, NY, US + Rome, NY, US'],
    ['Rochester-Austin, Minnesota Area', 'Rochester, MN, US + Austin, MN, US'],
    ['Pueblo-Cañon City Area', 'Pueblo, CO, US + Cañon City, CO, US'],
    ['Financial District-Clay, CA', 'unresolved'],
  ])
})

describe('a place behind the way to work is inside the country before, unless a comma or `or` says otherwise', () => {
  check([
    ['US - Remote VA', 'VA, US'],
    ['US - Remote CA', 'CA, US'],
    ['Canada - Remote (ON, AB or BC only)', 'ON, CA + AB, CA + BC, CA'],
    ['US-Remote, Chicago', 'US + Chicago, IL, US'],
    ['Remote, US or hybrid from Waltham, MA', 'US + Waltham, MA, US'],
    ['US - Remote (Bay Area preferred)', 'US + CA, US, remote'],
    ['United States - Remote Opportunity', 'US, remote'],
    ['Denver, CO - can be remote', 'Denver, CO, US, remote'],
    ['Remote - US East', 'US, remote'],
  ])
})

describe('a postal code or a part of the world behind a place', () => {
  check([
    ['Waterloo, ON N2J', 'Waterloo, ON, CA'],
    ['YORK, ON M6E 3T3', 'YORK?, ON, CA'],
    ['Remote - Americas, Remote - APAC', 'unresolved'],
    ['US, FL, Nort Fl, Georgia, Alabama', 'FL, US + GA, US + AL, US'],
  ])
})
