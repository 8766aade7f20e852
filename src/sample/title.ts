import type { EmploymentType } from '../values/vocabulary'
import type { Draft, Shift } from './draft'
import { Random } from './random'
import { STREAMS } from './streams'

/** The title as published: seniority, occupation, area, and what employers like to add in brackets. */
export function writeTitle(draft: Draft, seed: number): string {
  const random = new Random(seed, STREAMS.title, draft.index)
  const base = draft.language === 'fr' ? frenchName(draft) : englishName(draft)
  const separator = SEPARATORS[draft.employer.number % SEPARATORS.length] ?? ' - '
  const hasRoom = !/ - | \/ |\(iOS|–/.test(base)
  const isNew = draft.area !== undefined && !base.includes(draft.area)
  let title = random.chance(0.5) && hasRoom && isNew ? `${base}${separator}${draft.area}` : base
  const place = draft.places[0]
  if (place !== undefined && random.chance(0.06)) {
    title += draft.language === 'fr' ? ` – ${place.city}` : ` - ${place.city}, ${place.region}`
  }
  const added = additions(draft, random)
  if (added.length > 0) title += ` (${added.join(', ')})`
  if (draft.titleEnding !== undefined) title += endings(draft)[draft.titleEnding] ?? ''
  return random.chance(0.012) && draft.language === 'en' ? title.toUpperCase() : title
}

/** What can be added to a title later; `titleEnding` counts in this list. */
export function endings(draft: Draft): readonly string[] {
  return draft.language === 'fr' ? FRENCH_ENDINGS : ENGLISH_ENDINGS
}

/** The bare name of the job, as sentences use it. */
export function roleName({ language, occupation }: Draft): string {
  return language === 'fr' ? occupation[1] : occupation[0]
}

function englishName({ rung, occupation }: Draft): string {
  return [rung.before, occupation[0], rung.after].filter((part) => part !== '').join(' ')
}

function frenchName({ rung, occupation }: Draft): string {
  return occupation[1] + rung.french
}

function additions(draft: Draft, random: Random): string[] {
  const words = WORDS[draft.language]
  const added: string[] = []
  const { employment, arrangement, shift } = draft
  if (!/Seasonal|Substitute|Volunteer|Intern|Student/.test(draft.occupation[0])) {
    const likely = employment === 'FULL_TIME' ? 0.1 : 0.45
    if (random.chance(likely)) added.push(random.pick(words.employment[employment]))
  }
  if (shift !== undefined && random.chance(0.4)) added.push(words.shift[shift])
  if (arrangement === 'remote' && random.chance(0.45)) added.push(words.remote)
  if (arrangement === 'hybrid' && random.chance(0.12)) added.push(words.hybrid)
  return added
}

const SEPARATORS = [' - ', ', ', ' – ', ' - ', ', ', ' | ']
const ENGLISH_ENDINGS = [' - Hiring Now', ' - Start Immediately', ' - Signing Bonus']
const FRENCH_ENDINGS = [' – Entrée en fonction immédiate', ' – Prime à la signature', ' – Urgent']

interface Words {
  employment: Readonly<Record<EmploymentType, readonly string[]>>
  shift: Readonly<Record<Shift, string>>
  remote: string
  hybrid: string
}

const WORDS: Readonly<Record<'en' | 'fr', Words>> = {
  en: {
    employment: {
      FULL_TIME: ['Full-Time', 'Full Time', 'Permanent', 'Permanent Full-Time'],
      PART_TIME: ['Part-Time', 'Part Time', 'Permanent Part-Time'],
      CONTRACTOR: ['Contract', '6-Month Contract', '12-Month Contract'],
      TEMPORARY: ['Temporary', '12-Month Term', 'Seasonal', 'Leave Replacement'],
      INTERN: ['Internship', 'Co-op'],
      VOLUNTEER: ['Volunteer'],
      PER_DIEM: ['Per Diem', 'Casual', 'On-Call'],
    },
    shift: {
      days: 'Days',
      evenings: 'Evenings',
      nights: 'Nights',
      weekends: 'Weekends',
      rotating: 'Rotating Shifts',
    },
    remote: 'Remote',
    hybrid: 'Hybrid',
  },
  fr: {
    employment: {
      FULL_TIME: ['temps plein', 'permanent', 'temps plein, permanent'],
      PART_TIME: ['temps partiel', 'temps partiel, permanent'],
      CONTRACTOR: ['contrat', 'contrat de 6 mois', 'contractuel'],
      TEMPORARY: ['temporaire', 'remplacement 12 mois', 'congé de maternité'],
      INTERN: ['stage'],
      VOLUNTEER: ['bénévolat'],
      PER_DIEM: ['liste de rappel', 'sur appel'],
    },
    shift: {
      days: 'jour',
      evenings: 'soir',
      nights: 'nuit',
      weekends: 'fin de semaine',
      rotating: 'rotation',
    },
    remote: 'télétravail',
    hybrid: 'hybride',
  },
}
