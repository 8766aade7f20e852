import type { System } from '../system'
import { adp } from './adp'
import { adpmyjobs } from './adpmyjobs'
import { applitrack } from './applitrack'
import { apploi } from './apploi'
import { ashby } from './ashby'
import { avature } from './avature'
import { bamboohr } from './bamboohr'
import { brassring } from './brassring'
import { breezy } from './breezy'
import { careerpage } from './careerpage'
import { careerplug } from './careerplug'
import { clearcompany } from './clearcompany'
import { comeet } from './comeet'
import { cornerstone } from './cornerstone'
import { crelate } from './crelate'
import { dayforce } from './dayforce'
import { eightfold } from './eightfold'
import { gem } from './gem'
import { greenhouse } from './greenhouse'
import { hireology } from './hireology'
import { hiringthing } from './hiringthing'
import { icims } from './icims'
import { isolved } from './isolved'
import { jazzhr } from './jazzhr'
import { jibe } from './jibe'
import { jobscore } from './jobscore'
import { jobvite } from './jobvite'
import { lever } from './lever'
import { neogov } from './neogov'
import { oracle } from './oracle'
import { pageup } from './pageup'
import { paycom } from './paycom'
import { paycor } from './paycor'
import { paylocity } from './paylocity'
import { peopleadmin } from './peopleadmin'
import { personio } from './personio'
import { phenom } from './phenom'
import { pinpoint } from './pinpoint'
import { radancy } from './radancy'
import { recruitee } from './recruitee'
import { recruiterbox } from './recruiterbox'
import { rippling } from './rippling'
import { smartrecruiters } from './smartrecruiters'
import { successfactors } from './successfactors'
import { taleo } from './taleo'
import { teamtailor } from './teamtailor'
import { ukgready } from './ukgready'
import { ultipro } from './ultipro'
import { usajobs } from './usajobs'
import { workable } from './workable'
import { workday } from './workday'
import { zohorecruit } from './zohorecruit'

/** The systems whose boards can be collected, by name. */
export const SYSTEMS: readonly System[] = [
  adp,
  adpmyjobs,
  applitrack,
  apploi,
  ashby,
  avature,
  bamboohr,
  brassring,
  breezy,
  careerpage,
  careerplug,
  clearcompany,
  comeet,
  cornerstone,
  crelate,
  dayforce,
  eightfold,
  gem,
  greenhouse,
  hireology,
  hiringthing,
  icims,
  isolved,
  jazzhr,
  jibe,
  jobscore,
  jobvite,
  lever,
  neogov,
  oracle,
  pageup,
  paycom,
  paycor,
  paylocity,
  peopleadmin,
  personio,
  phenom,
  pinpoint,
  radancy,
  recruitee,
  recruiterbox,
  rippling,
  smartrecruiters,
  successfactors,
  taleo,
  teamtailor,
  ukgready,
  ultipro,
  usajobs,
  workable,
  workday,
  zohorecruit,
]

/** What of the operator's settings systems need. */
export interface SystemSettings {
  /** The settings that turn on systems which are off otherwise. */
  collectOptIns: readonly string[]
  /** Keys for systems, by the names of their settings. */
  collectKeys: Readonly<Record<string, string>>
  collectContact?: string | undefined
}

/** Those that are on: some are off until the operator sets `optIn.setting`. Where there is a key, it is used. */
export function systemsInUse(settings: SystemSettings): System[] {
  const { collectOptIns, collectKeys, collectContact = '' } = settings
  return SYSTEMS.filter(
    ({ optIn }) => optIn === undefined || collectOptIns.includes(optIn.setting),
  ).map((system) => {
    const { withKey } = system
    const key = withKey && collectKeys[withKey.setting]
    return key === undefined ? system : { ...system, ...withKey?.read(key, collectContact) }
  })
}
