import { BOARD_STATES } from '../../../collect/board/board-state'
import { listBoards } from '../../../collect/board/boards'
import { CommandError } from '../../terminal/command'
import { readChoice } from '../board-choice'
import { listBoardSystems, listTheBoards, MAX_LISTED, printBoardsAsJson } from '../list-boards'
import { listDuplicates } from '../list-duplicates'
import { boardsAction, openBoardsDatabase } from './action'

export const list = boardsAction({
  name: 'list',
  usage: [
    'list [--source SYSTEM,...] [--state STATE,...] [--no-postings] [--all] [--json]',
    'list --duplicates',
  ],
  help: `list    lists the boards: state, last success, postings, next collection, what is wrong,
        the other boards that its postings belong to, and those that have the same
        postings. --source: those of systems; --state: those in states, of
        ${BOARD_STATES.join(', ')};
        --no-postings: those without a posting in Canada or the United States in
        three lists or more, which are asked once a week, later once a month. Of more than
        ${MAX_LISTED} boards without such an option, it prints how many each system has in each
        state; --all prints each board. --json prints each board as a line of JSON. --duplicates:
        pairs of boards with equal postings, what each of both has, and how to avoid
        duplicates. Standard error has the issues, on how many boards each is, and what
        to do about it`,
  options: {
    source: { type: 'string' },
    state: { type: 'string' },
    'no-postings': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    duplicates: { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { source, state, 'no-postings': noPostings, ...values }, shutdown }) {
    const { all, json, duplicates } = values
    const isPart = source !== undefined || state !== undefined || noPostings
    if (duplicates && (isPart || all || json)) {
      throw new CommandError('expected --duplicates alone')
    }
    if (all && isPart)
      throw new CommandError('--all lists every board; leave out the other options')
    const choice = readChoice(source, state, noPostings)
    const database = await openBoardsDatabase(shutdown)
    if (duplicates) return await listDuplicates(database)
    if (json) return await printBoardsAsJson(database, choice)
    const boards = isPart || all ? [] : await listBoards(database)
    if (boards.length > MAX_LISTED) await listBoardSystems(database, boards)
    else await listTheBoards(database, choice)
  },
})
