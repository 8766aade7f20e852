import { POSTING_FIELDS, type PostingField } from '../../../collect/health/posting-fields'
import { type Promised, promiseOf } from '../../../collect/health/promised-fields'
import { type BoardSample, chooseBoards, sampleBoard } from '../../../collect/health/sample-system'
import { percent } from '../../../collect/health/suspects'
import { CommandError } from '../../terminal/command'
import { createProgress, formatTable, printLine } from '../../terminal/output'
import type { Shutdown } from '../../terminal/shutdown'
import { openFinder } from '../open-finder'
import { requireSystem } from '../require-system'
import { boardsAction } from './action'

export const sample = boardsAction({
  name: 'sample',
  usage: ['sample [--json] SYSTEM'],
  help: `sample  asks five boards of a system for their lists and ten postings each, and prints what share
        of these postings has each field, beside the recorded answers with which the system
        was tested: all, some or none of their postings have it. Says which boards could
        not be read and why. At most twenty requests and two minutes a board; writes nothing.
        --json: a line of JSON. Needs COLLECT_CONTACT`,
  options: { json: { type: 'boolean', default: false } },
  count: () => [1, 1],
  run: async ({ names: [name = ''], values: { json }, shutdown }) =>
    await sampleBoards(name, { json, shutdown }),
})

/** A field of the postings that were read. */
interface FieldShare {
  field: PostingField
  count: number
  /** Undefined: no posting was read. */
  share: number | undefined
  promised: Promised | undefined
}

/** Asks some boards of a system, and prints what share of their postings has which field. Writes nothing. */
async function sampleBoards(
  name: string,
  { json, shutdown }: { json: boolean; shutdown: Shutdown },
): Promise<void> {
  const source = requireSystem(undefined, name)
  const { database, finder } = await openFinder(shutdown)
  const system = finder.systems.find((one) => one.source === source)
  if (system === undefined) throw new CommandError(`the system ${source} is off`)
  const rows = await chooseBoards(database, source)
  if (rows.length === 0) {
    throw new CommandError(
      `no board of ${source} is collected; to add some: bun run boards add --starter --system ${source} --limit 5`,
    )
  }
  const progress = createProgress(rows.length)
  const boards: BoardSample[] = []
  for (const row of rows) {
    progress.show(boards.length, row.slug)
    boards.push(await sampleBoard(row, system, finder))
  }
  progress.end()
  if (json) printAsJson(source, boards)
  else print(source, boards)
  if (boards.every(({ postings }) => postings.length === 0)) process.exitCode = 1
}

function print(source: string, boards: readonly BoardSample[]): void {
  const shares = sharesOf(source, boards)
  const read = boards.reduce((sum, { postings }) => sum + postings.length, 0)
  const listed = boards.reduce((sum, board) => sum + (board.listed ?? 0), 0)
  printLine(`${source}: ${read} of ${listed} postings of ${boards.length} boards were read\n`)
  const fields = shares.map((row) => [
    row.field,
    row.share === undefined ? '' : percent(row.share),
    row.promised ?? 'unknown',
    noteOf(row),
  ])
  printLine(formatTable(['FIELD', 'POSTINGS', 'RECORDED', 'NOTE'], fields))
  const rows = boards.map(({ board, listed, unreadable, postings, issue }) => [
    board,
    String(listed ?? ''),
    String(unreadable),
    String(postings.length),
    issue ?? '',
  ])
  printLine(`\n${formatTable(['BOARD', 'LISTED', 'UNREADABLE', 'READ', 'ISSUE'], rows)}`)
}

function printAsJson(source: string, boards: readonly BoardSample[]): void {
  const fields = sharesOf(source, boards).map(({ field, count, share, promised }) => [
    field,
    { postings: count, share: share ?? null, recorded: promised ?? null },
  ])
  const summaries = boards.map(({ board, listed, unreadable, postings, issue }) => ({
    board,
    listed: listed ?? null,
    unreadable,
    read: postings.length,
    issue: issue ?? null,
  }))
  printLine(JSON.stringify({ source, fields: Object.fromEntries(fields), boards: summaries }))
}

function sharesOf(source: string, boards: readonly BoardSample[]): FieldShare[] {
  const postings = boards.flatMap((board) => board.postings)
  return POSTING_FIELDS.map((field) => {
    const count = postings.filter((fields) => fields.includes(field)).length
    const share = postings.length === 0 ? undefined : count / postings.length
    return { field, count, share, promised: promiseOf(source, field) }
  })
}

/** What differs between the postings and the recorded ones. */
function noteOf({ count, share, promised }: FieldShare): string {
  if (share === undefined || promised === undefined) return ''
  if (promised === 'all' && share < 1) return 'fewer than recorded'
  return promised === 'none' && count > 0 ? 'more than recorded' : ''
}
