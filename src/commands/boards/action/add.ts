import { SYSTEMS } from '../../../collect/systems/index'
import { CommandError } from '../../terminal/command'
import { printMessage } from '../../terminal/output'
import { addBoards, preferring, readBoards } from '../add-boards'
import { agreeToMix } from '../agree-to-mix'
import { leftOutOf, readStarterList, waitingFor } from '../starter-list'
import { boardsAction, openBoardsDatabase } from './action'

export const add = boardsAction({
  name: 'add',
  usage: [
    'add [--rejects FILE] [--prefer BOARD] [--into-sample] [SYSTEM] FILE|-|ADDRESS...',
    'add --starter [--system SYSTEM,...] [--limit N] [--country CA|US]',
  ],
  help: `add     adds boards by the addresses of their career pages, by SOURCE/SLUG (careerpage/HOST
        for an employer's own site), or from lists. The address of a board on an employer's
        own host does not show its system: put the SYSTEM before it, or before a list
        (add recruitee https://jobs.acme.example), and names can be added then
        (add greenhouse acme; add workday "acme|wd5|External"). A list is a FILE, or standard
        input (-): CSV with a header, NDJSON, a JSON array, {"ats": {SYSTEM: [SLUG, ...]}},
        or an address or name a line. Its members: address (or careers_url, board_url, url),
        or source (or ats, platform) and slug (or token); optionally organization (or
        company, name), country (CA or US, of places that name none), settings. Refused
        records are counted by reason; --rejects writes them to FILE as NDJSON.
        --prefer gives the boards the setting prefer=BOARD, which leaves out their postings
        that BOARD has; --prefer none leaves out none; --prefer auto removes the setting, so
        that the addresses of the postings tell whether there is such a BOARD
        --into-sample adds boards to a catalogue of sample jobs without asking
        --starter adds the boards of examples/boards on systems that are read: first those
        of North America, last those of Europe; in each group the systems take turns.
        --system and --limit add only some of them. The list names no countries: --country
        leaves out the systems that serve only the other one (CA: paycom and paylocity).
        Boards on systems that are off are left out unless --system names their system`,
  options: {
    rejects: { type: 'string' },
    prefer: { type: 'string' },
    'into-sample': { type: 'boolean', default: false },
    starter: { type: 'boolean', default: false },
    system: { type: 'string' },
    limit: { type: 'string' },
    country: { type: 'string' },
  },
  count: ({ starter }) => (starter ? [0, 0] : [1, 1000]),
  async run({
    names,
    values: { rejects, prefer, starter, 'into-sample': intoSample, ...part },
    shutdown,
  }) {
    if (!starter && Object.values(part).some((value) => value !== undefined)) {
      throw new CommandError('--system, --limit and --country need --starter')
    }
    if (starter && prefer !== undefined)
      throw new CommandError('--prefer is for boards that are named')
    const boards = starter
      ? await readStarterList(part, SYSTEMS)
      : preferring(await readBoards(names), prefer)
    if (part.country !== undefined) printMessage(leftOutOf(part.country))
    if (starter && part.system === undefined) (await waitingFor(SYSTEMS)).forEach(printMessage)
    const database = await openBoardsDatabase(shutdown)
    await agreeToMix(database, intoSample)
    await addBoards(database, boards, rejects)
  },
})
