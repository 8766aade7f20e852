import type { Country } from '../../../values/country'
import type { LocationTable } from '../table/location-table'
import { readBareName } from './choose-city'
import { type Finding, isIn, type NameGroup } from './finding'
import { takeKinds } from './kinds'
import type { Part } from './location-part'
import { isCanadaCode } from './part-kinds'
import { RunFacts, Segment } from './segment'
import { SHAPES } from './shapes'
import type { TextContext } from './text-context'

/** Reads the names of one run as the places whose shapes cost least together. */
export function coverRun(
  parts: readonly Part[],
  table: LocationTable,
  text: TextContext,
): NameGroup[] {
  const reader = new CoverReader(new RunFacts(parts, table, text))
  const groups: NameGroup[] = []
  let at = 0
  while (at < parts.length) {
    const { end, findings } = reader.cheapest(at)
    groups.push({ parts: parts.slice(at, end), findings })
    at = end
  }
  return groups
}

/** The first place of the cheapest ones from a part to the end of the run, and what all of them cost. */
interface Cover {
  end: number
  findings: readonly Finding[]
  cost: number
}

const COST_OF_COUNTRY = 3
const COST_OF_UNKNOWN_NAME = 7

class CoverReader {
  private readonly covers: Cover[] = []

  constructor(private readonly run: RunFacts) {}

  cheapest(at: number): Cover {
    const known = this.covers[at]
    if (known !== undefined) return known
    const best: Cover = { end: at + 1, findings: [], cost: Number.POSITIVE_INFINITY }
    this.tryShapes(at, 0, undefined, best)
    this.tryInside(at, COST_OF_COUNTRY, best)
    // `B - USA - FL - Jacksonville`
    const isBeforeCountry = this.run.part(at + 1).meaning?.country !== undefined
    const isUnknown = isBeforeCountry && readBareName(this.run.part(at)).kind === 'unknown'
    if (isUnknown) this.tryInside(at + 1, COST_OF_UNKNOWN_NAME + COST_OF_COUNTRY, best)
    this.covers[at] = best
    return best
  }

  /** country place */
  private tryInside(at: number, cost: number, best: Cover): void {
    const [part, next] = [this.run.part(at), this.run.part(at + 1)]
    const within = part.meaning?.country ?? (isCanadaCode(part, next) ? 'CA' : undefined)
    if (within === undefined || next.isAlternative || next.meaning?.country !== undefined) return
    this.tryShapes(at + 1, cost, within, best)
  }

  /** `costBefore` is that of the parts before `at`. */
  private tryShapes(at: number, costBefore: number, within: Country | undefined, best: Cover) {
    const { run } = this
    const count = run.parts.length - at
    for (const { kinds, length, least, read } of SHAPES) {
      if (length > count || costBefore + least >= best.cost) continue
      const segment = new Segment(run, at, within)
      const reading = takeKinds(segment, kinds) ? read(segment) : undefined
      if (reading === undefined || !isInside(reading.findings, within)) continue
      const cost = costBefore + reading.cost
      if (cost >= best.cost) continue
      const { end } = segment
      const total = end < run.parts.length ? cost + this.cheapest(end).cost : cost
      if (total < best.cost) Object.assign(best, { end, findings: reading.findings, cost: total })
    }
  }
}

function isInside(findings: readonly Finding[], within: Country | undefined): boolean {
  if (within === undefined) return true
  return findings.length > 0 && findings.every((found) => isIn(found, within))
}
