import { isCityIn } from '../../locations/table/city-names'
import { toCountry } from '../../values/country'
import { analyze } from '../index/analyzer'
import type { Parsed } from '../reading/parsed'
import { withoutCopied, withoutPasteArtifacts } from '../reading/paste-artifacts'
import { MAX_NAME_WORDS, MAX_PLACE_NAMES, requireLength } from '../search-limits'
import { isSuggestible, SearchSyntaxError, syntaxError } from '../search-syntax-error'
import { join, type NamedPlace, type PlaceTree } from '../search-tree'
import { readPlaceAlternatives } from './place-alternatives'
import { MAX_SPLIT_PLACES, type NameText, readingTerms } from './place-readings'
import type { PlaceTerm } from './place-tokens'
import { isPlaceList, type PlaceReading, readPlace } from './read-place'

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
 * meaning. `OR` behind a city of Oregon is the state.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlaces(source: string): Parsed<PlaceTree> {
  const isList = source.includes('+') && isPlaceList(source.split('+'))
  return isList ? withoutCopied(source, parse) : withoutPasteArtifacts(source, parse)
}

function parse(source: string): Parsed<PlaceTree> {
  requireLength(source)
  const text = withOregon(withoutGroup(source))
  try {
    const { tree, reading } = readAlternatives(text)
    const isRead = reading !== undefined || text !== source
    return {
      tree,
      reading: isRead && isSuggestible(reading ?? text) ? (reading ?? text) : undefined,
    }
  } catch (error) {
    const isNot = error instanceof SearchSyntaxError && error.mistake === 'not'
    if (!isNot || error.suggestion === undefined) throw error
    const { tree, reading = error.suggestion } = readAlternatives(error.suggestion)
    return { tree, reading }
  }
}

/** An alternative: how its place and its exclusions are read, when they are not by the letter. */
interface Alternative {
  terms: readonly PlaceTerm[]
  place: PlaceReading | undefined
  exclusions: readonly Exclusion[]
}

interface Exclusion {
  term: PlaceTerm
  reading: PlaceReading | undefined
}

function readAlternatives(source: string): Parsed<PlaceTree> {
  const groups = readPlaceAlternatives(source, {
    advanced: 'location_advanced',
    parse: readAlternatives,
    orHint: "for the state write 'Oregon'",
  })
  const alternatives = groups.map((terms) => readAlternative(source, terms))
  rejectUnread(source, alternatives)
  const isSplit = alternatives.length <= MAX_SPLIT_PLACES
  const trees = alternatives.map((alternative) => toTree(source, alternative, isSplit))
  const isRead = alternatives.some(
    ({ place, exclusions }) => place ?? exclusions.some(({ reading }) => reading),
  )
  return {
    tree: join('any', trees),
    reading: isRead ? alternatives.flatMap((one) => print(source, one)).join(' OR ') : undefined,
  }
}

function readAlternative(source: string, terms: readonly PlaceTerm[]): Alternative {
  const included = includedTerms(terms)
  // Quotes and stars say that a name is meant as it stands; `"Toronto, ON"` has two.
  const isBare = included.every(({ isQuoted, isPrefix, text }) => {
    return !isPrefix && (!isQuoted || text.includes(','))
  })
  return {
    terms,
    place: included.length > 0 && isBare ? readPlace(textOf(source, included)) : undefined,
    exclusions: terms
      .filter(({ isExcluded, words }) => isExcluded && words.length > 0)
      .map((term) => {
        const isName = term.isPrefix || (term.isQuoted && !term.text.includes(','))
        return { term, reading: isName ? undefined : readPlace(term.text.trim()) }
      }),
  }
}

function includedTerms(terms: readonly PlaceTerm[]): PlaceTerm[] {
  const included = terms.filter((term) => !term.isExcluded)
  return included.some(({ words }) => words.length > 0) ? included : []
}

