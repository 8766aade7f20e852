import type { LocationTable } from '../table/location-table'
import type { WorkArrangement } from '../table/location-words'
import { cityInRegion, readBareName } from './choose-city'
import { isListWord, isWide, type Part, toPart } from './location-part'
import { isHead, isTail } from './name-ends'
import { regionOf } from './part-kinds'

/** Names that stand together, without a word such as `Remote` between them. */
export interface Run {
  parts: Part[]
}

/** A stretch of the text between `;` or `|`. */
export interface Chunk {
  runs: Run[]
  arrangements: Set<WorkArrangement>
  /** One of its places may be remote, the other not: `Toronto or remote`. */
  isMixed: boolean
}

/** In characters. A longer text is no list of places. */
export const MAX_LOCATION_TEXT = 4000

/** The names of a text with what the table knows of each. */
export function readChunks(text: string, table: LocationTable): Chunk[] {
  if (text.length > MAX_LOCATION_TEXT) return []
  return text
    .split(/[;|\n\r•·]+/)
    .map((chunk) => chunk.replace(/\s+/g, ' '))
    .filter((chunk) => chunk.trim() !== '')
    .map((chunk) => new ChunkReader(table).read(chunk))
}

const BRACKETS = /[([（]([^()[\]（）]*)[)\]）]/
const SEPARATORS = /[,:~()[\]（）、，]|\s[-–—]+\s?|[-–—]\s/
const CONNECTORS = /(?:^|\s)(?:or|and|ou|et)\s+|\s?[&+]\s*/i
const POSTAL_CODE = /(?:^|\s)(\d{5}(?:-\d{4})?|[A-Za-z]\d[A-Za-z](?:[ -]?\d[A-Za-z]\d)?)$/
/** `Greater Toronto Area`, `Seattle metro`. */
const METRO =
  /^greater |^metro | (?:metro|metropolitan|metroplex|metropolitan area|metro area|bay area|area)$/

class ChunkReader {
  private readonly chunk: Chunk = {
    runs: [{ parts: [] }],
    arrangements: new Set(),
    isMixed: false,
  }
  private isAlternative = false
  private isListed = false

  constructor(private readonly table: LocationTable) {}

  read(text: string): Chunk {
    const brackets: Part[] = []
    for (const [index, piece] of text.split(BRACKETS).entries()) {
      if (index % 2 === 0) this.addPieces(piece)
      else brackets.push(...this.readBracket(piece))
    }
    if (brackets.length > 0 && this.isPlaceless()) for (const part of brackets) this.push(part)
    return this.chunk
  }

  private isPlaceless(): boolean {
    return this.chunk.runs.every(({ parts }) =>
      parts.every(({ meaning, code }) => meaning?.country ?? (!meaning && code === undefined)),
    )
  }

  private addPieces(text: string): void {
    const [first = '', ...others] = text.split('/')
    for (const piece of first.split(SEPARATORS)) this.add(piece)
    for (const other of others) {
      const [start = '', ...pieces] = other.split(SEPARATORS)
      this.chunk.isMixed ||= this.isOtherArrangement(start)
      this.isListed = true
      for (const piece of [start, ...pieces]) this.add(piece)
    }
  }

  /** `Toronto / Remote` has one place and another way to work. */
  private isOtherArrangement(piece: string): boolean {
    const { meaning } = toPart(trimPunctuation(piece), this.table)
    const isPlaced = this.chunk.runs.some(({ parts }) =>
      parts.some((part) => !isWide(part.meaning)),
    )
    return meaning?.arrangement !== undefined && isPlaced
  }

  /** Regions and countries belong to the place before them; the rest is returned: `Chicago (Lincoln Park)`. */
  private readBracket(text: string): Part[] {
    const reader = new ChunkReader(this.table)
    reader.addPieces(text)
    const { runs, arrangements, isMixed } = reader.chunk
    for (const arrangement of arrangements) this.chunk.arrangements.add(arrangement)
    this.chunk.isMixed ||= isMixed
    const parts = runs.flatMap((run) => run.parts)
    if (!parts.every(({ meaning }) => isWide(meaning))) return parts
    for (const part of parts) if (!this.repeatsRegion(part)) this.push(part)
    return []
  }

  /** The code behind a region that a city has already: `Abilene, Texas (TX)`. */
  private repeatsRegion(part: Part): boolean {
    const [city, last] = this.chunk.runs.at(-1)?.parts.slice(-2) ?? []
    const region = regionOf(part)
    if (city === undefined || last === undefined || region === undefined) return false
    return regionOf(last) === region && cityInRegion(city, region, this.table) !== undefined
  }

  private add(piece: string): void {
    // `JPN.Osaka`
    const [, country, rest] = /^([A-Z]{3})\.(\p{L}.*)$/su.exec(piece.trim()) ?? []
    if (country !== undefined && rest !== undefined) {
      this.add(country)
      this.add(rest)
      return
    }
    const text = trimPunctuation(piece)
    const part = toPart(text, this.table)
    if (part.key === '') return
    if (part.meaning !== undefined || part.code !== undefined) this.push(part)
    else this.addUnknown(part)
  }

  private push(part: Part): void {
    const { runs, arrangements } = this.chunk
    const { arrangement, isFiller } = part.meaning ?? {}
    const run = runs.at(-1)?.parts ?? []
    if (arrangement !== undefined) {
      this.chunk.isMixed ||= this.isAlternative
      arrangements.add(arrangement)
      runs.push({ parts: [] })
    } else if (!isFiller || part.code !== undefined) {
      this.chunk.isMixed ||= this.isAlternative && arrangements.size > 0 && run.length === 0
      if (this.isAlternative) part.isAlternative = true
      if (this.isListed) part.isListed = true
      run.push(part)
    }
    this.isAlternative = false
    this.isListed = false
  }

