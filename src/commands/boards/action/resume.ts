import type { Database } from '../../../catalogue/database/client/connection'
import { liftBlocks } from '../../../collect/health/blocked'
import { acceptShare } from '../../../collect/health/suspects'
import { printLine } from '../../terminal/output'
import { requireSystem } from '../require-system'
import { setState } from '../set-state'
import { boardsAction, openBoardsDatabase } from './action'

export const resume = boardsAction({
  name: 'resume',
  usage: ['resume BOARD', 'resume --source SOURCE'],
  help: `resume  collects a board again, also a dead one, and accepts a new name of its employer;
        with --source it asks a blocked system, and the hosts of employers on it, again. A
        suspect system is no longer suspect: the share of its boards that are understood now
        is the usual one from then on`,
  options: { source: { type: 'string' } },
  count: ({ source }) => (source === undefined ? [1, 1] : [0, 0]),
  async run({ names: [name = ''], values: { source }, shutdown }) {
    const database = await openBoardsDatabase(shutdown)
    if (source === undefined) await setState(database, name, 'active')
    else await unblock(database, source)
  },
})

async function unblock(database: Database, name: string): Promise<void> {
  const source = requireSystem('source', name)
  const count = await liftBlocks(database, source, new Date())
  const wasSuspect = await acceptShare(database, source)
  if (count > 0) printLine(`${source} is asked again`)
  if (wasSuspect) printLine(`${source} is no longer suspect`)
  if (count === 0 && !wasSuspect) printLine(`${source} is neither blocked nor suspect`)
}
