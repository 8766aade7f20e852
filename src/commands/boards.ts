import { boardTitle } from '../collect/board/board-state'
import { setBoardState } from '../collect/board/boards'
import { liftBlocks } from '../collect/run/blocked'
import { SYSTEMS } from '../collect/systems/index'
import type { Database } from '../database/client/connection'
import { canonicalSource } from '../values/source'
import { addBoards, preferring, readBoards } from './boards/add-boards'
import { agreeToMix } from './boards/agree-to-mix'
import { checkBoards } from './boards/check-boards'
import { findBoardsOf } from './boards/find-boards'
import { listTheBoards } from './boards/list-boards'
import { listDoubles } from './boards/list-doubles'
import { pruneBoards } from './boards/prune-boards'
import { requireBoard } from './boards/require-board'
import { showBoard } from './boards/show-board'
import { leftOutOf, readStarterList } from './boards/starter-list'
import { openCatalogue } from './catalogue/catalogue'
import { CommandError, readAction, runCommand } from './terminal/command'
import { printLine, printMessage } from './terminal/output'

const ACTIONS = [
  'add',
  'find',
  'check',
  'list',
  'prune',
  'show',
  'remove',
  'pause',
  'resume',
] as const
type Action = (typeof ACTIONS)[number]
const USAGE =
  'expected add FILE|-|ADDRESS..., find DOMAIN|FILE..., check [BOARD...], list, prune, or show, remove, pause or resume BOARD'

/** The actions of each option. */
const TAKEN_BY = {
  source: ['resume'],
  rejects: ['add'],
  starter: ['add'],
  system: ['add'],
  limit: ['add'],
  country: ['add'],
  prefer: ['add'],
  'into-sample': ['add'],
  add: ['find'],
  results: ['find', 'check'],
  'no-postings': ['list'],
  doubles: ['list'],
  dead: ['prune'],
  'dry-run': ['prune'],
} as const satisfies Record<string, readonly Action[]>

/** How many names each action takes. */
const NAMES: Readonly<Record<Action, readonly [least: number, most: number]>> = {
  add: [1, 1000],
  find: [1, 1000],
  check: [0, 1000],
  list: [0, 0],
  prune: [0, 0],
  show: [1, 1],
  remove: [1, 1],
  pause: [1, 1],
  resume: [1, 1],
}

