import type { System } from '../system'
import { ashby } from './ashby'
import { bamboohr } from './bamboohr'
import { breezy } from './breezy'
import { greenhouse } from './greenhouse'
import { icims } from './icims'
import { jibe } from './jibe'
import { lever } from './lever'
import { oracle } from './oracle'
import { personio } from './personio'
import { pinpoint } from './pinpoint'
import { recruitee } from './recruitee'
import { rippling } from './rippling'
import { smartrecruiters } from './smartrecruiters'
import { taleo } from './taleo'
import { teamtailor } from './teamtailor'
import { ultipro } from './ultipro'
import { workable } from './workable'
import { workday } from './workday'

/** The systems whose boards can be collected, by name. */
export const SYSTEMS: System[] = [
  ashby,
  bamboohr,
  breezy,
  greenhouse,
  icims,
  jibe,
  lever,
  oracle,
  personio,
  pinpoint,
  recruitee,
  rippling,
  smartrecruiters,
  taleo,
  teamtailor,
  ultipro,
  workable,
  workday,
]

/** Those that are on: some are off until the operator sets `optIn.setting`. */
export function systemsInUse(settings: ReadonlySet<string>): System[] {
  return SYSTEMS.filter(({ optIn }) => optIn === undefined || settings.has(optIn.setting))
}
