import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import { requireBoard } from '../require-board'
import { showBoard } from '../show-board'
import { boardsAction } from './action'

export const show = boardsAction({
  name: 'show',
  usage: ['show BOARD'],
  help: 'show    shows a board, and which of its postings were skipped and why',
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    await showBoard(database, await requireBoard(database, name))
  },
})
