import { analyze } from './index/analyzer'
import { readPlaceAlternatives } from './place-alternatives'
import { type CodedAlternative, findCodes, readCodes, splitAtCodes } from './place-codes'
import { isJoinedList } from './place-lists'
import { otherReadings } from './place-names'
import { placeTerm } from './place-terms'
import type { PlaceTerm } from './place-tokens'
import { type PlaceProblem, readPlaces, withoutWrapping } from './read-places'
import type { Parsed } from './reading/parsed'
import { withoutCopied, withoutPasteArtifacts } from './reading/paste-artifacts'
import { MAX_NAME_WORDS, MAX_PLACE_NAMES } from './search-limits'
import { isSuggestible, SearchSyntaxError, syntaxError } from './search-syntax-error'
import { join, type Place, type PlaceTree, signedLeavesOf } from './search-tree'

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
 * @throws {SearchSyntaxError}
 */
export function parsePlaces(source: string): Parsed<PlaceTree> {
  const isList = source.includes('+') && isJoinedList(source)
  const read = (text: string) => readLoosely(text, 0)
  return isList ? withoutCopied(source, read) : withoutPasteArtifacts(source, read)
}

/** A reading may have to be read once more: an area in a list, codes in it. */
const MAX_READINGS = 4

function readLoosely(source: string, depth: number): Parsed<PlaceTree> {
  const text = depth === 0 ? withoutWrapping(source) : source
  if (text !== source) return read(text, depth)
  try {
    const { tree, problem } = parse(source, termsOf)
    if (problem?.error) throw problem.error
    if (problem === undefined || problem.meant === source || depth === MAX_READINGS) {
      return { tree, reading: undefined }
    }
    return read(problem.meant, depth, IS_WHOLE.test(source) ? tree : undefined)
  } catch (error) {
    const isNot = error instanceof SearchSyntaxError && error.mistake === 'not'
    if (!isNot || error.suggestion === undefined || depth === MAX_READINGS) throw error
    return read(error.suggestion, depth)
  }
}

/** A whole location, as jobs have it, is looked for by the letter too. */
const IS_WHOLE = /, (?:Canada|United States)$/

function read(meant: string, depth: number, byTheLetter?: PlaceTree): Parsed<PlaceTree> {
  const { tree, reading = meant } = readMeant(meant, depth + 1)
  const hasExclusion = signedLeavesOf(tree).some(({ isExcluded }) => isExcluded)
  const trees = byTheLetter === undefined || hasExclusion ? [tree] : [tree, byTheLetter]
  return { tree: join('any', trees), reading: isSuggestible(reading) ? reading : undefined }
}

/** A position in the text as it is meant is none of the filter: the error points at its beginning. */
function readMeant(meant: string, depth: number): Parsed<PlaceTree> {
  try {
    return readLoosely(meant, depth)
  } catch (error) {
    throw error instanceof SearchSyntaxError ? error.at(1) : error
  }
}

/** Nobody reads the tree of a suggestion, so its places get no terms. */
function check(source: string): void {
  parse(source, () => [])
}

/** The terms of a place, from the texts between its commas. */
type Terms = (names: readonly NameText[], prefix: boolean) => string[]

/** `problem`: the filter is not by the letter; then its tree has the places that are. */
interface Literal {
  tree: PlaceTree
  problem?: PlaceProblem | undefined
}

function parse(source: string, terms: Terms): Literal {
  const groups = readPlaceAlternatives(source, {
    advanced: 'location_advanced',
    parse: check,
    orHint: "for the state write 'Oregon'",
  })
  const groupNames = groups.map(readNames)
  const alternatives = groups.map((terms, at) => withCodes(source, terms, groupNames[at] ?? []))
  const plain = alternatives.filter((_, at) => groups[at]?.every(isBare))
  const problem = readPlaces(source, plain) ?? readCodes(source, alternatives)
  const isLong = groupNames.some((names) => names.length > MAX_PLACE_NAMES)
  if (problem?.error || (problem && isLong)) return { tree: join('any', []), problem }
  const trees = groups.map((group, at) => all(source, group, groupNames[at] ?? [], terms))
  return { tree: join('any', trees), problem }
}

/** Quotes and stars say that a name is meant as it stands. */
function isBare({ isQuoted, isExcluded, isPrefix }: PlaceTerm): boolean {
  return !isQuoted && !isExcluded && !isPrefix
}

/** An alternative with its codes. A prefix is no code. */
function withCodes(
  source: string,
  terms: readonly PlaceTerm[],
  texts: readonly NameText[],
): CodedAlternative {
  const included = terms.filter((term) => !term.isExcluded && term.words.length > 0)
  const excluded = terms.filter((term) => term.isExcluded && !term.isPrefix)
  const [first] = terms
  const start = first === undefined ? 0 : first.offset - (first.isExcluded ? 1 : 0)
  const names = texts.flatMap((name) => (name.isWhole ? [name] : splitAtCodes(source, name)))
  return {
    offset: start,
    end: terms.at(-1)?.end ?? start,
    codes: [
      ...(included.at(-1)?.isPrefix ? [] : findCodes(source, names, 'place')),
      ...excluded.flatMap((term) =>
        findCodes(source, namesOf(term), term.isQuoted ? 'quoted exclusion' : 'exclusion'),
      ),
    ],
  }
}