  /** Takes a piece apart that is no name as a whole. */
  private addUnknown(part: Part): void {
    const { text } = part
    const postalCode = POSTAL_CODE.exec(text)
    if (postalCode !== null) {
      this.add(text.slice(0, postalCode.index))
      const last = this.chunk.runs.at(-1)?.parts.at(-1)
      if (last !== undefined) last.postalCode = postalCode[1]
      return
    }
    const names = text.split(CONNECTORS)
    if (names.length > 1) {
      for (const [index, name] of names.entries()) {
        this.isAlternative = index > 0
        this.add(name)
      }
      return
    }
    if (this.addJoined(part) || this.addAroundHyphen(text)) return
    if (!this.addMetro(part.key) && !this.addEnds(text)) this.push(part)
  }

  /** `US-CA-Monrovia` and `Oklahoma-Remote` are lists, `Val-des-Sources` is a name. */
  private addAroundHyphen(text: string): boolean {
    if (!text.includes('-')) return false
    for (const at of [text.indexOf('-'), text.lastIndexOf('-')]) {
      const [left, right] = [text.slice(0, at), text.slice(at + 1)]
      if (this.isList(left.trim(), right.trim())) {
        this.addBoth(left, right)
        return true
      }
    }
    return false
  }

  private isList(before: string, after: string): boolean {
    const [left, right] = [toPart(before, this.table), toPart(after, this.table)]
    if (isListWord(left) || isListWord(right)) return true
    if (left.meaning === undefined) return false
    // `Oakville-3235 Dundas St`, `United States-Alaska-Nowhereville`
    const [word = ''] = after.split(/[\s-]/, 1)
    const isInCountry = this.chunk.runs.at(-1)?.parts.at(-1)?.meaning?.country !== undefined
    const isRegion = isInCountry && left.meaning.region !== undefined
    const { code } = toPart(word, this.table)
    return right.meaning !== undefined || isRegion || code !== undefined || /^\d/.test(word)
  }

  private addMetro(key: string): boolean {
    if (!METRO.test(key)) return false
    const inner = toPart(key.replace(METRO, '').replace(METRO, '').trim(), this.table)
    const bare = readBareName(inner)
    const city = bare.kind === 'city' ? bare.city : undefined
    const metro = inner.meaning?.metro ?? inner.meaning?.region ?? city?.region
    if (metro === undefined) return false
    const found = { metro, cities: [], foreignCities: [] }
    this.push({ ...inner, meaning: found, code: undefined })
    return true
  }

  /** `Utica-Rome Area`, `Bloomington–Normal`: names that are cities of one region only. */
  private addJoined(part: Part): boolean {
    if (!/[-–]/.test(part.text)) return false
    const text = part.text.replace(/^greater | (?:area|metro|metropolitan area|region)$/gi, '')
    const names = text.includes('--') ? text.split(/-{2,}/) : text.split(/[-–]/)
    const parts = names.map((name) => toPart(name.trim(), this.table))
    if (parts.some(({ meaning, code }) => code !== undefined || isWide(meaning))) return false
    const cities = parts.map(({ meaning }) => meaning?.cities ?? [])
    const [first = [], ...others] = cities
    const shared = first.filter(({ region }) =>
      others.every((more) => more.some((city) => city.region === region)),
    )
    const [city, other] = shared
    if (city === undefined || other !== undefined || others.length === 0) return false
    const meaning = { metro: city.region, cities: [], foreignCities: [] }
    this.push({ ...part, meaning, code: undefined })
    return true
  }

  /** Takes off words at either end that are names or say nothing: `Remote US`, `Dallas Warehouse`, `Midland Park NJ`. */
  private addEnds(text: string): boolean {
    const words = text.split(/\s+/)
    for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
      const [head, tail] = [words.slice(0, count), words.slice(count)].map((some) => some.join(' '))
      if (isHead(head ?? '', tail ?? '', this.table)) {
        this.addBoth(head ?? '', tail ?? '')
        return true
      }
    }
    for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
      const [head, tail] = [words.slice(0, -count), words.slice(-count)].map((s) => s.join(' '))
      if (isTail(head ?? '', tail ?? '', this.table)) {
        this.addBoth(head ?? '', tail ?? '')
        return true
      }
    }
    return false
  }

  private addBoth(head: string, tail: string): void {
    // `Denver, US Remote`: the country is a place of its own.
    const isOwn =
      toPart(head, this.table).meaning?.country && toPart(tail, this.table).meaning?.arrangement
    if (isOwn) this.chunk.runs.push({ parts: [] })
    this.add(head)
    const last = this.chunk.runs.at(-1)?.parts.at(-1)
    const { meaning } = toPart(tail, this.table)
    if (last && (meaning?.isSite || (meaning?.region && !last.meaning))) last.isSite = true
    this.add(tail)
  }
}

function trimPunctuation(text: string): string {
  const trimmed = text.trim()
  if (PLAIN.test(trimmed)) return trimmed
  const [within = ''] = WITHIN_PUNCTUATION.exec(trimmed) ?? []
  return within.replace(/\s+/g, ' ')
}

/** A full stop may end a name. */
const WITHIN_PUNCTUATION = /[^\s.*#"“”'_@!?-](?:.*[^\s*#"“”'_@!?-])?/s
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/
