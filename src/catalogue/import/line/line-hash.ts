/** Raise it when the same line gives another document, so that imports rewrite it. */
const DOCUMENT_VERSION = 11

/** The hash of a line; another one when the same line gives another document, as it does with pay that texts state. */
export function lineHash(text: string, payFromText: boolean): string {
  return `${hashStart(payFromText)}${Bun.hash.xxHash3(text).toString(36)}`
}

/** The start of the hashes of this version. */
export function hashStart(payFromText: boolean): string {
  return `${DOCUMENT_VERSION}${payFromText ? '' : 's'}.`
}
