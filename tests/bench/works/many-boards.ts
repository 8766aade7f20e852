import type { Work } from '../bench'
import {
  collectFigures,
  collectTable,
  collectThrice,
  measureBoards,
  memoryClaim,
} from '../measure/collecting'
import { SMALL_LISTS } from '../servers/board-files'

/** On 20,000 boards. */
const MAX_POSTINGS = 300_000

export const manyBoards: Work = {
  name: 'many-boards',
  about: 'collect: 20,000 boards of a local server with 15 postings each, new and unchanged',
  isSelfContained: true,
  async run(bench) {
    const measured = await measureBoards(bench, SMALL_LISTS, MAX_POSTINGS, collectThrice)
    return {
      tables: [collectTable('small lists', measured)],
      figures: collectFigures('many boards', measured),
      claims: [memoryClaim(`memory, ${measured.boards} boards`, [measured.costs])],
    }
  },
}
