const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * The employer's part of a host: `acme` in `acme.breezy.hr`. Undefined for other domains, deeper subdomains and the
 * vendor's own hosts.
 */
export function boardLabel(
  host: string,
  domain: string,
  vendorLabels: readonly string[],
): string | undefined {
  const suffix = `.${domain}`
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!name.endsWith(suffix)) return undefined
  const label = name.slice(0, -suffix.length)
  return LABEL.test(label) && !vendorLabels.includes(label) ? label : undefined
}
