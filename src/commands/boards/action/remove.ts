import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import { setState } from '../set-state'
import { boardsAction } from './action'

export const remove = boardsAction({
  name: 'remove',
  usage: ['remove BOARD'],
  help: `remove  stops collecting a board; its jobs stay in the catalogue until they are expired:
        bun run import /dev/null --board BOARD`,
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    await setState(database, name, 'removed')
  },
})