/** As it is written, without the exclusions between. */
function textOf(source: string, terms: readonly PlaceTerm[]): string {
  let text = ''
  let last: PlaceTerm | undefined
  for (const term of terms) {
    const between = last === undefined ? '' : source.slice(last.end, term.offset)
    text += /^\s*$/.test(between) ? between : ', '
    text += term.isQuoted ? term.text : source.slice(term.offset, term.end)
    last = term
  }
  return text.trim().replace(/\s+/g, ' ')
}

/** Rejects what names no place, or two. The message has the whole filter when it is known what to write. */
function rejectUnread(source: string, alternatives: readonly Alternative[]): void {
  const readings = alternatives.flatMap(({ terms, place, exclusions }) => [
    { offset: includedTerms(terms)[0]?.offset ?? 0, reading: place, isExcluded: false },
    ...exclusions.map(({ term, reading }) => ({ offset: term.offset, reading, isExcluded: true })),
  ])
  const refused = readings.filter(({ reading }) => reading?.issue !== undefined)
  const [first] = refused
  if (first?.reading?.issue === undefined) return
  const error = syntaxError(source, first.offset, first.reading.issue)
  // To exclude two places is not what one code means.
  const isCorrected = refused.every(({ reading, isExcluded }) => {
    return reading?.issue && reading.write && !(isExcluded && reading.write.length > 1)
  })
  const [name, other] = first.reading.write ?? []
  // The message names it already.
  const isNamed = alternatives.length === 1 && !other && first.reading.issue.endsWith(`'${name}'`)
  if (!isCorrected || isNamed) throw error
  const whole = alternatives.flatMap((alternative) => print(source, alternative)).join(' OR ')
  const lead = alternatives.length === 1 && !other ? 'write: ' : 'the whole filter: '
  throw error.suggesting(lead, whole, () => undefined)
}

/** The alternative as it is read, once for each of its places. */
function print(source: string, { terms, place, exclusions }: Alternative): string[] {
  const written = textOf(source, includedTerms(terms))
  const places = place === undefined ? [written] : meant(place)
  const excluded = exclusions.flatMap(({ term, reading }) => {
    if (reading === undefined) return [source.slice(term.offset - 1, term.end).trim()]
    return meant(reading).map((name) => (/[\s,]/.test(name) ? `-"${name}"` : `-${name}`))
  })
  return places.map((name) => [name, ...excluded].filter((text) => text !== '').join(' '))
}

function meant(reading: PlaceReading): readonly string[] {
  return reading.places ?? (reading.issue === undefined ? [] : (reading.write ?? []))
}

/** A whole location, as jobs have it, is looked for by the letter too. */
const IS_WHOLE = /, (?:Canada|United States)$/

/** all = place { exclusion } | exclusion { exclusion } */
function toTree(
  source: string,
  { terms, place, exclusions }: Alternative,
  isSplit: boolean,
): PlaceTree {
  const included = includedTerms(terms)
  const not = exclusions.map(({ term, reading }) => {
    const names = reading === undefined ? [term.text] : meant(reading)
    const options = { isPrefix: term.isPrefix, isSplit }
    const children = names.map((name) => placeOf(source, term.offset, wholeNames(name), options))
    return { kind: 'not' as const, child: join<PlaceTree>('any', children) }
  })
  if (included.length === 0) return join<PlaceTree>('all', not)
  const trees = meant(place ?? { places: [] }).map((name): PlaceTree => {
    return placeOf(source, 0, wholeNames(name), { isPrefix: false, isSplit: false })
  })
  const isLiteral = place === undefined || IS_WHOLE.test(textOf(source, included))
  if (isLiteral) trees.push(literal(source, terms, isSplit))
  return join<PlaceTree>('all', [join<PlaceTree>('any', trees), ...not])
}

