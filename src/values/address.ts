const WEB = /^https?:/i
const PASSWORD_PARAMETER = /([?&]password=)[^&\s]*/gi

/** An address for a message: without its password, also one that should have been percent-encoded. */
export function printableAddress(address: string): string {
  const start = address.indexOf('//') + 2
  if (start < 2) return address
  const path = WEB.test(address) ? address.slice(start).search(/[/?#]/) : -1
  const end = address.lastIndexOf('@', path === -1 ? address.length : start + path)
  const colon = address.indexOf(':', start)
  const hasPassword = colon !== -1 && colon < end
  const shown = hasPassword ? address.slice(0, colon) + address.slice(end) : address
  return shown.replace(PASSWORD_PARAMETER, '$1...')
}
