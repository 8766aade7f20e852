import { createHash } from 'node:crypto'
import { canonicalSource } from '../values/source'

export interface PostingIdentity {
  /** A UUID made from the source, the source slug and the external id. */
  key: string
  /** `source/source_slug`, the employer's board. */
  board: string
}

interface IdentifyingMembers {
  source: string
  source_slug?: string | null
  external_id?: string
  url?: string
}

/** What identifies a posting; its url stands in for an external id. */
export function postingIdentity(posting: IdentifyingMembers): PostingIdentity {
  const source = canonicalSource(posting.source)
  const slug = posting.source_slug ?? null
  const identity = JSON.stringify([source, slug, posting.external_id ?? posting.url])
  const digest = createHash('sha256').update(identity).digest('hex').slice(0, 32)
  return {
    key: digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    board: `${source}/${slug ?? ''}`,
  }
}

/** The board that `source/slug` names, with the source's aliases. */
export function boardName(text: string): string {
  const slash = text.indexOf('/')
  return `${canonicalSource(text.slice(0, slash))}${text.slice(slash)}`
}
