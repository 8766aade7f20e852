import { checkBoards } from '../check-boards'
import { boardsAction } from './action'

export const check = boardsAction({
  name: 'check',
  usage: ['check [--results FILE] [BOARD...]'],
  help: `check   asks each board that may have moved, or the BOARDs, for the beginning of its list:
        those that are dead, that their systems do not know, and that fail for days. Where one
        does not answer, finds the boards of its employer as find does, from the domain of its
        own host or in its jobs, and prints the commands to take what is found. Changes
        nothing. --results as with find. Needs COLLECT_CONTACT`,
  options: { results: { type: 'string' } },
  count: () => [0, 1000],
  run: async ({ names, values, shutdown }) => await checkBoards(names, values.results, shutdown),
})
