import { isCityIn } from '../../text/locations/table/city-names'
import { toCountry } from '../../values/country'
import { findRegion, type Region } from '../../values/region'
import { textAt } from './members'

/** Rows that are looked at: each of their fields is held against the others. */
const MAX_ROWS = 500
/** Longer values are descriptions. */
const MAX_LENGTH = 100

/**
 * The fields that hold the places of rows whose employer names the fields: a city and its region, which the table of places
 * knows together, in more than half of the rows; in two fields, or else in one (`Poway, California`). `others` are fields that
 * hold none. Undefined when no field does.
 */
export function placeFields(
  rows: readonly object[],
  others: readonly string[],
): readonly string[] | undefined {
  const sample = rows.slice(0, MAX_ROWS).map((row) => fieldsOf(row, others))
  const isMost = ([, count]: readonly [string, number]) => count * 2 > sample.length
  for (const find of [pairsIn, wholesIn]) {
    const [most] = [...count(sample.flatMap(find))].filter(isMost).sort(([, a], [, b]) => b - a)
    if (most !== undefined) return most[0].split(',')
  }
  return undefined
}

/** The text of a place from its fields. A region that a value names twice is named once. */
export function placeText(row: object, names: readonly string[]): string | undefined {
  const values = names.flatMap((name) => textAt(row, name) ?? [])
  return values.map((value) => value.split(',').map(namedOnce).join(',')).join(', ') || undefined
}

function namedOnce(part: string): string {
  const region = / - |\(/.test(part) ? regionOf(part.trim()) : undefined
  return region === undefined ? part : `${part.startsWith(' ') ? ' ' : ''}${region.name}`
}

interface Field {
  name: string
  value: string
  region: Region | undefined
}

function fieldsOf(row: object, others: readonly string[]): Field[] {
  return Object.keys(row).flatMap((name) => {
    const value = textAt(row, name) ?? ''
    if (value === '' || value.length > MAX_LENGTH || others.includes(name)) return []
    return [{ name, value, region: regionOf(value) }]
  })
}

/** `PA`, `Pennsylvania`, `Pennsylvania (PA)` and `PA - Pennsylvania`. */
function regionOf(value: string): Region | undefined {
  const [first, ...others] = value.split(' - ').map((name) => findRegion(name))
  return others.every((other) => other === first) ? first : undefined
}

function pairsIn(fields: readonly Field[]): string[] {
  return fields.flatMap(({ name, region }) => {
    if (region === undefined) return []
    const cities = fields.filter(
      (field) => field.name !== name && isCityIn(region.code, field.value),
    )
    return cities.map((city) => `${city.name},${name}`)
  })
}

/** `Alexandria, LA` and `Alexandria, LA, United States`. */
function wholesIn(fields: readonly Field[]): string[] {
  return fields.flatMap(({ name, value }) => {
    const [city = '', region = '', country = 'US', more] = value.split(',')
    const found = regionOf(region.trim())
    const isPlace =
      found && isCityIn(found.code, city) && toCountry(country) !== undefined && more === undefined
    return isPlace ? [name] : []
  })
}

function count(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
