import type { Endpoint } from '../http/endpoint'
import { activeAts } from './active-ats'
import { activeAtsCount } from './active-ats-count'
import { changes } from './changes'
import { expiredAts } from './expired-ats'
import { job } from './job'
import { modifiedAts } from './modified-ats'
import type { Services } from './services'

/** The table of contents of the interface. */
export const endpoints: readonly Endpoint<Services>[] = [
  activeAts,
  activeAtsCount,
  modifiedAts,
  expiredAts,
  job,
  changes,
]
