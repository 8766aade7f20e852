import type { ListEntry } from '../system'
import type { Entries } from './entries'
import { fingerprint } from './fingerprint'
import { isTestPosting } from './test-posting'

/** A posting in a page that lists postings, whose content is on a page of its own. */
interface PageRow {
  id: string
  title: string
}

interface RowMembers<Row> {
  /** What changes when the content of the row does; the whole row unless given. */
  content?(row: Row): unknown
  /** What `detail` gets back; the row as JSON unless given. */
  reference?(row: Row): string
  /** What a row without an id or a title is. */
  untitled?: string
}

/** The entries of the rows of a page, without test postings. */
export function pageEntries<Row extends PageRow>(
  rows: readonly Row[],
  { content = (row) => row, reference = JSON.stringify, untitled = '' }: RowMembers<Row> = {},
): Entries {
  const { named = [], nameless = [] } = Object.groupBy(rows, ({ id, title }) =>
    id && title ? 'named' : 'nameless',
  )
  const toEntry = (row: Row): ListEntry => ({
    external_id: row.id,
    fingerprint: fingerprint(content(row)),
    reference: reference(row),
  })
  return {
    postings: named.filter(({ title }) => !isTestPosting(title)).map(toEntry),
    unreadable: nameless.map(({ id }) => ({ ...(id && { external_id: id }), reason: untitled })),
  }
}

/** The first row of each id: pages have several links to a posting. */
export function firstOfEach<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first]) => first ?? [])
}
