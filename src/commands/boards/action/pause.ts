import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import { setState } from '../set-state'
import { boardsAction } from './action'

export const pause = boardsAction({
  name: 'pause',
  usage: ['pause BOARD'],
  help: 'pause   stops collecting a board until it is resumed',
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    await setState(database, name, 'paused')
  },
})
