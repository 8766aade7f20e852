import { analyze } from './analyzer'
import { placeTerm } from './place-terms'
import type { Place, PlaceTree } from './place-tree'
import { readPlainAlternatives } from './plain-alternatives'
import type { PlainTerm } from './plain-tokens'
import { MAX_NAME_WORDS, MAX_PLACE_NAMES } from './search-limits'
import { syntaxError } from './search-syntax-error'
import { join } from './search-tree'

/**
 * Reads a location filter:
 *
 *     any       = all { "OR" all }
 *     all       = [ place ] { exclusion }          in any order, not empty
 *     place     = name { [ "," ] name } [ "*" ]    at most three: City, Region, Country
 *     name      = word { word } | '"' text '"'
 *     exclusion = "-" ( word | '"' text '"' ) [ "*" ]
 *
 * Words without a comma or quotes may be one name or several, so a place has every reading in which
 * its words keep their order. Quotes hold one name together, or names with commas between them; an
 * exclusion is read as if it were quoted.
 *
 * @throws {SearchSyntaxError}
 */
export function parsePlaces(source: string): PlaceTree {
  const groups = readPlainAlternatives(source, "for the state write 'Oregon'")
  return join(
    'any',
    groups.map((terms) => all(source, terms)),
  )
}

/** all = [ place ] { exclusion } */
function all(source: string, terms: readonly PlainTerm[]): PlaceTree {
  const included = terms.filter((term) => !term.isExcluded && term.words.length > 0)
  const excluded = terms.filter((term) => term.isExcluded && term.words.length > 0)
  const exclusions = excluded.map((term) => {
    const names = splitAtCommas(term).filter((name) => name.words.length > 0)
    return { kind: 'not' as const, child: place(source, names, term.isPrefix) }
  })
  if (included.length === 0) return join<PlaceTree>('all', exclusions)

  const last = included.at(-1)
  const strayStar = included.find((term) => term.isPrefix && term !== last)
  if (strayStar) {
    const star = strayStar.offset + strayStar.text.length
    throw syntaxError(source, star, "expected '*' at the end of the place")
  }
  const prefix = last?.isPrefix ?? false
  return join<PlaceTree>('all', [place(source, readNames(terms), prefix), ...exclusions])
}

/** Words between commas: one name when `isWhole`, else one or several. */
interface NameText {
  words: string[]
  isWhole: boolean
  offset: number
}

/** place = name { [ "," ] name }, with the exclusions between them left out */
function readNames(terms: readonly PlainTerm[]): NameText[] {
  const names: NameText[] = []
  let isOpen = false
  for (const term of terms) {
    if (term.isExcluded) {
      isOpen = false
      continue
    }
    for (const [index, part] of splitAtCommas(term).entries()) {
      isOpen &&= index === 0 && !term.isQuoted
      if (part.words.length === 0) continue
      if (isOpen) names.at(-1)?.words.push(...part.words)
      else names.push(part)
      isOpen = !part.isWhole
    }
  }
  return names
}

function splitAtCommas({ text, offset, isQuoted, isExcluded }: PlainTerm): NameText[] {
  let start = offset
  return text.split(',').map((part) => {
    const partOffset = start + part.search(/\S|$/)
    start += part.length + 1
    return { words: analyze(part), isWhole: isQuoted || isExcluded, offset: partOffset }
  })
}

function place(source: string, names: readonly NameText[], prefix: boolean): Place {
  const tooMany = names[MAX_PLACE_NAMES]
  if (tooMany) {
    throw syntaxError(source, tooMany.offset, 'expected no more than City, Region, Country')
  }
  const tooLong = names.find((name) => name.words.length > MAX_NAME_WORDS)
  if (tooLong) {
    throw syntaxError(source, tooLong.offset, `more than ${MAX_NAME_WORDS} words in one name`)
  }
  return { kind: 'place', terms: readings(names, MAX_PLACE_NAMES).map(placeTerm), prefix }
}

/** All ways to read the texts as at most `limit` names. */
function readings(names: readonly NameText[], limit: number): string[][] {
  const [first, ...rest] = names
  if (first === undefined) return [[]]
  const firstReadings = cutWords(first.words, first.isWhole ? 1 : limit - rest.length)
  return firstReadings.flatMap((reading) =>
    readings(rest, limit - reading.length).map((others) => [...reading, ...others]),
  )
}

/** All ways to cut words into at most `limit` names. */
function cutWords(words: readonly string[], limit: number): string[][] {
  const uncut = [words.join(' ')]
  if (limit === 1) return [uncut]
  const cuts = words.slice(1).flatMap((_, index) => {
    const name = words.slice(0, index + 1).join(' ')
    return cutWords(words.slice(index + 1), limit - 1).map((others) => [name, ...others])
  })
  return [uncut, ...cuts]
}
