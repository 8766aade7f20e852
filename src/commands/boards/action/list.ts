import { openCatalogue } from '../../catalogue/catalogue'
import { CommandError } from '../../terminal/command'
import { printMessage } from '../../terminal/output'
import { listTheBoards } from '../list-boards'
import { listDuplicates } from '../list-duplicates'
import { boardsAction } from './action'

export const list = boardsAction({
  name: 'list',
  usage: ['list [--no-postings | --duplicates]'],
  help: `list    lists the boards: state, last success, postings, next collection, what is wrong, the
        other boards that their postings belong to, and boards with the same postings.
        Standard error has each issue, how many boards have it, and what to do about it.
        --no-postings lists the boards that had no posting in Canada or the United States in
        three lists or more; they are asked once a week, later once a month. --duplicates
        lists pairs of boards with equal postings, what each has, and how to avoid duplicates`,
  options: {
    'no-postings': { type: 'boolean', default: false },
    duplicates: { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { 'no-postings': noPostings, duplicates }, shutdown }) {
    if (duplicates && noPostings) throw new CommandError('expected --no-postings or --duplicates')
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    if (duplicates) await listDuplicates(database)
    else await listTheBoards(database, noPostings)
  },
})
