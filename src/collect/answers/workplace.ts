import type { CollectedPosting } from '../system'

type Workplace = Pick<CollectedPosting, 'location_type' | 'work_arrangement'>

type Arrangement = NonNullable<CollectedPosting['work_arrangement']>

export const REMOTE: Workplace = { location_type: 'TELECOMMUTE', work_arrangement: 'remote' }

/** What systems call the arrangements, without case, spaces and punctuation. */
const WORKPLACES: Readonly<Record<string, Workplace>> = {
  remote: REMOTE,
  fullyremote: REMOTE,
  hybrid: { location_type: null, work_arrangement: 'hybrid' },
  onsite: { location_type: null, work_arrangement: 'onsite' },
  inoffice: { location_type: null, work_arrangement: 'onsite' },
  inperson: { location_type: null, work_arrangement: 'onsite' },
}

/** The members of a posting that a word such as `on_site` or `Remote` sets; none for an unknown word. */
export function workplace(word: unknown): Workplace {
  const key = typeof word === 'string' ? word.toLowerCase().replace(/[^a-z]/g, '') : ''
  return Object.hasOwn(WORKPLACES, key) ? (WORKPLACES[key] ?? NONE) : NONE
}

/** The arrangement that a location text is, or names in parentheses: `Remote`, `Fremont (Hybrid), CA`. */
export function workplaceInText(text: string | undefined): Workplace {
  return workplace(/\(([a-z -]+)\)/i.exec(text ?? '')?.[1] ?? text)
}

/** The members of a posting for the arrangement of its places; none when the places differ or one is unknown. */
export function arrangementOf(ofPlaces: readonly (Arrangement | undefined)[]): Workplace {
  const [arrangement, other] = new Set(ofPlaces)
  if (arrangement === undefined || other !== undefined) return {}
  return {
    work_arrangement: arrangement,
    location_type: arrangement === 'remote' ? 'TELECOMMUTE' : null,
  }
}

const NONE: Workplace = { location_type: null, work_arrangement: null }
