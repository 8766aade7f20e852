import type { Endpoint } from '../http/endpoint'
import { activeAts } from './active-ats'
import { activeAtsCount } from './active-ats-count'
import { atsOrganizations } from './ats-organizations'
import { changes } from './changes'
import { expiredAts } from './expired-ats'
import { job } from './job'
import { jobs } from './jobs'
import { modifiedAts } from './modified-ats'
import type { Services } from './services'
import { stats } from './stats'

/** The table of contents of the interface. */
export const endpoints: readonly Endpoint<Services>[] = [
  activeAts,
  activeAtsCount,
  modifiedAts,
  expiredAts,
  atsOrganizations,
  jobs,
  job,
  changes,
  stats,
]
