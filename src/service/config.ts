import { isIP } from 'node:net'
import postgres from 'postgres'
import { quoteValue } from '../values/errors'
import { MAX_RETENTION_DAYS, MIN_RETENTION_DAYS } from '../values/window'
import { LOG_LEVELS } from './http/request-log'
import { JOBS_PER_MONTH_RANGE, REQUESTS_PER_MINUTE_RANGE } from './keys/api-keys'

/** The settings of the operator; docs/commands.md explains each variable. */
export type Config = ReturnType<typeof readConfig>

/** The environment has invalid settings; one issue per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const DATABASE_URL = 'postgres://user:password@host/database'
const WEB_ADDRESS = 'expected an address such as https://jobs.example.com'
const ENCODE_PASSWORD = "write '/', '?', '#' and '%' in a password as %2F, %3F, %23 and %25"

type Environment = Readonly<Record<string, string | undefined>>

/** The server waits 15 seconds longer for a connection on which nothing is sent, and Bun waits 255 at most. */
const MAX_QUERY_TIMEOUT_MS = 240_000

/** Reads and checks every setting. An empty variable counts as not set. Throws one `ConfigError`. */
export function readConfig(env: Environment) {
  const reader = new Reader(env)
  const host = reader.host('HOST') ?? '127.0.0.1'
  const workers = reader.integer('WORKERS', { minimum: 1, maximum: 256 }) ?? 1
  // Port 0, any free port, works for one process only.
  const port = reader.integer('PORT', { minimum: workers > 1 ? 1 : 0, maximum: 65_535 }) ?? 3000
  const config = {
    /** Undefined: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: reader.databaseUrl('DATABASE_URL'),
    /** Standbys that share the reads. */
    databaseReplicaUrls: reader.replicaUrls('DATABASE_REPLICA_URLS'),
    dataDir: reader.text('DATA_DIR') ?? '.data',
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', { minimum: 2, maximum: 1000 }) ?? 10,
    queryTimeoutMs:
      reader.integer('QUERY_TIMEOUT_MS', { minimum: 100, maximum: MAX_QUERY_TIMEOUT_MS }) ?? 15_000,
    host,
    port,
    /** Without a '/' at its end; undefined: `localUrl` of the port that the service listens on. */
    publicUrl: reader.publicAddress('PUBLIC_URL'),
    /** Limits of keys without their own; undefined: unlimited. */
    requestsPerMinute: reader.integer('REQUESTS_PER_MINUTE', REQUESTS_PER_MINUTE_RANGE),
    jobsPerMonth: reader.integer('JOBS_PER_MONTH', JOBS_PER_MONTH_RANGE),
    corsOrigins: reader.origins('CORS_ORIGINS'),
    /** Whether `/mcp` serves assistants. */
    mcp: reader.oneOf('MCP', ['true', 'false']) !== 'false',
    /** The memory of a process for long answers that clients have not read yet. */
    responseBufferMb: reader.integer('RESPONSE_BUFFER_MB', { minimum: 16, maximum: 65_536 }) ?? 256,
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    /** Where Prometheus reads; undefined: nowhere. */
    metricsPort: reader.otherPort('METRICS_PORT', port),
    /** Processes that share the port. */
    workers,
    /** Importers and collectors prune jobs that left longer ago; undefined: none. */
    retentionDays: reader.integer('RETENTION_DAYS', {
      minimum: MIN_RETENTION_DAYS,
      maximum: MAX_RETENTION_DAYS,
      reason: `the feeds and counts reach back ${MIN_RETENTION_DAYS} days`,
    }),
    /** Whether pay that descriptions state is read; false: only what sources give as a structure. */
    payFromText: reader.oneOf('PAY_FROM_TEXT', ['true', 'false']) !== 'false',
    /** Who answers questions about the collector's requests: an address or a web page. */
    collectContact: reader.contact('COLLECT_CONTACT'),
    /** A server with recorded answers, to which the collector sends all requests. */
    collectReplayUrl: reader.webAddress('COLLECT_REPLAY_URL'),
    /** The memory that the lists of all boards in work may take in a collector. */
    collectListMb: reader.integer('COLLECT_LIST_MB', { minimum: 64, maximum: 65_536 }) ?? 512,
    /** Keys for systems, by the names of their settings. */
    collectKeys: reader.keys('COLLECT_USAJOBS_KEY'),
    /** Names of the settings that turn on systems which are off otherwise. */
    collectOptIns: reader.isOn('COLLECT_SMARTRECRUITERS') ? ['COLLECT_SMARTRECRUITERS'] : [],
  }
  reader.finish()
  return Object.freeze(config)
}

/** Whether an environment variable is a setting. */
export function isSetting(variable: string): boolean {
  const names = new Set<string | symbol>()
  readConfig(new Proxy({}, { get: (_, name) => void names.add(name) }))
  return names.has(variable)
}

