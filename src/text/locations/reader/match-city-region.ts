import { isAreaIn } from './city-areas'
import type { CityRegion } from './city-region'
import { cityMatch, type Match, match, placeFinding, regionFinding } from './finding'
import { isLocalName, meantCity } from './local-names'
import type { Part } from './location-part'
import {
  hasOwnPostalCode,
  isCertainRegion,
  isCityAbroad,
  isCityOfCountry,
  isCounty,
  isForeignName,
  isForeignPair,
  isKnownElsewhere,
  isOwnCity,
  isTwoCities,
  nameOf,
  regionOf,
} from './part-kinds'
import { isCityOf } from './region-place'

/** A case of a name with a region behind it, and its reading. */
interface Rule {
  isTrue: (pair: CityRegion) => boolean
  read: (pair: CityRegion) => Match | undefined
}

/** The first rule that is true decides. */
const RULES: readonly Rule[] = [
  { isTrue: isSiteOfTown, read: apart },
  { isTrue: areTwoCities, read: apart },
  { isTrue: isAmbiguousCity, read: openCity },
  { isTrue: ({ city }) => city !== undefined, read: listedCity },
  // `San Mateo / New York`
  { isTrue: ({ name, regionPart }) => isSlashed(name, regionPart), read: apart },
  // `Oregon, Washington`
  { isTrue: ({ name }) => regionOf(name) !== undefined, read: apart },
  { isTrue: isArea, read: areaOfRegion },
  // `Nowhereville, Bay Area`
  { isTrue: ({ regionPart }) => regionOf(regionPart) === undefined, read: apart },
  // `Chennai, TN, IN`
  {
    isTrue: ({ name, after }) => after?.code !== undefined && isCityOfCountry(name, after),
    read: apart,
  },
  { isTrue: isAbroad, read: ({ length }) => match(length, { kind: 'foreign' }) },
  { isTrue: ({ name }) => name.meaning?.foreignCountry !== undefined, read: apart },
  { isTrue: isRegionTown, read: apart },
  // `Nowhereville, Victoria, Australia`
  { isTrue: ({ after }) => after?.meaning?.foreignCountry !== undefined, read: apart },
  { isTrue: isPlaceOfItsOwn, read: apart },
  { isTrue: isUncertain, read: openRegion },
  { isTrue: () => true, read: namedRegion },
]

/** city region [ country ]; undefined if the name and the region are places apart. */
export function matchCityRegion(pair: CityRegion): Match | undefined {
  return RULES.find(({ isTrue }) => isTrue(pair))?.read(pair)
}

/** `Université Laval, Québec, QC`: a name that ends like a city is that of a site if a town and its region follow. */
function isSiteOfTown(pair: CityRegion): boolean {
  const { name, city } = pair
  return (
    city !== undefined &&
    name.meaning === undefined &&
    city.name !== name.text &&
    isRegionTown(pair)
  )
}

/** `Boston, New York` */
function areTwoCities({ name, regionPart, city, isConfirmed }: CityRegion): boolean {
  return city !== undefined && !isConfirmed && isTwoCities(name, regionPart, city)
}

/** `Salem, IN`: the code is that of a country too, which has a city of the name or the postal code. */
function isAmbiguousCity({
  name,
  regionPart,
  city,
  isConfirmed,
  isForeignCode,
}: CityRegion): boolean {
  if (city === undefined) return false
  return isForeignCode || (!isConfirmed && isCityOfCountry(name, regionPart))
}

/** `Greater Portland, ME`, `Greater Jacksonville, NC Area`; `North Bay, ON` and `Orange County, Virginia` are others. */
function isArea({ name, region }: CityRegion): boolean {
  const { metro, isTown } = name.meaning ?? {}
  return metro !== undefined && (metro === region || !(isTown || isCounty(name)))
}

/** `Eindhoven, NB`; `Wolfsburg, DE 38436`; `Kadena AB, Okinawa` */
function isAbroad({ name, regionPart, after, isConfirmed, isForeignCode }: CityRegion): boolean {
  const { code } = regionPart
  const isOnlyAbroad = code !== undefined && (isCityAbroad(name, code) || isForeignName(after))
  return isForeignCode || (!isConfirmed && isOnlyAbroad) || isForeignPair(name, regionPart)
}

/** Washington is a city in `Georgetown, Washington, DC`; so is Ontario in `Fresno, Ontario, CA`, not in `Woodbridge, Ontario, CA`. */
function isRegionTown({ name, region, regionPart, next, after, isConfirmed }: CityRegion): boolean {
  const ca = isConfirmed && region.country === 'CA' ? after : undefined
  const isCanadian = ca !== undefined && !(isCityOf(name, ca) && isKnownElsewhere(name))
  return isCityOf(regionPart, next) && !isCanadian
}

/** `London, New York`: the region's name begins a place of its own. */
function isPlaceOfItsOwn({ name, region, regionPart, isConfirmed }: CityRegion): boolean {
  const isPlaceElsewhere = regionPart.code === undefined && isKnownElsewhere(name)
  const isWhole = name.key === 'washington dc'
  return isPlaceElsewhere && (isWhole || !isConfirmed || isOwnCity(regionPart, region))
}

/** `Nowhereville, IL`: the code may be that of Israel. */
function isUncertain({ name, region, regionPart, isConfirmed, text, table }: CityRegion): boolean {
  const isCertain = isConfirmed || name.meaning?.isTown || isCounty(name)
  if (isCertain || isCertainRegion(regionPart, region, text, table)) return false
  return !isLocalName(name, region, table)
}

/** A slash is between a city that the region lacks and the region's full name. */
function isSlashed({ meaning }: Part, { isListed, code }: Part): boolean {
  return isListed === true && code === undefined && Boolean(meaning?.cities.length)
}

function apart(): undefined {
  return undefined
}

function listedCity({ city, length }: CityRegion): Match | undefined {
  return city && cityMatch(city, length)
}

function openCity({ city, length }: CityRegion): Match | undefined {
  return city && match(length, { kind: 'open', cities: [city] })
}

function openRegion({ name, region, length, table }: CityRegion): Match {
  const city = name.meaning === undefined ? meantCity(name, region, table) : undefined
  if (city !== undefined) return cityMatch(city, length)
  return match(length, { kind: 'open', cities: [], region })
}

/** `Greater Boston, New York` are two places. */
function areaOfRegion({ name, region, regionPart, length, table }: CityRegion): Match | undefined {
  return isAreaIn(name, regionPart, table) ? match(length, regionFinding(region)) : undefined
}

/** A name that the tables lack: a small town, a city that is misspelt, or the region alone. */
function namedRegion({ name, region, regionPart, length, text, table }: CityRegion): Match {
  const isTown = text.isTown || hasOwnPostalCode(regionPart, region)
  const named = nameOf(name, isTown)
  const city = named.name === undefined ? meantCity(name, region, table) : undefined
  if (city !== undefined) return cityMatch(city, length)
  return match(length, placeFinding({ country: region.country, region, ...named }))
}
