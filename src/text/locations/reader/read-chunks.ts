import type { LocationTable } from '../table/location-table'
import { cityInRegion } from './choose-city'
import type { Chunk } from './chunk'
import { toAreaOfCity, toJoinedCities, toQuarter } from './city-areas'
import { isHyphenList } from './hyphen-list'
import { isWide, type Part, toPart } from './location-part'
import { isHead, isTail, splitAtPreposition, splitRegion } from './name-ends'
import { regionOf } from './part-kinds'
import { trimPunctuation } from './trim-punctuation'

/** In characters. A longer text is not a list of places. */
export const MAX_LOCATION_TEXT = 4000

/** The names of a text, each with its entries in the table. */
export function readChunks(text: string, table: LocationTable): Chunk[] {
  if (text.length > MAX_LOCATION_TEXT) return []
  return text
    .split(/[;|\n\r•·]+/)
    .map((chunk) => chunk.replace(/\s+/g, ' '))
    .filter((chunk) => chunk.trim() !== '')
    .map((chunk) => new ChunkReader(table).read(chunk))
}

const BRACKETS = /[([（]([^()[\]（）]*)[)\]）]/
/** A comma is captured: it begins a place of its own. */
const SEPARATORS = /([,、，])|[:~()[\]（）]|\s[-–—]+\s?|[-–—]\s/
/** The other places of the text are meant too. */
const PREFERENCE = /(?:^|\s)(?:preferred|preferably|ideally)(?:\s|$)/i
const CONNECTORS = /(?:^|\s)(?:or|and|ou|et)\s+|\s?[&+]\s*/i
const OR = /(?:^|\s)(?:or|ou)\s/i
const POSTAL_CODE = /(?:^|\s)(\d{5}(?:-\d{4})?|[A-Za-z]\d[A-Za-z](?:[ -]?\d[A-Za-z]\d)?)$/

class ChunkReader {
  private readonly chunk: Chunk = {
    runs: [{ parts: [] }],
    arrangements: new Set(),
    isMixed: false,
  }
  private isAlternative = false
  private isPaired = false
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
    this.addSeparated(first)
    for (const other of others) {
      this.chunk.isMixed ||= this.isOtherArrangement(other.split(SEPARATORS, 1)[0] ?? '')
      this.isListed = true
      this.addSeparated(other)
    }
  }

  private addSeparated(text: string): void {
    for (const [index, piece] of text.split(SEPARATORS).entries()) {
      if (index % 2 === 0) this.add(piece ?? '')
      else if (piece !== undefined) this.beginOwn()
    }
  }

  private beginOwn(): void {
    const run = this.chunk.runs.at(-1)
    if (run?.parts.length === 0) run.isOwn = true
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
    if (PREFERENCE.test(text)) this.chunk.runs.push({ parts: [], isOwn: true, isPreferred: true })
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
      if (this.isAlternative || this.isListed) this.beginOwn()
      if (this.isAlternative) part.isAlternative = true
      if (this.isPaired) part.isPaired = true
      if (this.isListed) part.isListed = true
      run.push(part)
    }
    this.isAlternative = false
    this.isPaired = false
    this.isListed = false
  }

  /** Takes a piece apart that is not a name as a whole. */
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
      const isPair = names.length === 2 && !OR.test(text)
      for (const [index, name] of names.entries()) {
        this.isAlternative = index > 0
        this.isPaired = index > 0 && isPair
        this.add(name)
      }
      return
    }
    const joined = toJoinedCities(part, this.table)
    if (joined !== undefined) this.push(joined)
    else if (!this.addAroundHyphen(text)) this.addArea(part)
  }

  /** `US-CA-Monrovia` and `Oklahoma-Remote` are lists, `Val-des-Sources` is a name. */
  private addAroundHyphen(text: string): boolean {
    if (!text.includes('-')) return false
    for (const at of [text.indexOf('-'), text.lastIndexOf('-')]) {
      const [left, right] = [text.slice(0, at), text.slice(at + 1)]
      const last = this.chunk.runs.at(-1)?.parts.at(-1)
      if (isHyphenList([left.trim(), right.trim()], last, this.table)) {
        this.addBoth(left, right)
        return true
      }
    }
    return false
  }

  private addArea(part: Part): void {
    const area = toAreaOfCity(part, this.table)
    if (area !== undefined) this.push(area)
    else if (!this.addEnds(part.text)) this.push(toQuarter(part, this.table) ?? part)
  }

  /** Takes off words at either end that are names or say nothing: `Remote US`, `Dallas Warehouse`, `Midland Park NJ`. */
  private addEnds(text: string): boolean {
    const pair = splitAtPreposition(text, this.table)
    if (pair) this.addBoth(...pair)
    if (pair) return true
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
    const { meaning } = toPart(tail, this.table)
    const pair = meaning?.country && splitRegion(head, meaning.country, this.table)
    if (pair) this.addBoth(...pair)
    else this.add(head)
    const last = this.chunk.runs.at(-1)?.parts.at(-1)
    if (last && (meaning?.isSite || meaning?.isArea)) last.isNoTown = true
    if (last && (meaning?.isSite || (meaning?.region && !last.meaning))) last.isSite = true
    this.add(tail)
    const state = this.chunk.runs.at(-1)?.parts.at(-1)
    const first = toPart(head, this.table)
    if (state && first.meaning?.isDirection) state.isRegion = true
    const region = first.code === undefined ? undefined : regionOf(first)
    if (state && region) state.behindRegion = region
  }
}