/** The address by which a browser on this machine reaches a server that listens on `host` and `port`. */
export function localUrl(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Whether the driver accepts an address. A client does not connect before its first query. */
function isDatabaseUrl(text: string): boolean {
  try {
    postgres(text, { max: 1 })
    return /^postgres(ql)?:\/\/./.test(text)
  } catch {
    return false
  }
}

class Reader {
  private readonly issues: string[] = []

  constructor(private readonly env: Environment) {}

  text(name: string): string | undefined {
    return this.env[name]?.trim() || undefined
  }

  /** The keys that are set, by the names of their settings. No issue shows a key. */
  keys(...names: readonly string[]): Readonly<Record<string, string>> {
    return Object.fromEntries(
      names.flatMap((name): [string, string][] => {
        const key = this.text(name)
        if (key === undefined) return []
        if (/^[\x21-\x7e]{1,200}$/.test(key)) return [[name, key]]
        this.complain(name, 'expected a key of at most 200 printable characters')
        return []
      }),
    )
  }

  integer(
    name: string,
    { minimum, maximum, reason }: { minimum: number; maximum: number; reason?: string },
  ) {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= minimum && value <= maximum) return value
    const because = reason === undefined ? '' : `, because ${reason}`
    const expected = `expected an integer from ${minimum} to ${maximum}${because}`
    return this.complain(name, `${expected}, got ${quoteValue(text)}`)
  }

  otherPort(name: string, taken: number): number | undefined {
    const port = this.integer(name, { minimum: 1, maximum: 65_535 })
    if (port !== taken) return port
    return this.complain(name, `expected another port than PORT, got '${port}'`)
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = values.find((candidate) => candidate === text)
    return (
      value ?? this.complain(name, `expected one of ${values.join(', ')}, got ${quoteValue(text)}`)
    )
  }

  isOn(name: string): boolean {
    return this.oneOf(name, ['true', 'false']) === 'true'
  }

  /** A part of the User-Agent header. */
  contact(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return text
    const isPrintable = /^[\x21-\x27\x2a-\x3a\x3c-\x7e]{3,200}$/.test(text)
    if (isPrintable && /^(?:https?:\/\/.+\..+|[^/@]+@[^/@]+)$/.test(text)) return text
    const expected =
      'expected a mail address or the address of a web page, such as https://example.com/jobs'
    return this.complain(name, `${expected}, got ${quoteValue(text)}`)
  }

  /** A database's URL may hold a password, so an issue never shows it. */
  databaseUrl(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined || isDatabaseUrl(text)) return text
    return this.complain(name, `expected an address such as ${DATABASE_URL}; ${ENCODE_PASSWORD}`)
  }

  /** As `databaseUrl`, several; the embedded database has no replicas. */
  replicaUrls(name: string): string[] {
    const urls = (this.text(name)?.split(',') ?? []).map((element) => element.trim())
    if (!urls.every(isDatabaseUrl)) {
      const expected = `expected addresses such as ${DATABASE_URL}, separated by commas`
      this.complain(name, `${expected}; ${ENCODE_PASSWORD}`)
    } else if (new Set(urls).size < urls.length) this.complain(name, 'names an address twice')
    else if (urls.length > 0 && this.text('DATABASE_URL') === undefined) {
      this.complain(name, 'set DATABASE_URL to the primary of these replicas')
    }
    return urls
  }

  /** An http or https address in ASCII; a path below which the service is mounted is kept. */
  webAddress(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = /^https?:\/\/[^\s?#]+$/.test(text) ? URL.parse(text) : null
    return (
      url?.href.replace(/\/+$/, '') ??
      this.complain(name, `${WEB_ADDRESS}, got ${quoteValue(text)}`)
    )
  }

  /** A web address that clients and employers see. */
  publicAddress(name: string): string | undefined {
    const address = this.webAddress(name)
    const url = address === undefined ? null : new URL(address)
    if (!url?.username && !url?.password) return address
    return this.complain(
      name,
      `${WEB_ADDRESS}, without a user name and a password: all clients see it`,
    )
  }

  /** An address of this machine, or a name of one. */
  host(name: string): string | undefined {
    const text = this.text(name)?.replace(/^\[(.*)\]$/, '$1')
    if (text === undefined || isIP(text) > 0) return text
    if (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`)) return text
    const expected = 'expected an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0'
    return this.complain(name, `${expected}, got ${quoteValue(text)}`)
  }

  /** Origins as browsers write them, or `*`. */
  origins(name: string): string[] {
    const elements = this.text(name)?.split(',') ?? []
    return elements.flatMap((element) => {
      const text = element.trim()
      if (text === '*') return [text]
      const url = /^https?:\/\//.test(text) ? URL.parse(text) : null
      if (url?.href === `${url?.origin}/`) return [url.origin]
      const expected = 'expected an origin such as https://jobs.example.com'
      return this.complain(name, `${expected}, got ${quoteValue(text)}`) ?? []
    })
  }

  finish(): void {
    if (this.issues.length > 0) throw new ConfigError(this.issues.join('\n'))
  }

  private complain(name: string, issue: string): undefined {
    this.issues.push(`${name}: ${issue}`)
    return undefined
  }
}
