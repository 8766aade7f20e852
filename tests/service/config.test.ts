import { describe, expect, test } from 'bun:test'
import { ConfigError, localUrl, readConfig } from '../../src/service/config'

/** The issue about an environment; undefined when there is none. */
function issueOf(env: Record<string, string>): string | undefined {
  try {
    readConfig(env)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('without settings', () => {
  test.each([{}, { PORT: '', HOST: ' ', DATABASE_URL: '', PUBLIC_URL: '', CORS_ORIGINS: '' }])(
    '%j gives the defaults',
    (env) => {
      expect(readConfig(env)).toMatchObject({
        databaseUrl: undefined,
        dataDir: '.data',
        databasePoolSize: 10,
        queryTimeoutMs: 15_000,
        host: '127.0.0.1',
        port: 3000,
        publicUrl: undefined,
        corsOrigins: [],
        logLevel: 'info',
      })
    },
  )

  test('the settings cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true)
  })
})

test.each([
  ['127.0.0.1', 65_535, 'http://127.0.0.1:65535'],
  ['0.0.0.0', 3000, 'http://localhost:3000'],
  ['::', 3000, 'http://localhost:3000'],
  ['::1', 3000, 'http://[::1]:3000'],
])('a browser on this machine reaches %s, port %d, at %s', (host, port, url) => {
  expect(localUrl(host, port)).toBe(url)
})

describe('each setting is read', () => {
  test.each([
    [
      'DATABASE_URL',
      'postgres://user:secret@host/jobs',
      { databaseUrl: 'postgres://user:secret@host/jobs' },
    ],
    [
      'DATABASE_URL',
      'postgresql:///jobs?host=/run',
      { databaseUrl: 'postgresql:///jobs?host=/run' },
    ],
    ...['postgres://u:p@a:1,b:2/jobs', 'postgres://u@%2Frun%2Fpg:5432/jobs'].map(
      (databaseUrl) => ['DATABASE_URL', databaseUrl, { databaseUrl }] as const,
    ),
    ['DATA_DIR', '/var/lib/jobs', { dataDir: '/var/lib/jobs' }],
    ['DATABASE_POOL_SIZE', '2', { databasePoolSize: 2 }],
    ['DATABASE_POOL_SIZE', '1000', { databasePoolSize: 1000 }],
    ['QUERY_TIMEOUT_MS', '100', { queryTimeoutMs: 100 }],
    ['QUERY_TIMEOUT_MS', ' 240000 ', { queryTimeoutMs: 240_000 }],
    ['HOST', '::1', { host: '::1' }],
    ['HOST', '[::1]', { host: '::1' }],
    ['HOST', 'jobs-1.internal', { host: 'jobs-1.internal' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PUBLIC_URL', 'https://jobs.example.com', { publicUrl: 'https://jobs.example.com' }],
    // It is a part of the User-Agent header, which has no other characters.
    [
      'PUBLIC_URL',
      'https://münchen.example/日',
      { publicUrl: 'https://xn--mnchen-3ya.example/%E6%97%A5' },
    ],
    ['PUBLIC_URL', 'https://example.com/jobs//', { publicUrl: 'https://example.com/jobs' }],
    ['RETENTION_DAYS', '183', { retentionDays: 183 }],
    ['RETENTION_DAYS', '36500', { retentionDays: 36_500 }],
    ['PAY_FROM_TEXT', 'true', { payFromText: true }],
    ['PAY_FROM_TEXT', 'false', { payFromText: false }],
    ['COLLECT_CONTACT', 'jobs@example.com', { collectContact: 'jobs@example.com' }],
    ['COLLECT_CONTACT', 'https://example.com/jobs', { collectContact: 'https://example.com/jobs' }],
    ['METRICS_PORT', '3001', { metricsPort: 3001 }],
    ['COLLECT_REPLAY_URL', 'http://127.0.0.1:9000/', { collectReplayUrl: 'http://127.0.0.1:9000' }],
    ['COLLECT_LIST_MB', '64', { collectListMb: 64 }],
    ['COLLECT_LIST_MB', '', { collectListMb: 512 }],
    ['RESPONSE_BUFFER_MB', '16', { responseBufferMb: 16 }],
    ['RESPONSE_BUFFER_MB', '', { responseBufferMb: 256 }],
    ['COLLECT_SMARTRECRUITERS', 'true', { collectOptIns: ['COLLECT_SMARTRECRUITERS'] }],
    ['COLLECT_SMARTRECRUITERS', 'false', { collectOptIns: [] }],
    ['COLLECT_USAJOBS_KEY', 'a+b/c=', { collectKeys: { COLLECT_USAJOBS_KEY: 'a+b/c=' } }],
    ['COLLECT_USAJOBS_KEY', '', { collectKeys: {} }],
    ['CORS_ORIGINS', '*', { corsOrigins: ['*'] }],
    [
      'CORS_ORIGINS',
      'https://a.example, http://b.example:8080/',
      { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
    [
      'CORS_ORIGINS',
      'https://A.Example,https://b.example:443',
      { corsOrigins: ['https://a.example', 'https://b.example'] },
    ],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['REQUESTS_PER_MINUTE', '1', { requestsPerMinute: 1 }],
    ['REQUESTS_PER_MINUTE', '', { requestsPerMinute: undefined }],
    ['JOBS_PER_MONTH', '1000000000000', { jobsPerMonth: 1_000_000_000_000 }],
    ['JOBS_PER_MONTH', '', { jobsPerMonth: undefined }],
  ])('%s=%s', (name, value, members) => {
    expect(readConfig({ [name]: value })).toMatchObject(members)
  })
})

test('replicas are read with the primary that they follow', () => {
  const [primary, first, second] = [
    'postgres://primary/jobs',
    'postgres://a/jobs',
    'postgres://b/jobs',
  ]
  const config = readConfig({
    DATABASE_URL: primary,
    DATABASE_REPLICA_URLS: `${first}, ${second}`,
  })
  expect(config.databaseReplicaUrls).toEqual([first, second])
  expect(readConfig({}).databaseReplicaUrls).toEqual([])
})

const encode = "write '/', '?', '#' and '%' in a password as %2F, %3F, %23 and %25"
const databaseUrl = `DATABASE_URL: expected an address such as postgres://user:password@host/database; ${encode}`

describe('a value that a setting cannot take is refused', () => {
  const pool = 'DATABASE_POOL_SIZE: expected an integer from 2 to 1000, got'
  const timeout = 'QUERY_TIMEOUT_MS: expected an integer from 100 to 240000, got'
  const retention =
    'RETENTION_DAYS: expected an integer from 183 to 36500, because the feeds and counts reach back 183 days, got'
  const port = 'PORT: expected an integer from 0 to 65535, got'
  const publicUrl = 'PUBLIC_URL: expected an address such as https://jobs.example.com, got'
  test.each([
    ['DATABASE_POOL_SIZE', '1', `${pool} '1'`],
    ['DATABASE_POOL_SIZE', '1001', `${pool} '1001'`],
    ['QUERY_TIMEOUT_MS', '99', `${timeout} '99'`],
    ['QUERY_TIMEOUT_MS', '600001', `${timeout} '600001'`],
    ['PORT', '65536', `${port} '65536'`],
    ['PORT', '-1', `${port} '-1'`],
    ['PORT', '80.5', `${port} '80.5'`],
    ['PORT', '0x50', `${port} '0x50'`],
    ['PORT', '1e3', `${port} '1e3'`],
    ['PUBLIC_URL', 'jobs.example.com', `${publicUrl} 'jobs.example.com'`],
    ['PUBLIC_URL', 'ftp://jobs.example.com', `${publicUrl} 'ftp://jobs.example.com'`],
    ['PUBLIC_URL', 'https://jobs.example.com?a=b', `${publicUrl} 'https://jobs.example.com?a=b'`],
    [
      'PUBLIC_URL',
      'https://user:secret@jobs.example.com',
      /^PUBLIC_URL: expected an address such as \S+, without a user name and a password: all clients see it$/,
    ],
    ...['a b', '999.1.1.1', 'http://jobs', '127.0.0.1:3000', '*', '\u202e', 'a/b'].map(
      (host) =>
        [
          'HOST',
          host,
          `HOST: expected an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0, got '${host}'`,
        ] as const,
    ),
    ['LOG_LEVEL', 'info\u001b', /got 'info\ufffd'$/],
    ...['182', '0', '36501', '200d'].map(
      (days) => ['RETENTION_DAYS', days, `${retention} '${days}'`] as const,
    ),
    [
      'REQUESTS_PER_MINUTE',
      '0',
      "REQUESTS_PER_MINUTE: expected an integer from 1 to 1000000, got '0'",
    ],
    [
      'JOBS_PER_MONTH',
      '1000000000001',
      "JOBS_PER_MONTH: expected an integer from 1 to 1000000000000, got '1000000000001'",
    ],
    ...['foo', 'http://foo', '@example.com', 'a b@example.com'].map(
      (contact) =>
        [
          'COLLECT_CONTACT',
          contact,
          `COLLECT_CONTACT: expected a mail address or the address of a web page, such as https://example.com/jobs, got '${contact}'`,
        ] as const,
    ),
    [
      'COLLECT_USAJOBS_KEY',
      'a b',
      /^COLLECT_USAJOBS_KEY: expected a key of at most 200 printable characters$/,
    ],
    ['METRICS_PORT', '3000', "METRICS_PORT: expected another port than PORT, got '3000'"],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL: expected one of .*, got 'loud'$/],
  ])('%s=%s', (name, value, issue) => {
    expect(issueOf({ [name]: value })).toMatch(issue)
  })

  test.each([
    'mysql://user:secret@host/jobs',
    'postgres://user:sec/ret@127.0.0.1:5432/jobs',
    'postgres://user:sec#ret@host/jobs',
    'postgres://user:sec?ret@host/jobs',
    'postgres://user:secret%zz@host/jobs',
    'postgres://user:secret@host:99999/jobs',
  ])('DATABASE_URL=%s, without showing the password', (url) => {
    expect(issueOf({ DATABASE_URL: url })).toBe(databaseUrl)
  })

  const replicas = `DATABASE_REPLICA_URLS: expected addresses such as postgres://user:password@host/database, separated by commas; ${encode}`
  test.each([
    ['postgres://user:secret@a/jobs,mysql://user:secret@b/jobs', replicas],
    ['postgres://a/jobs,', replicas],
    ['postgres://a/jobs,postgres://user:sec/ret@b/jobs', replicas],
    ['postgres://a/jobs,postgres://a/jobs', 'DATABASE_REPLICA_URLS: names an address twice'],
  ])('DATABASE_REPLICA_URLS=%s', (value, issue) => {
    const env = { DATABASE_URL: 'postgres://primary/jobs', DATABASE_REPLICA_URLS: value }
    expect(issueOf(env)).toBe(issue)
  })

  test('replicas of the embedded database', () => {
    expect(issueOf({ DATABASE_REPLICA_URLS: 'postgres://a/jobs' })).toBe(
      'DATABASE_REPLICA_URLS: set DATABASE_URL to the primary of these replicas',
    )
  })

  test.each([
    'b.example',
    'ftp://b.example',
    'https://b.example/app',
    'https://b.example?',
    'https://user@b.example',
    '',
  ])("CORS_ORIGINS with '%s', which is named by itself", (origin) => {
    expect(issueOf({ CORS_ORIGINS: `https://a.example,${origin},*` })).toBe(
      `CORS_ORIGINS: expected an origin such as https://jobs.example.com, got '${origin}'`,
    )
  })
})

test('every issue is made at once, a line each', () => {
  const env = { DATABASE_URL: 'postgres://u:%zz@h/jobs', PORT: 'y', QUERY_TIMEOUT_MS: 'z' }
  expect(issueOf(env)?.split('\n').sort()).toEqual([
    databaseUrl,
    "PORT: expected an integer from 0 to 65535, got 'y'",
    "QUERY_TIMEOUT_MS: expected an integer from 100 to 240000, got 'z'",
  ])
})
