import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import { pruneBoards } from '../prune-boards'
import { boardsAction } from './action'

export const prune = boardsAction({
  name: 'prune',
  usage: ['prune [--dead] [--dry-run]'],
  help: `prune   removes the boards that list --no-postings shows; with --dead, those that never answered
        and have been dead for a month; --dry-run only names them`,
  options: {
    dead: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { dead, 'dry-run': isDryRun }, shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    await pruneBoards(database, { dead, isDryRun })
  },
})
