import { EMPLOYMENT_TYPES, type EmploymentType } from './vocabulary'

/** Words and phrases of labels; longer phrases first. `undefined`: says nothing about the type. */
const PHRASES: readonly (readonly [string, EmploymentType | undefined])[] = [
  ['contract to hire', 'CONTRACTOR'],
  ['fixed term contract', 'TEMPORARY'],
  ['temporary contract', 'TEMPORARY'],
  ['contract temp', 'TEMPORARY'],
  ['independent contractor', 'CONTRACTOR'],
  ['fixed term', 'TEMPORARY'],
  ['limited term', 'TEMPORARY'],
  ['contrat a duree determinee', 'TEMPORARY'],
  ['contrat a duree indeterminee', undefined],
  ['duree determinee', 'TEMPORARY'],
  ['duree indeterminee', undefined],
  ['full time', 'FULL_TIME'],
  ['part time', 'PART_TIME'],
  ['per diem', 'PER_DIEM'],
  ['co op', 'INTERN'],
  ['non exempt', undefined],
  ['temps plein', 'FULL_TIME'],
  ['temps complet', 'FULL_TIME'],
  ['temps partiel', 'PART_TIME'],
  ['fulltime', 'FULL_TIME'],
  ['full', 'FULL_TIME'],
  ['ft', 'FULL_TIME'],
  ['vollzeit', 'FULL_TIME'],
  ['parttime', 'PART_TIME'],
  ['part', 'PART_TIME'],
  ['pt', 'PART_TIME'],
  ['teilzeit', 'PART_TIME'],
  ['contract', 'CONTRACTOR'],
  ['contractor', 'CONTRACTOR'],
  ['contrat', 'CONTRACTOR'],
  ['contractuel', 'CONTRACTOR'],
  ['freelance', 'CONTRACTOR'],
  ['freelancer', 'CONTRACTOR'],
  ['1099', 'CONTRACTOR'],
  ['temporary', 'TEMPORARY'],
  ['temporaire', 'TEMPORARY'],
  ['temp', 'TEMPORARY'],
  ['seasonal', 'TEMPORARY'],
  ['intern', 'INTERN'],
  ['interns', 'INTERN'],
  ['internship', 'INTERN'],
  ['coop', 'INTERN'],
  ['stage', 'INTERN'],
  ['stagiaire', 'INTERN'],
  ['volunteer', 'VOLUNTEER'],
  ['benevole', 'VOLUNTEER'],
  ['prn', 'PER_DIEM'],
  ['permanent', undefined],
  ['permanente', undefined],
  ['regular', undefined],
  ['regulier', undefined],
  ['reguliere', undefined],
  ['casual', undefined],
  ['occasionnel', undefined],
  ['position', undefined],
  ['poste', undefined],
  ['emploi', undefined],
  ['employee', undefined],
  ['job', undefined],
  ['jobs', undefined],
  ['available', undefined],
  ['employment', undefined],
  ['exempt', undefined],
  ['salaried', undefined],
  ['salary', undefined],
  ['hourly', undefined],
  ['and', undefined],
  ['or', undefined],
  ['et', undefined],
  ['ou', undefined],
  ['und', undefined],
  ['a', undefined],
]

/** A longer text describes the job. */
const MAX_LABEL_LENGTH = 500

/**
 * The types that a label such as `Full-time`, `FullTime` or `SALARIED_FT` names, in a fixed order. Undefined when a word
 * is unknown or no type is named: `Regular` and `permanent` say nothing about hours.
 */
export function employmentTypes(label: unknown): EmploymentType[] | undefined {
  if (typeof label !== 'string' || label.length > MAX_LABEL_LENGTH) return undefined
  const types = new Set<EmploymentType>()
  let rest = words(label)
  while (rest !== '') {
    const found = PHRASES.find(([phrase]) => `${rest} `.startsWith(`${phrase} `))
    if (found === undefined) return undefined
    if (found[1] !== undefined) types.add(found[1])
    rest = rest.slice(found[0].length).trimStart()
  }
  return types.size > 0 ? EMPLOYMENT_TYPES.filter((type) => types.has(type)) : undefined
}

function words(label: string): string {
  return label
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
