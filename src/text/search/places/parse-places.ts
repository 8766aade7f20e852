import { toCountry } from '../../../values/country'
import { findRegion } from '../../../values/region'
import { regionAround } from '../../locations/typed-areas'
import { isPlaceList } from '../../locations/typed-places'
import { withoutFillers } from '../reading/fillers'
import type { Parsed } from '../reading/parsed'
import { withoutPasteArtifacts } from '../reading/paste-artifacts'
import { endsInOregon } from '../reading/plain-context'
import { requireLength } from '../search-limits'
import { isSuggestible, SearchSyntaxError, syntaxError } from '../search-syntax-error'
import { join, type PlaceTree } from '../search-tree'
import { type PlacePart, readPlaceParts } from './place-parts'
import { MAX_SPLIT_PLACES, namedPlace, namesOf, wholeLocation } from './place-readings'
import { regionTerm } from './place-terms'
import { countriesIssue, type PlaceReading, readPlace } from './read-place'

/**
 * Reads a location filter:
 *
 *     any       = all { "OR" all }
 *     all       = place { exclusion } | exclusion { exclusion }
 *     place     = name { [ "," ] name } [ "*" ]    at most three names: City, Region, Country
 *     name      = word { word } | '"' text '"'
 *     exclusion = "-" ( word | '"' text '"' ) [ "*" ]
 *
 * Exclusions may also stand before the place or between its names. Without a comma or quotes, words
 * may be one name or several, so a place has every reading that keeps the words in order. Quotes
 * hold one name, or names separated by commas. An exclusion is read as if it were quoted.
 *
 * A place without quotes and stars that is not so is read as the locations of postings are; `reading` says the
 * meaning. `OR` behind a city of Oregon is the state. A whole location, as jobs have it, is looked for by the letter too.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlaces(source: string): Parsed<PlaceTree> {
  const isList = source.includes('+') && isPlaceList(source.split('+'))
  return withoutPasteArtifacts(isList ? source.replaceAll('+', ';') : source, parse)
}

function parse(source: string): Parsed<PlaceTree> {
  requireLength(source)
  const whole = wholeLocation(source)
  try {
    const { tree, reading, remarks } = read(source)
    const isKnown = tree.kind === 'place' && whole?.terms.every((term) => tree.terms.includes(term))
    return { tree: whole && !isKnown ? join('any', [tree, whole]) : tree, reading, remarks }
  } catch (error) {
    if (!(error instanceof SearchSyntaxError) || whole === undefined) throw error
    return { tree: whole, reading: undefined }
  }
}

/** A place or an exclusion, and how it is read when that is not by the letter. */
interface ReadParts {
  parts: readonly PlacePart[]
  isExcluded: boolean
  reading: PlaceReading | undefined
}

function read(source: string): Parsed<PlaceTree> {
  const text = withOregon(inOneLine(source))
  const countries = countriesIssue(text)
  if (countries) throw syntaxError(text, text.search(/\S/), countries.issue, countries.hint)
  const { alternatives, isNative } = readPlaceParts(text)
  const read = alternatives.map(readAlternative)
  rejectUnread(text, read)
  const isSplit = read.length <= MAX_SPLIT_PLACES
  const trees = read.map((alternative) => toTree(text, alternative, isSplit))
  const isRead =
    !isNative || text !== source || read.flat().some(({ reading }) => reading !== undefined)
  const reading = read.flatMap((alternative) => print(text, alternative)).join(' OR ')
  // `Upstate New York` is one name, which no job has.
  const isSame = reading === source.trim() && regionAround(reading) !== undefined
  return {
    tree: join('any', trees),
    reading: isRead && !isSame && isSuggestible(reading) ? reading : undefined,
    remarks:
      withoutFillers(source).remote.length > 0 ? [{ detail: REMOTE_HINT, suggestion: null }] : [],
  }
}

const REMOTE_HINT = "remote work is no place; for remote jobs send 'remote=true' beside the place"

/** The place of an alternative, if it has one, and its exclusions. */
function readAlternative(parts: readonly PlacePart[]): ReadParts[] {
  const included = parts.filter(({ isExcluded }) => !isExcluded)
  const excluded = parts.filter(({ isExcluded }) => isExcluded).map((part) => [part])
  return (included.length === 0 ? excluded : [included, ...excluded]).map(readParts)
}

/** Quotes and stars say that a name is meant as it stands; `"Toronto, ON"` has two. */
function readParts(parts: readonly PlacePart[]): ReadParts {
  const isName = parts.some(({ isQuoted, star, text }) => {
    return star !== undefined || (isQuoted && !text.includes(',') && !regionAlone(text))
  })
  const text = parts.map((part) => part.text.trim().replace(/\s+/g, ' ')).join(', ')
  const isExcluded = parts[0]?.isExcluded === true
  return { parts, isExcluded, reading: isName ? undefined : readPlace(text) }
}

