import { setState } from '../set-state'
import { boardsAction, openBoardsDatabase } from './action'

export const remove = boardsAction({
  name: 'remove',
  usage: ['remove BOARD'],
  help: `remove  stops collecting a board; its jobs stay in the catalogue until they are expired:
        bun run import /dev/null --board BOARD`,
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    await setState(await openBoardsDatabase(shutdown), name, 'removed')
  },
})
