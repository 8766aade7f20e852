import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { City, LocationTable } from '../table/location-table'
import { cityInRegion } from './choose-city'
import type { Part } from './location-part'
import { hasOwnPostalCode } from './part-kinds'
import type { TextContext } from './text-context'

const NONE: Part = { text: '', key: '', meaning: undefined, code: undefined }

/** The parts of a run, and which cities they may be. */
export class RunFacts {
  /** The last answer for each part. */
  private readonly cities = new Map<Part, { region: Region; city: City | undefined }>()

  constructor(
    readonly parts: readonly Part[],
    readonly table: LocationTable,
    readonly text: TextContext,
  ) {}

  city(part: Part, region: Region): City | undefined {
    const known = this.cities.get(part)
    if (known?.region === region) return known.city
    const city = cityInRegion(part, region, this.table)
    this.cities.set(part, { region, city })
    return city
  }

  part(at: number): Part {
    return this.parts[at] ?? NONE
  }
}

/** Parts in a row that a shape takes, and what they name. */
export class Segment {
  /** Behind the last part. */
  end: number
  /** The last part that may be a city. */
  name: Part
  region: Region | undefined
  regionPart = NONE
  /** The country that is named behind the region or the name. */
  country: Country | undefined

  /** `within` is the country that was named before. */
  constructor(
    readonly run: RunFacts,
    readonly at: number,
    readonly within: Country | undefined,
  ) {
    this.end = at
    this.name = run.part(at)
  }

  /** The first three parts. A shape reads only those that it takes. */
  get names(): [Part, Part, Part] {
    const { run, at } = this
    return [run.part(at), run.part(at + 1), run.part(at + 2)]
  }

  /** The city of this name in the region. */
  get city(): City | undefined {
    return this.region && this.run.city(this.name, this.region)
  }

  /** The country or a postal code says that the region is meant. */
  get isConfirmed(): boolean {
    const { region, regionPart, country, within } = this
    if (region === undefined) return false
    const isInCountry = country !== undefined || within === region.country
    return isInCountry || hasOwnPostalCode(regionPart, region)
  }
}

/** A name with the region behind it. */
export interface CityRegion extends Segment {
  region: Region
}

export function hasRegion(segment: Segment): segment is CityRegion {
  return segment.region !== undefined
}
