import { type WorkArrangement, workArrangement } from '../../values/work-arrangement'
import type { CollectedPosting } from '../system'

type Workplace = Pick<CollectedPosting, 'location_type' | 'work_arrangement'>

export const REMOTE: Workplace = { location_type: 'TELECOMMUTE', work_arrangement: 'remote' }

const WORKPLACES: Readonly<Record<WorkArrangement, Workplace>> = {
  remote: REMOTE,
  hybrid: { location_type: null, work_arrangement: 'hybrid' },
  onsite: { location_type: null, work_arrangement: 'onsite' },
}

/** The members of a posting that a word such as `on_site` or `Remote` sets; none for an unknown word. */
export function workplace(word: unknown): Workplace {
  const arrangement = typeof word === 'string' ? workArrangement(word) : undefined
  return arrangement === undefined ? NONE : WORKPLACES[arrangement]
}

/** The arrangement that a location text is, or names in parentheses: `Remote`, `Fremont (Hybrid), CA`. */
export function workplaceInText(text: string | undefined): Workplace {
  return workplace(/\(([a-z -]+)\)/i.exec(text ?? '')?.[1] ?? text)
}

/** The members of a posting for the arrangement of its places; none when the places differ or one is unknown. */
export function arrangementOf(ofPlaces: readonly (WorkArrangement | undefined)[]): Workplace {
  const arrangements = new Set(ofPlaces)
  const [arrangement] = arrangements
  if (arrangement === undefined || arrangements.size > 1) return {}
  return {
    work_arrangement: arrangement,
    location_type: arrangement === 'remote' ? 'TELECOMMUTE' : null,
  }
}

const NONE: Workplace = { location_type: null, work_arrangement: null }
