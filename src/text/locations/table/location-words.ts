import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { WORK_ARRANGEMENTS } from '../../../values/vocabulary'
import { locationKey } from './location-key'

export type WorkArrangement = (typeof WORK_ARRANGEMENTS)[number]

/** Words that say how one works, in English, French and Spanish. */
const ARRANGEMENTS: Readonly<Record<WorkArrangement, string>> = {
  remote:
    'remote|remotely|fully remote|100% remote|remote work|remote position|remote eligible|remote first|work from home|work at home|' +
    'working from home|wfh|home based|home office|work from anywhere|virtual|telecommute|telework|remoto|remota|' +
    'télétravail|à distance|remote friendly|remote opportunity|remote opportunities|remote role|remote job',
  hybrid: 'hybrid|hybrid remote|hybrid work|hybrid option|hybride|híbrido|flex hybrid',
  onsite:
    'onsite|on site|in office|in person|office based|in-store|en présentiel|sur place|presencial',
}

/** Kinds of sites: the name before one may be that of the site, and its town follows: `Riverside Store, Austin, TX`. */
const SITES =
  'office|offices|office location|hq|hqs|headquarters|head office|global hq|corporate office|main office|warehouse|' +
  'campus|plant|hub|hubs|studio|site|sites|facility|store|branch|lab'

/** Kinds of areas that are wider than a town. */
const AREAS =
  'region|area|metro|metro area|district|counties|statewide|state wide|province wide|provincewide|countrywide|country wide'

/** Words that say nothing about the place, alone or at either end of a name. */
const FILLERS =
  'global|corporate|only|based|location|locations|all locations|multiple locations|various locations|various|' +
  'multiple|any location|other|primary|preferred|ideally|downtown|in|from|within|the|anywhere|anywhere in|anywhere in the|nationwide|national|near|at|any|all|any state|' +
  'eligible|eligible states|state of|province of|option|flexible|travel|travel position|field|field based|home|' +
  'local|local to|states|all states|all other states|all us states|partout|partout au|partout en|must reside|must reside in|must be|must live in|residing in|to|be|tbd|or|and|' +
  'na|eastern time|pacific time|central time|eastern time zone|time zone|time zones|timezone|est|cst|pst|et|' +
  'some travel required|see description|proper|residents|residents only'

/** The same, and before the name of a region or country: `Southern Ontario`. In other names they are part of the name. */
const DIRECTIONS =
  'central|north|south|east|west|northern|southern|eastern|western|northeast|northwest|southeast|southwest|nw|sw|' +
  'northeastern|northwestern|southeastern|southwestern|upstate|midwest|mid west|midwestern|east coast|west coast|' +
  'pacific northwest|mid atlantic|new england|greater|continental|contiguous|rural|coastal|suburban'

/** Kinds of municipalities before their names. */
const MUNICIPALITIES =
  'city of|town of|village of|township of|municipality of|ville de|ville d|municipalité de|corporation of the city of|corporation of the town of'

/** Parts of the world without Canada and the United States. */
const FOREIGN_ZONES =
  'emea|apac|latam|europe|european union|eu|asia|africa|oceania|middle east|mena|nordics|nordic|scandinavia|dach|benelux|' +
  'asia pacific|asia-pac|apj|latin america|south america|central america|caribbean|eastern europe|western europe|cee|' +
  'southeast asia|south east asia|sub saharan africa|anz|iberia|baltics|central europe|southern europe|northern europe|gcc'

/** What a word or phrase says apart from being the name of a city. */
export interface WordMeaning {
  arrangement?: WorkArrangement
  isFiller?: true
  /** The name before it is that of an area: `Acadiana Region`. */
  isArea?: true
  isSite?: true
  /** The name behind it is that of a municipality: `Ville de Gatineau`. */
  isMunicipality?: true
  isDirection?: true
  isForeignZone?: true
  /** A part of the world with Canada or the United States, and other countries. */
  isWorld?: true
  /** Where no place is named, both countries are meant. */
  isBoth?: true
  /** The region of an area that is wider than a city. */
  metro?: Region
  /** The country of an area that lies in several of its regions. */
  zone?: Country
  /** Towns of other regions have the name of this area: `North Bay`. */
  isTown?: boolean
}

/** The meanings of words, by key. */
export const WORD_MEANINGS: ReadonlyMap<string, WordMeaning> = new Map([
  ...define(FILLERS, { isFiller: true }),
  ...define(AREAS, { isFiller: true, isArea: true }),
  ...define(MUNICIPALITIES, { isFiller: true, isMunicipality: true }),
  ...define(SITES, { isFiller: true, isSite: true }),
  ...define(DIRECTIONS, { isFiller: true, isDirection: true }),
  ...define(ARRANGEMENTS.remote, { arrangement: 'remote' }),
  ...define(ARRANGEMENTS.hybrid, { arrangement: 'hybrid' }),
  ...define(ARRANGEMENTS.onsite, { arrangement: 'onsite' }),
  ...define(FOREIGN_ZONES, { isForeignZone: true }),
  ...define('conus|lower 48|lower 48 states|the lower 48', { zone: 'US' }),
  ...define('north america', { isWorld: true, isBoth: true }),
  ...define('americas|the americas|amer|worldwide', { isWorld: true }),
])

function define(words: string, meaning: WordMeaning): [string, WordMeaning][] {
  return words.split('|').map((word) => [locationKey(word), meaning])
}
