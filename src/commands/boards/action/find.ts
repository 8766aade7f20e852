import { findBoardsOf } from '../find-boards'
import { boardsAction } from './action'

export const find = boardsAction({
  name: 'find',
  usage: ['find [--add] [--results FILE] DOMAIN|FILE...'],
  help: `find    finds the boards of employers from their sites (acme.com), or from a FILE with a
        site a line: on the home page, the pages for careers that it links to, those at
        usual addresses, where they redirect to, and last on pages that its sitemaps name;
        at most twelve requests a site, as its robots.txt allows, and five minutes with the
        boards that it names. Says how each board was found, what it lists, and how many of
        these postings are in Canada and the United States. A board on which nothing names
        the employer, or beyond the limits of a site, is unsure. --add adds the boards that
        have any, and asks about unsure ones at a terminal. --results appends a line of JSON
        a site to FILE; the sites that FILE has are not asked again. Needs COLLECT_CONTACT`,
  options: {
    add: { type: 'boolean', default: false },
    results: { type: 'string' },
  },
  count: () => [1, 1000],
  run: async ({ names, values, shutdown }) =>
    await findBoardsOf(names, { add: values.add, results: values.results }, shutdown),
})