/** The names in one term. */
function namesOf(term: PlaceTerm): NameText[] {
  return splitAtCommas(term).filter((name) => name.words.length > 0)
}

/** all = place { exclusion } | exclusion { exclusion } */
function all(
  source: string,
  group: readonly PlaceTerm[],
  names: readonly NameText[],
  terms: Terms,
): PlaceTree {
  const included = group.filter((term) => !term.isExcluded && term.words.length > 0)
  const excluded = group.filter((term) => term.isExcluded && term.words.length > 0)
  const exclusions = excluded.map((term) => {
    const prefix = term.isPrefix
    return { kind: 'not' as const, child: place(source, namesOf(term), { prefix, terms }) }
  })
  if (included.length === 0) return join<PlaceTree>('all', exclusions)

  const last = included.at(-1)
  const strayStar = included.find((term) => term.isPrefix && term !== last)
  if (strayStar) {
    const star = strayStar.offset + strayStar.text.length
    throw syntaxError(source, star, "expected '*' at the end of the place")
  }
  const prefix = last?.isPrefix ?? false
  return join<PlaceTree>('all', [place(source, names, { prefix, terms }), ...exclusions])
}

/** The words between two commas: exactly one name if `isWhole`, else one name or several. */
interface NameText {
  words: string[]
  isWhole: boolean
  offset: number
  end: number
}

/** place = name { [ "," ] name }, ignoring exclusions; adjacent unquoted words are one text */
function readNames(terms: readonly PlaceTerm[]): NameText[] {
  const names: NameText[] = []
  /** Whether the next words continue the last text. */
  let isOpen = false
  for (const term of terms) {
    if (term.isExcluded) {
      isOpen = false
      continue
    }
    for (const [index, part] of splitAtCommas(term).entries()) {
      isOpen &&= index === 0 && !term.isQuoted
      if (part.words.length === 0) continue
      const last = isOpen ? names.at(-1) : undefined
      if (last === undefined) names.push(part)
      else names.splice(-1, 1, { ...last, words: [...last.words, ...part.words], end: part.end })
      isOpen = !part.isWhole
    }
  }
  return names
}

/** name { "," name } of one term */
function splitAtCommas({ text, offset, isQuoted, isExcluded }: PlaceTerm): NameText[] {
  let start = offset
  return text.split(',').map((part) => {
    const partOffset = start + part.search(/\S|$/)
    start += part.length + 1
    const end = partOffset + part.trim().length
    return { words: analyze(part), isWhole: isQuoted || isExcluded, offset: partOffset, end }
  })
}

/** place, given the texts between its commas; rejects too many names and too long ones */
function place(
  source: string,
  names: readonly NameText[],
  { prefix, terms }: { prefix: boolean; terms: Terms },
): Place {
  const tooMany = names[MAX_PLACE_NAMES]
  if (tooMany) {
    throw syntaxError(source, tooMany.offset, 'expected no more than City, Region, Country')
  }
  const tooLong = names.find((name) => name.words.length > MAX_NAME_WORDS)
  if (tooLong) {
    throw syntaxError(source, tooLong.offset, `more than ${MAX_NAME_WORDS} words in one name`)
  }
  return { kind: 'place', terms: terms(names, prefix), prefix }
}

/** Of all readings of a place and, if it is no beginning of a name, of its other names. */
function termsOf(names: readonly NameText[], prefix: boolean): string[] {
  const named = readings(names, MAX_PLACE_NAMES)
  const all = prefix ? named : [...named, ...named.flatMap(otherReadings)]
  return [...new Set(all.map(placeTerm))]
}

/** All ways to read the texts as at most `limit` names. */
function readings(names: readonly NameText[], limit: number): string[][] {
  const [first, ...rest] = names
  if (first === undefined) return [[]]
  const firstReadings = splitWords(first.words, first.isWhole ? 1 : limit - rest.length)
  return firstReadings.flatMap((reading) =>
    readings(rest, limit - reading.length).map((others) => [...reading, ...others]),
  )
}

/** Words of a text that may be several names; a longer one is one name. */
const MAX_SPLIT_WORDS = 8

/** All ways to split words into at most `limit` names. */
function splitWords(words: readonly string[], limit: number): string[][] {
  const oneName = [words.join(' ')]
  if (limit === 1 || words.length > MAX_SPLIT_WORDS) return [oneName]
  const moreNames = words.slice(1).flatMap((_, index) => {
    const name = words.slice(0, index + 1).join(' ')
    return splitWords(words.slice(index + 1), limit - 1).map((others) => [name, ...others])
  })
  return [oneName, ...moreNames]
}
