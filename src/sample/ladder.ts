import type { Family, Occupation } from './family'
import { type Random, runningSums } from './random'

/** A rung of seniority: how titles say it, what it does to pay, and the years of experience asked for. */
export interface Rung {
  share: number
  /** Before an English title, and after one. */
  before: string
  after: string
  /** After a French title. */
  french: string
  pay: number
  years: readonly [number, number]
}

/** The rung of a posting. Titles that name a rank already, and families without ladders, have none. */
export function pickRung(family: Family, occupation: Occupation, random: Random): Rung {
  const ladder = LADDERS[family.ladder]
  const draw = random.pickWeighted(ladder.rungs, ladder.sums)
  return RANKED.test(occupation[0]) ? PLAIN : draw
}

const RANKED =
  /Manager|Director|Intern|Student|Chief|VP|Controller|Lead|Officer|Supervisor|Superintendent|Executive|Counsel|Recept|Clerk|Assistant|Staff|Labo|Owner|Teller|Help Desk|Representative|Technologist/

const rung = (
  share: number,
  before: string,
  after: string,
  french: string,
  pay: number,
  years: readonly [number, number],
): Rung => ({ share, before, after, french, pay, years })

const PLAIN = rung(10, '', '', '', 1, [1, 4])

const ladder = (rungs: readonly Rung[]) => ({
  rungs,
  sums: runningSums(rungs.map(({ share }) => share)),
})

const LADDERS = {
  none: ladder([PLAIN]),
  office: ladder([
    PLAIN,
    rung(4, 'Senior', '', ' principal(e)', 1.22, [5, 8]),
    rung(1, 'Sr.', '', ' sénior', 1.22, [5, 8]),
    rung(1.2, 'Junior', '', ' junior', 0.8, [1, 2]),
    rung(0.8, '', 'II', ' II', 1.08, [3, 5]),
    rung(0.6, 'Lead', '', ' – chef d’équipe', 1.3, [6, 9]),
    rung(0.5, 'Intermediate', '', ' intermédiaire', 1.05, [3, 5]),
  ]),
  trade: ladder([
    PLAIN,
    rung(1.4, 'Lead', '', ' – chef d’équipe', 1.14, [6, 10]),
    rung(1.4, 'Apprentice', '', ', apprenti(e)', 0.72, [1, 2]),
    rung(1.2, 'Journeyperson', '', ', compagnon', 1.05, [4, 6]),
  ]),
  tech: ladder([
    PLAIN,
    rung(6, 'Senior', '', ' sénior', 1.24, [5, 8]),
    rung(1.2, 'Sr.', '', ' sénior', 1.24, [5, 8]),
    rung(1.3, 'Staff', '', ' principal(e)', 1.48, [8, 12]),
    rung(0.9, 'Lead', '', ' – chef d’équipe', 1.4, [7, 10]),
    rung(0.6, 'Senior/Lead', '', ' sénior', 1.34, [6, 9]),
    rung(0.7, 'Principal', '', ' émérite', 1.62, [10, 14]),
    rung(1.2, 'Junior', '', ' junior', 0.74, [1, 2]),
    rung(1.2, 'Intermediate', '', ' intermédiaire', 1, [3, 5]),
    rung(0.8, '', 'III', ' III', 1.16, [4, 6]),
  ]),
}
