import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'
import { ANOTHER_AUTHORITY, AUTHORITY, CERTIFICATE, CERTIFICATE_KEY } from './certificates'

const PUBLIC = '93.184.216.34'
const ADDRESSES: Record<string, string[]> = {
  'acme.example': [PUBLIC],
  'jobs.acme.example': ['2606:2800:220:1::1', PUBLIC],
  'other.example': [PUBLIC],
  'intranet.acme.example': ['10.0.0.1'],
  'both.acme.example': [PUBLIC, '192.168.0.7'],
}
const board = { slug: 'acme.example', settings: { hosts: Object.keys(ADDRESSES).join(',') } }

let database: TestDatabase
let server: Bun.Server<undefined>
let requests: string[]
let targets: string[]
let redirect: string | undefined
beforeAll(async () => {
  database = await createTestDatabase()
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: CERTIFICATE, key: CERTIFICATE_KEY },
    fetch({ url, headers }) {
      const { pathname } = new URL(url)
      requests.push(`${headers.get('host')}${pathname}`)
      if (pathname === '/moved' && redirect !== undefined) return Response.redirect(redirect)
      return pathname === '/robots.txt'
        ? new Response('', { status: 404 })
        : new Response(`page of ${headers.get('host')}`)
    },
  })
})
beforeEach(() => {
  requests = []
  targets = []
  redirect = undefined
})
afterAll(async () => {
  await server.stop(true)
  await database.drop()
})

/** Requests an address over TLS, from a server on this machine that stands in for every public address. */
async function get(url: string, ca = AUTHORITY): Promise<string> {
  const time = { now: () => new Date('2026-03-02T08:00:00Z'), wait: () => Promise.resolve() }
  const client = new HttpClient({
    vendors: new Vendors(database.database, time, false),
    time,
    userAgent: 'job-catalogue/test',
    lookup: async (host) => ADDRESSES[host] ?? [],
    rehearsal: {
      ca,
      target(address) {
        targets.push(address)
        return `127.0.0.1:${server.port}`
      },
    },
  })
  return await client
    .session(careerpage, { board })
    .fetch({ url })
    .then(
      ({ text }) => text,
      (error: Error) => error.message,
    )
}

describe('a connection', () => {
  test('goes to the checked address, with the name of the host', async () => {
    expect(await get('https://acme.example/jobs/1')).toBe('page of acme.example')
    expect(await get('https://jobs.acme.example/2')).toBe('page of jobs.acme.example')
    expect(requests).toContain('acme.example/jobs/1')
    expect(new Set(targets)).toEqual(new Set([PUBLIC]))
  })

  test('is refused when the certificate is for another name, also after one that was accepted', async () => {
    await get('https://acme.example/jobs/1')
    requests = []
    expect(await get('https://other.example/')).toMatch(/ERR_TLS_CERT_ALTNAME_INVALID/)
    expect(requests).toEqual([])
  })

  test('is refused when nobody trusted has signed the certificate', async () => {
    expect(await get('https://jobs.acme.example/2', ANOTHER_AUTHORITY)).toMatch(
      /unable to (?:verify|get)/,
    )
    expect(requests).toEqual([])
  })

  test.each([
    ['intranet.acme.example', '10.0.0.1'],
    ['both.acme.example', '192.168.0.7'],
  ])('is refused when an address of the host is private: %s', async (host, address) => {
    expect(await get(`https://${host}/`)).toBe(
      `robots.txt of ${host} is unreachable: ${host}: refused: ${address} is not a public address`,
    )
    expect([requests, targets]).toEqual([[], []])
  })

  test.each([
    ['https://intranet.acme.example/', /refused: 10.0.0.1 is not a public address/],
    ['https://evil.example/', /^acme.example moved to evil.example$/],
    ['http://acme.example/', /refused: expected https/],
    ['https://acme.example:8443/', /refused: expected port 443, got 8443/],
    ['https://10.0.0.1/', /^acme.example moved to 10.0.0.1$/],
  ])('is refused after a redirect to %s', async (location, issue) => {
    redirect = location
    expect(await get('https://acme.example/moved')).toMatch(issue)
    expect(requests.filter((path) => !path.endsWith('robots.txt'))).toEqual(['acme.example/moved'])
  })
})
