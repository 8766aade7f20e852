/** The first label of a host under `domain`, such as `acme` of `acme.recruitee.com`; undefined for the vendor's own hosts. */
export function tenantOf(address: URL, domain: string): string | undefined {
  const host = address.hostname
  if (!host.endsWith(`.${domain}`)) return undefined
  const label = host.slice(0, -domain.length - 1)
  return /^[a-z0-9_-]+$/.test(label) && !VENDOR_LABELS.has(label) ? label : undefined
}

const VENDOR_LABELS: ReadonlySet<string> = new Set([
  'www',
  'api',
  'app',
  'apply',
  'auth',
  'blog',
  'cdn',
  'developers',
  'docs',
  'go',
  'help',
  'id',
  'info',
  'jobs',
  'login',
  'resources',
  'status',
  'support',
])

/** The decoded parts of a path; none when it is encoded wrongly. */
export function pathParts(address: URL): string[] {
  try {
    return address.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}
