import type { CollectedPosting } from '../system'

type Named = 'external_id' | 'title' | 'url' | 'places'

/** A posting as a reader writes it: a member that the system does not publish may be undefined. */
export type Draft = Pick<CollectedPosting, Named> & {
  [Member in Exclude<keyof CollectedPosting, Named>]?: CollectedPosting[Member] | undefined
}

/** A posting in which members that are undefined are null, as an empty member and an absent one differ in fingerprints. */
export function completed(draft: Draft): CollectedPosting {
  const members = Object.entries(draft).map(([name, value]) => [name, value ?? null])
  // The type of each member has null, but for those that are always there.
  return Object.fromEntries(members) as CollectedPosting
}
