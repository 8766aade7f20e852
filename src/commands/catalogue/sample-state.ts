import type { Database } from '../../catalogue/database/client/connection'
import { findOutermostHeads, hasHeadWithout } from '../../catalogue/database/queries/find-job'
import { samples } from '../../catalogue/database/schema/single-rows'

/** Matches the address of every sample posting, and of no real one. */
const SAMPLE_ADDRESS = '"url":"https://[^/"]+[.]example/'

/** Whether a job is not of a sample. Reads every job of a whole sample. */
export async function hasOtherJobs(database: Database): Promise<boolean> {
  return await hasHeadWithout(database, SAMPLE_ADDRESS)
}

/** What a catalogue has of a sample. */
export interface SampleState {
  hasSample: boolean
  /** Whether it has real jobs too. */
  isMixed: boolean
  /** Whether the command that writes the sample was interrupted. */
  isUnfinished: boolean
}

/** Reads the oldest and the newest job only, so that a large catalogue is served at once. */
export async function findSampleState(database: Database): Promise<SampleState> {
  const [sample] = await database.db.select({ finishedAt: samples.finishedAt }).from(samples)
  // Addresses alone say nothing: people try an import with such addresses too.
  if (sample === undefined) return { hasSample: false, isMixed: false, isUnfinished: false }
  const heads = await findOutermostHeads(database)
  const isOfSample = new RegExp(SAMPLE_ADDRESS)
  return {
    hasSample: true,
    isMixed: heads.some((head) => !isOfSample.test(head)),
    isUnfinished: sample.finishedAt === null,
  }
}

/** What an operator should know of a sample in a catalogue that is served; undefined when it has none, or nothing else. */
export async function sampleWarning(database: Database): Promise<string | undefined> {
  const { isMixed, isUnfinished } = await findSampleState(database)
  if (isMixed) {
    return 'warning: the catalogue has sample jobs and real ones; for real jobs alone, use another DATA_DIR or database'
  }
  return isUnfinished
    ? 'warning: the sample was interrupted, so only a part of it is served; to finish it, run: bun run demo'
    : undefined
}