/** Rejects what names no place, or two. The message has the whole filter when it is known what to write. */
function rejectUnread(source: string, alternatives: readonly (readonly ReadParts[])[]): void {
  const refused = alternatives.flat().filter(({ reading }) => reading?.issue !== undefined)
  const [first] = refused
  if (first?.reading?.issue === undefined) return
  const { issue, hint, write = [] } = first.reading
  const error = syntaxError(source, first.parts[0]?.offset ?? 0, issue, hint)
  // To exclude two places is not what one code means.
  const isCorrected = refused.every(({ isExcluded, reading }) => {
    return reading?.issue && reading.write && !(isExcluded && reading.write.length > 1)
  })
  const isOne = alternatives.length === 1 && write.length === 1
  // The hint names it already.
  if (!isCorrected || (isOne && hint !== undefined)) throw error
  const whole = alternatives.flatMap((alternative) => print(source, alternative)).join(' OR ')
  const lead = isOne ? 'write: ' : 'the whole filter: '
  throw error.suggesting(hint === undefined ? lead : `${hint}; ${lead}`, whole, () => undefined)
}

/** The alternative as it is read, once for each of its places. */
function print(source: string, alternative: readonly ReadParts[]): string[] {
  const isPlace = ({ isExcluded }: ReadParts) => !isExcluded
  const [places = ['']] = alternative.filter(isPlace).map(({ parts, reading }) => {
    const typed = parts.map(({ offset, end }) => source.slice(offset, end).trim()).join(' ')
    return reading ? meant(reading) : [typed]
  })
  const excluded = alternative.flatMap(({ parts, isExcluded, reading }) => {
    if (!isExcluded) return []
    const names = reading ? meant(reading) : parts.map(({ text }) => text.trim())
    const star = parts[0]?.star === undefined ? '' : '*'
    return names.map((name) => (/[\s,]/.test(name) ? `-"${name}"${star}` : `-${name}${star}`))
  })
  return places.map((name) => [name, ...excluded].filter((text) => text !== '').join(' '))
}

function meant(reading: PlaceReading): readonly string[] {
  return reading.places ?? (reading.issue === undefined ? [] : (reading.write ?? []))
}

/** all = place { exclusion } | exclusion { exclusion } */
function toTree(source: string, alternative: readonly ReadParts[], isSplit: boolean): PlaceTree {
  const trees = alternative.map((one): PlaceTree => {
    const child = placeTree(source, one, isSplit)
    return one.isExcluded ? { kind: 'not', child } : child
  })
  return join('all', trees)
}

function placeTree(source: string, { parts, reading }: ReadParts, isSplit: boolean): PlaceTree {
  if (reading !== undefined) {
    const places = meant(reading).map((name) => {
      return regionAlone(name) ?? namedPlace(name, namesOf(name, 0, true), {})
    })
    return join<PlaceTree>('any', places)
  }
  const stray = parts.find(({ star }, at) => star !== undefined && at < parts.length - 1)
  if (stray?.star !== undefined) {
    throw syntaxError(source, stray.star, "expected '*' at the end of the place")
  }
  const names = parts.flatMap(({ text, offset, isQuoted, isExcluded }) => {
    return namesOf(text, isQuoted ? offset + 1 : offset, isQuoted || isExcluded)
  })
  const isPrefix = parts.at(-1)?.star !== undefined
  return namedPlace(source, names, { isPrefix, isSplit })
}

/** `Washington (WA)` is the state without the cities of its name. */
function regionAlone(name: string): PlaceTree | undefined {
  const region = name.endsWith(')') ? findRegion(name) : undefined
  return region && { kind: 'place', terms: [regionTerm(region.code)], prefix: false }
}

const LABEL = /^\s*(?:locations?|city|ville|state|province|country|where|lieu):/i

/** Without a label. Lines are places, but for a region or country below its city; tabs are between the cells of a copied row. */
function inOneLine(source: string): string {
  const text = source.replace(LABEL, (label) => ' '.repeat(label.length))
  return text.replaceAll('\t', ',').replace(/\n(?=([^\n]*))/g, (_, line: string) => {
    return findRegion(line) || toCountry(line) ? ',' : ';'
  })
}

/** `Portland, OR; Seattle, WA`: an `OR` that nothing follows is Oregon behind one of its cities. `(OR)` is always. */
function withOregon(source: string): string {
  return source
    .replaceAll('(OR)', '(Or)')
    .replace(/(?<=[\s,])OR(?=\s*(?:$|[;,|)]|\d{5}))/g, (code, at: number) =>
      endsInOregon(source.slice(0, at)) ? 'Oregon' : code,
    )
}
