import type { Country } from '../../../values/country'
import type { LocationTable } from '../table/location-table'
import type { Chunk, Run } from './chunk'
import { coverRun } from './cover'
import { isIn, type NameGroup } from './finding'
import { readChunks } from './read-chunks'
import { hasCitiesOnly, hasRegionsOnly, type TextContext, type TextOrigin } from './text-context'

/** A chunk with what its names mean. */
export interface ReadChunk extends Chunk {
  names: readonly NameGroup[]
}

/** The meaning of the names in a text, each read with its neighbours. */
export function readNames(text: string, table: LocationTable, origin: TextOrigin): ReadChunk[] {
  const chunks = readChunks(text, table)
  const runs = chunks.flatMap((chunk) => chunk.runs)
  const context = {
    ...origin,
    hasCitiesOnly: hasCitiesOnly(runs),
    hasRegionsOnly: hasRegionsOnly(runs),
  }
  return chunks.map((chunk) => ({ ...chunk, names: readChunk(chunk, context, table) }))
}

function readChunk(
  chunk: Chunk,
  context: Omit<TextContext, 'isRemote'>,
  table: LocationTable,
): NameGroup[] {
  const filled = filledRuns(chunk.runs)
  const isRemote = chunk.arrangements.has('remote') && filled.length === 1
  const read = (runs: readonly Run[], country: Country | undefined) =>
    runs.flatMap(({ parts }) => coverRun(parts, table, { ...context, country, isRemote }))
  const [first, ...others] = filled
  const country = countryOf(first)
  // `US - Remote VA` is in Virginia.
  if (country !== undefined && !chunk.isMixed && !others.some(({ isOwn }) => isOwn)) {
    const names = read(others, country)
    if (names.some(({ findings }) => findings.some((found) => isIn(found, country)))) return names
  }
  return read(filled, context.country)
}

/** The runs that name something. */
export function filledRuns(runs: readonly Run[]): Run[] {
  return runs.filter(({ parts }) => parts.length > 0)
}

/** The country of a run that names nothing else. */
function countryOf(run: Run | undefined): Country | undefined {
  const [part, other] = run?.parts ?? []
  return other === undefined ? part?.meaning?.country : undefined
}
