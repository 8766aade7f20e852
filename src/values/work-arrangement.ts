import type { WORK_ARRANGEMENTS } from './vocabulary'

export type WorkArrangement = (typeof WORK_ARRANGEMENTS)[number]

/** What systems and texts call the arrangements, in lower case, without marks, spaces, digits and punctuation. */
const ARRANGEMENTS: ReadonlyMap<string, WorkArrangement> = new Map([
  ['remote', 'remote'],
  ['fullyremote', 'remote'],
  ['teletravail', 'remote'],
  ['entieremententeletravail', 'remote'],
  ['enteletravail', 'remote'],
  ['adistance', 'remote'],
  ['hybrid', 'hybrid'],
  ['hybride', 'hybrid'],
  ['onsite', 'onsite'],
  ['inoffice', 'onsite'],
  ['inperson', 'onsite'],
  ['presentiel', 'onsite'],
  ['enpresentiel', 'onsite'],
  ['surplace', 'onsite'],
])

/** The arrangement that a whole text names, such as `on_site`, `Remote` or `100 % télétravail`. */
export function workArrangement(text: string): WorkArrangement | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  return ARRANGEMENTS.get(letters)
}

const MAX_LENGTH = 50
