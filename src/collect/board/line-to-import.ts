import type { PrintedLine } from '../../catalogue/import/line/read-lines'
import type { RemovalEvent } from '../../values/change-events'
import type { Board } from '../system'

/** A line of an import as a value, and as text for its hash. */
export type LineToImport = Pick<PrintedLine, 'text' | 'value'>

/** The line that removes a posting from the catalogue. */
export function removalLine(
  { source, slug }: Board,
  externalId: string,
  status: RemovalEvent,
): LineToImport {
  return printLine({ source, source_slug: slug, external_id: externalId, status })
}

export function printLine(value: LineToImport['value']): LineToImport {
  return { text: JSON.stringify(value), value }
}
