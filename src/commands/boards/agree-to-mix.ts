import type { Database } from '../../catalogue/database/client/connection'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { findSampleState } from '../catalogue/sample-state'
import { CommandError } from '../terminal/command'

/**
 * Throws unless the first boards of a sample catalogue may be added: the jobs of the boards would be mixed with the sample.
 * Asks at a terminal, unless `isAgreed`.
 */
export async function agreeToMix(database: Database, isAgreed: boolean): Promise<void> {
  if (isAgreed || (await database.db.$count(collectorBoards)) > 0) return
  const { hasSample } = await findSampleState(database)
  if (!hasSample) return
  const question = 'the catalogue has sample jobs; add boards, whose real jobs are mixed with them?'
  if (process.stdin.isTTY === true && confirm(question)) return
  throw new CommandError(
    'the catalogue has sample jobs, and nothing was added; use another DATA_DIR or database, or --into-sample to mix real jobs with them',
  )
}