function literal(source: string, terms: readonly PlaceTerm[], isSplit: boolean): PlaceTree {
  const included = includedTerms(terms)
  const last = included.findLast(({ words }) => words.length > 0)
  const strayStar = included.find((term) => term.isPrefix && term !== last)
  if (strayStar) {
    const star = strayStar.offset + strayStar.text.length
    throw syntaxError(source, star, "expected '*' at the end of the place")
  }
  const isPrefix = last?.isPrefix ?? false
  return placeOf(source, 0, readNames(terms), { isPrefix, isSplit })
}

/** A name, and where it stands. */
interface Name extends NameText {
  offset: number
}

/** place = name { [ "," ] name }, ignoring exclusions; adjacent unquoted words are one text */
function readNames(terms: readonly PlaceTerm[]): Name[] {
  const names: Name[] = []
  /** Whether the next words continue the last text. */
  let isOpen = false
  for (const term of terms) {
    if (term.isExcluded) {
      isOpen = false
      continue
    }
    for (const [index, part] of splitAtCommas(term.text, term.offset, term.isQuoted).entries()) {
      isOpen &&= index === 0 && !term.isQuoted
      if (part.words.length === 0) continue
      const last = isOpen ? names.at(-1) : undefined
      if (last === undefined) names.push(part)
      else names.splice(-1, 1, { ...last, words: [...last.words, ...part.words] })
      isOpen = !part.isWhole
    }
  }
  return names
}

/** name { "," name } */
function splitAtCommas(text: string, offset: number, isWhole: boolean): Name[] {
  let start = offset
  return text.split(',').map((part) => {
    const partOffset = start + part.search(/\S|$/)
    start += part.length + 1
    return { words: analyze(part), isWhole, offset: partOffset }
  })
}

function wholeNames(text: string): Name[] {
  return splitAtCommas(text, 0, true).filter(({ words }) => words.length > 0)
}

/** place, given the texts between its commas; rejects too many names and too long ones */
function placeOf(
  source: string,
  at: number,
  names: readonly Name[],
  options: { isPrefix: boolean; isSplit: boolean },
): NamedPlace {
  const tooMany = names[MAX_PLACE_NAMES]
  if (tooMany) {
    const whole = withJoinedCity(names)
    if (whole === undefined) {
      throw syntaxError(source, at + tooMany.offset, 'expected no more than City, Region, Country')
    }
    const terms = whole.flatMap((some) => readingTerms(some, options))
    return { kind: 'place', terms, prefix: options.isPrefix }
  }
  const tooLong = names.find((name) => name.words.length > MAX_NAME_WORDS)
  if (tooLong) {
    throw syntaxError(source, at + tooLong.offset, `more than ${MAX_NAME_WORDS} words in one name`)
  }
  return { kind: 'place', terms: readingTerms(names, options), prefix: options.isPrefix }
}

/** `Suite 5, Ottawa, Ontario, Canada`: the name of a city may have commas, when a country ends the place. */
function withJoinedCity(names: readonly Name[]): NameText[][] | undefined {
  const country = names.at(-1)?.words.join(' ') ?? ''
  if (country.length <= 3 || toCountry(country) === undefined) return undefined
  return [1, 2].map((wider) => {
    const words = names.slice(0, -wider).flatMap((name) => name.words)
    return [{ words, isWhole: true }, ...names.slice(-wider)]
  })
}

/** `(Toronto OR Montreal)`: a filter without parentheses around it. */
function withoutGroup(source: string): string {
  const text = source.trim()
  const inner = text.slice(1, -1)
  const isGroup = text.startsWith('(') && text.endsWith(')') && inner.includes(' OR ')
  return isGroup && !inner.includes('(') ? inner.trim() : source
}

/** `Portland, OR; Seattle, WA`: an `OR` that nothing follows is Oregon behind one of its cities. */
function withOregon(source: string): string {
  return source.replace(/(?<=[\s,])OR(?=\s*(?:$|[;,|)]))/g, (code, at: number) => {
    const before = source.slice(0, at).trim().replace(/,$/, '')
    const city = before.split(/[;,|]|\sOR\s/).at(-1) ?? ''
    return isCityIn('OR', city) ? 'Oregon' : code
  })
}
