import type { CollectedPosting } from '../system'

type Arrangement = NonNullable<CollectedPosting['work_arrangement']>

/** The members of a posting for the arrangement of its places; none when the places differ or one is unknown. */
export function arrangementOf(
  ofPlaces: readonly (Arrangement | undefined)[],
): Pick<CollectedPosting, 'work_arrangement' | 'location_type'> {
  const [arrangement, other] = new Set(ofPlaces)
  if (arrangement === undefined || other !== undefined) return {}
  return {
    work_arrangement: arrangement,
    location_type: arrangement === 'remote' ? 'TELECOMMUTE' : null,
  }
}
