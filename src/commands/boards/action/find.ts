import { findBoardsOf } from '../find-boards'
import { boardsAction } from './action'

export const find = boardsAction({
  name: 'find',
  usage: ['find [--add [--into-sample]] [--results FILE] DOMAIN|FILE...'],
  help: `find    finds the boards of employers from their sites (acme.com), or from a FILE with one
        site a line. It reads the home page, the career pages that it links to, those at the
        usual addresses, the pages that these redirect to, and last pages that the sitemaps
        name: at most twelve requests a site, as its robots.txt allows, and five minutes with
        the boards that it names. Says how each board was found, what it lists, and how many
        of its postings are in Canada and the United States. A board is unsure if nothing on
        it names the employer, or if it is beyond the limits of a site. --add adds the boards
        that have such postings, and asks about unsure ones at a terminal; with --into-sample
        to a catalogue of sample jobs without asking. --results appends a line of JSON for
        each site to FILE, and skips the sites that FILE has. Needs COLLECT_CONTACT`,
  options: {
    add: { type: 'boolean', default: false },
    'into-sample': { type: 'boolean', default: false },
    results: { type: 'string' },
  },
  count: () => [1, 1000],
  run: async ({ names, values: { add, results, 'into-sample': intoSample }, shutdown }) =>
    await findBoardsOf(names, { add, results, intoSample }, shutdown),
})
