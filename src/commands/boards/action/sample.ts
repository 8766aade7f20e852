import { sampleBoards } from '../sample-boards'
import { boardsAction } from './action'

export const sample = boardsAction({
  name: 'sample',
  usage: ['sample [--json] SYSTEM'],
  help: `sample  asks five boards of a system for their lists and ten postings each, and prints what share
        of these postings has each field, beside the recorded answers with which the system
        was tested: all, some or none of their postings have it. Says which boards could
        not be read and why. At most twenty requests and two minutes a board; writes nothing.
        --json: a line of JSON. Needs COLLECT_CONTACT`,
  options: { json: { type: 'boolean', default: false } },
  count: () => [1, 1],
  run: async ({ names: [name = ''], values: { json }, shutdown }) =>
    await sampleBoards(name, { json, shutdown }),
})
