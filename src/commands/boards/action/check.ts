import { checkBoards } from '../check-boards'
import { boardsAction } from './action'

export const check = boardsAction({
  name: 'check',
  usage: ['check [--results FILE] [BOARD...]'],
  help: `check   asks boards for the beginning of their lists: the BOARDs, or else those that are dead,
        that their systems do not know, or that have failed for days. If a board does not
        answer, looks for the boards of its employer as find does, from the domain of its
        own host or in its jobs, and prints the commands that switch to them. Changes
        nothing. --results as with find. Needs COLLECT_CONTACT`,
  options: { results: { type: 'string' } },
  count: () => [0, 1000],
  run: async ({ names, values, shutdown }) => await checkBoards(names, values.results, shutdown),
})
