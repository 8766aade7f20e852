import type { StoredValidators } from '../../catalogue/database/schema/collector'

/** The headers that ask for an answer only if it changed since it was stored. */
export function conditionHeaders({ etag, lastModified }: StoredValidators = {}) {
  return {
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  }
}

export function validatorsOf(headers: Headers): StoredValidators {
  const [etag, lastModified] = [headers.get('etag'), headers.get('last-modified')]
  return { ...(etag !== null && { etag }), ...(lastModified !== null && { lastModified }) }
}
