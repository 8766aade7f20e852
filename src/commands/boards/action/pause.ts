import { setState } from '../set-state'
import { boardsAction, openBoardsDatabase } from './action'

export const pause = boardsAction({
  name: 'pause',
  usage: ['pause BOARD'],
  help: 'pause   stops collecting a board until it is resumed',
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    await setState(await openBoardsDatabase(shutdown), name, 'paused')
  },
})
