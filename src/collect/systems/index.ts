import type { System } from '../system'
import { ashby } from './ashby'
import { bamboohr } from './bamboohr'
import { breezy } from './breezy'
import { careerpage } from './careerpage'
import { greenhouse } from './greenhouse'
import { lever } from './lever'
import { personio } from './personio'
import { pinpoint } from './pinpoint'
import { recruitee } from './recruitee'
import { rippling } from './rippling'
import { smartrecruiters } from './smartrecruiters'
import { teamtailor } from './teamtailor'
import { workable } from './workable'

/** The systems whose boards can be collected, by name. */
export const SYSTEMS: System[] = [
  ashby,
  bamboohr,
  breezy,
  careerpage,
  greenhouse,
  lever,
  personio,
  pinpoint,
  recruitee,
  rippling,
  smartrecruiters,
  teamtailor,
  workable,
]

/** Those that are on: some are off until the operator sets `optIn.setting`. */
export function systemsInUse(settings: ReadonlySet<string>): System[] {
  return SYSTEMS.filter(({ optIn }) => optIn === undefined || settings.has(optIn.setting))
}
