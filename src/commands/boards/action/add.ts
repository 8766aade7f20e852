import { SYSTEMS } from '../../../collect/systems/index'
import { openCatalogue } from '../../catalogue/catalogue'
import { CommandError } from '../../terminal/command'
import { printMessage } from '../../terminal/output'
import { addBoards, preferring, readBoards } from '../add-boards'
import { agreeToMix } from '../agree-to-mix'
import { leftOutOf, readStarterList } from '../starter-list'
import { boardsAction } from './action'

export const add = boardsAction({
  name: 'add',
  usage: [
    'add [--rejects FILE] [--prefer BOARD] [--into-sample] [SYSTEM] FILE|-|ADDRESS...',
    'add --starter [--system SYSTEM,...] [--limit N] [--country CA|US]',
  ],
  help: `add     adds boards by the addresses of their career pages, by SOURCE/SLUG (careerpage/HOST
        for an employer's own site), or from lists. A SYSTEM before addresses and lists is
        that of boards on employers' own hosts, which cannot be read from the address
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
        leaves out the systems that serve the other one alone (CA: paycom and paylocity)`,
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
      throw new CommandError('--system, --limit and --country take part of boards add --starter')
    }
    if (starter && prefer !== undefined)
      throw new CommandError('--prefer is for boards that are named')
    const boards = starter
      ? await readStarterList(part, SYSTEMS)
      : preferring(await readBoards(names), prefer)
    if (part.country !== undefined) printMessage(leftOutOf(part.country))
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    await agreeToMix(database, intoSample)
    await addBoards(database, boards, rejects)
  },
})
