import { join } from 'node:path'
import { fieldsOf, POSTING_FIELDS } from '../../../src/collect/health/posting-fields'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { recordedBoards } from '../systems/boards'

export const PROMISED_FILE = join(
  import.meta.dir,
  '../../../src/collect/health/promised-fields.json',
)

/** The fields that all postings of the recorded board of a system have, and those that some have, by source. */
export function fixtureFields(): Record<string, { all: string[]; some: string[] }> {
  const resolver = new LocationResolver()
  const systems = recordedBoards().map(([{ source }, { board, postings, organization }]) => {
    const context = { board: { source, ...board }, boardName: organization, resolver }
    const fields = postings.flatMap((posting) => fieldsOf(posting, context))
    const countOf = (name: string) => fields.filter((field) => field === name).length
    const all = POSTING_FIELDS.filter((field) => countOf(field) === postings.length)
    const some = POSTING_FIELDS.filter((field) => countOf(field) > 0 && !all.includes(field))
    return [source, { all, some }] as const
  })
  return Object.fromEntries(systems)
}
