import type { Notice } from '../values/notice'

/** Bytes of the header. */
const MAX_HEADER_BYTES = 2_048

/** The notices as JSON in ASCII, as many as there is room for; undefined if there is none. */
export function headerText(notices: readonly Notice[]): string | undefined {
  const texts: string[] = []
  let length = 2
  for (const notice of notices) {
    const text = JSON.stringify(notice).replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    if (length + text.length + 1 > MAX_HEADER_BYTES) continue
    texts.push(text)
    length += text.length + 1
  }
  return texts.length === 0 ? undefined : `[${texts.join(',')}]`
}
