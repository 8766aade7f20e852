import type { Notice } from '../../values/notice'

/** Bytes of the header. */
const MAX_HEADER_BYTES = 2_048

/** As many notices as the header has room for. */
export function noticesThatFit(notices: readonly Notice[]): Notice[] {
  let length = 2
  return notices.filter((notice) => {
    const next = length + print(notice).length + 1
    if (next > MAX_HEADER_BYTES) return false
    length = next
    return true
  })
}

/** The header of an answer; none without notices. */
export function noticeHeaders(notices: readonly Notice[]): Record<string, string> {
  const header = headerText(notices)
  return header === undefined ? {} : { 'X-Notices': header }
}

/** The notices as JSON in ASCII, as many as there is room for; undefined if there is none. */
export function headerText(notices: readonly Notice[]): string | undefined {
  const texts = noticesThatFit(notices).map(print)
  return texts.length === 0 ? undefined : `[${texts.join(',')}]`
}

function print(notice: Notice): string {
  return JSON.stringify(notice).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
