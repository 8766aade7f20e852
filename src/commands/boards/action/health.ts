import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import { readSources } from '../board-choice'
import { printHealth, printHealthAsJson } from '../show-health'
import { boardsAction } from './action'

export const health = boardsAction({
  name: 'health',
  usage: ['health [--source SYSTEM,...] [--json]'],
  help: `health  shows each system: its boards by state; of the boards asked within the last day that
        worked before, the share that answers and is understood, beside that of the last seven
        days; postings now and on average of these days; entries that cannot be read, lists
        that are not complete, requests of today (UTC) by status, and how long half and 95%
        of the answers take. Those that are suspect or blocked are first, and standard error
        says why. --source: these systems; --json: a line of JSON a system`,
  options: {
    source: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { source, json }, shutdown }) {
    const sources = readSources(source)
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    if (json) await printHealthAsJson(database, sources)
    else await printHealth(database, sources)
  },
})