await runCommand({
  name: 'boards',
  help: `bun run boards add [--rejects FILE] [--prefer BOARD] [SYSTEM] FILE|-|ADDRESS...
bun run boards add --starter [--system SYSTEM,...] [--limit N] [--country CA|US]
bun run boards find [--add] [--results FILE] DOMAIN|FILE...
bun run boards check [--results FILE] [BOARD...]
bun run boards list [--no-postings | --doubles]
bun run boards prune [--dead] [--dry-run]
bun run boards show|remove|pause|resume BOARD
bun run boards resume --source SOURCE

The employers' boards that bun run collect reads. A BOARD is SOURCE/SLUG or its address.

add     adds boards by the addresses of their career pages, by SOURCE/SLUG (careerpage/HOST
        for an employer's own site), or from lists. A SYSTEM before addresses and lists is
        that of boards on employers' own hosts, which no address tells
        (add recruitee https://jobs.acme.example). A list is a FILE, or standard input (-):
        CSV with a header, NDJSON, a JSON array, {"ats": {SYSTEM: [SLUG, ...]}}, or an
        address a line. Its members: address (or careers_url, url), or source (or ats) and
        slug; optionally organization (or company, name), country (CA or US, of places
        that name none), settings. Refused records are counted by reason; --rejects keeps
        them in FILE as NDJSON.
        --prefer gives them the setting prefer=BOARD: their postings that BOARD has are left
        out; --prefer '' takes it off
        --into-sample adds boards to a catalogue of sample jobs without asking
        --starter adds the boards of examples/boards, of systems that are read: those of
        North America first, those of Europe last, the systems of each group in turn.
        --system and --limit take part of them. The list names no countries: --country
        leaves out the systems that serve the other one alone (CA: paycom and paylocity)
find    finds the boards of employers from their sites (acme.com), or from a FILE with a
        site a line: on the home page, the pages for careers that it links to, those at
        usual addresses, where they redirect to, and last on pages that its sitemaps name;
        at most twelve requests a site, as its robots.txt allows, and five minutes with the
        boards that it names. Says how each board was found, what it lists, and how many of
        these postings are in Canada and the United States. A board on which nothing names
        the employer, or beyond the limits of a site, is unsure. --add adds the boards that
        have any, and asks about unsure ones at a terminal. --results appends a line of JSON
        a site to FILE; the sites that FILE has are not asked again. Needs COLLECT_CONTACT
check   asks each board that may have moved, or the BOARDs, for the beginning of its list:
        those that are dead, that their systems do not know, and that fail for days. Where one
        does not answer, finds the boards of its employer as find does, from the domain of its
        own host or in its jobs, and prints the commands to take what is found. Changes
        nothing. --results as with find. Needs COLLECT_CONTACT
list    lists the boards: state, last success, postings, next collection, what is wrong,
        the other boards that its postings belong to, and those that have the same
        postings; --no-postings: those without a posting in Canada or the United States in
        three lists or more, which are asked once a week, later once a month; --doubles:
        pairs of boards with equal postings, what each of both has, and how to have each
        posting once. Standard error has the issues, on how many boards each is, and what
        to do about it
prune   removes the boards without such a posting; --dead: those that never answered and are
        dead for a month; --dry-run names them, and removes none
show    shows a board, and which of its postings were skipped and why
remove  collects a board no more; its jobs stay in the catalogue until they are expired:
        bun run import /dev/null --board BOARD
pause   collects a board no more until it is resumed
resume  collects a board again, also a dead one, and accepts a new name of its employer;
        with --source it asks a blocked system, and the hosts of employers on it, again

Systems, each with an address:
${SYSTEMS.map(({ source, example }) => `  ${source.padEnd(16)} ${example}`).join('\n')}

Example: bun run boards add boards.csv`,
  options: {
    source: { type: 'string' },
    rejects: { type: 'string' },
    starter: { type: 'boolean', default: false },
    add: { type: 'boolean', default: false },
    results: { type: 'string' },
    system: { type: 'string' },
    limit: { type: 'string' },
    country: { type: 'string' },
    prefer: { type: 'string' },
    'into-sample': { type: 'boolean', default: false },
    'no-postings': { type: 'boolean', default: false },
    doubles: { type: 'boolean', default: false },
    dead: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
  positionals: [1, 1000],
  async run({ positionals: [action = '', ...names], values, shutdown }) {
    const {
      source,
      rejects,
      prefer,
      'into-sample': intoSample,
      starter,
      add,
      results,
      'no-postings': noPostings,
      doubles,
      dead,
      'dry-run': isDryRun,
      ...part
    } = values
    const known = readAction(action, ACTIONS, USAGE)
    for (const [option, takers] of Object.entries(TAKEN_BY)) {
      const value = values[option as keyof typeof TAKEN_BY]
      if (value !== undefined && value !== false && !takers.some((taker) => taker === known)) {
        throw new CommandError(
          `--${option} is an option of boards ${takers.join(' and ')}; ${USAGE}`,
        )
      }
    }
    if (!starter && Object.values(part).some((value) => value !== undefined)) {
      throw new CommandError('--system, --limit and --country take part of boards add --starter')
    }
    if (starter && prefer !== undefined)
      throw new CommandError('--prefer is for boards that are named')
    if (doubles && noPostings) throw new CommandError('expected --no-postings or --doubles')
    const [least, most] = source === undefined && !starter ? NAMES[known] : [0, 0]
    if (names.length < least || names.length > most) throw new CommandError(USAGE)
    if (known === 'check') return await checkBoards(names, results, shutdown)
    if (known === 'find') return await findBoardsOf(names, { add, results }, shutdown)
    const added = starter
      ? await readStarterList(part, SYSTEMS)
      : known === 'add'
        ? preferring(await readBoards(names), prefer)
        : []
    if (part.country !== undefined) printMessage(leftOutOf(part.country))
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    if (known === 'add') {
      await agreeToMix(database, intoSample)
      await addBoards(database, added, rejects)
    } else if (doubles) await listDoubles(database)
    else if (known === 'list') await listTheBoards(database, noPostings)
    else if (known === 'prune') await pruneBoards(database, { dead, isDryRun })
    else if (source !== undefined) await unblock(database, canonicalSource(source))
    else await change(database, known, names[0] ?? '')
  },
})

async function unblock(database: Database, source: string): Promise<void> {
  if (!SYSTEMS.some((system) => system.source === source)) {
    throw new CommandError(`'${source}' is not a known system; see bun run boards --help`)
  }
  const count = await liftBlocks(database, source, new Date())
  printLine(count === 0 ? `${source} is not blocked` : `${source} is asked again`)
}

async function change(database: Database, action: Action, name: string): Promise<void> {
  const row = await requireBoard(database, name)
  if (action === 'show') return await showBoard(database, row)
  const state = action === 'resume' ? 'active' : action === 'pause' ? 'paused' : 'removed'
  await setBoardState(database, row.id, state, new Date())
  printLine(
    `${{ active: 'resumed', paused: 'paused', removed: 'removed' }[state]} ${boardTitle(row)}`,
  )
}
