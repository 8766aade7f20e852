import { expect, test } from 'bun:test'
import { HostEvidence } from '../../../src/collect/http/host-evidence'
import { limitScope, MAX_HOSTS } from '../../../src/collect/http/vendors'
import type { System } from '../../../src/collect/system'
import { TestClock } from '../../support/test-clock'
import { fake } from '../support/fake-system'

const own: System = {
  ...fake,
  limits: { ...fake.limits, isPerHost: true },
  isHost: (host, board) => host === board?.slug,
}
const scope = (system: System) => limitScope(system, 'jobs.acme.example')

test('an own host speaks for its board; a tenant only while its vendor answers others', () => {
  const clock = new TestClock('2026-03-02T08:00:00Z')
  const hosts = new HostEvidence(clock)
  expect([hosts.isOfBoard(scope(own)), hosts.isOfBoard(scope(fake))]).toEqual([true, false])
  hosts.answered(scope(fake))
  expect(hosts.isOfBoard(scope(fake))).toBe(true)
  clock.advance(24 * 3_600_000)
  expect(hosts.isOfBoard(scope(fake))).toBe(false)
})

test('the last three other hosts that resolved must still do, beside one that always exists', () => {
  const hosts = new HostEvidence(new TestClock('2026-03-02T08:00:00Z'))
  const of = (system: System, host = 'jobs.acme.example') =>
    hosts.witnesses(system, scope(system), host)
  expect(of(own)).toEqual(['www.iana.org'])
  for (const host of ['a.example', 'b.example', 'c.example', 'a.example', 'd.example'])
    hosts.didResolve(host)
  expect(of(own)).toEqual(['www.iana.org', 'c.example', 'a.example', 'd.example'])
  expect(of(own, 'd.example')).toEqual(['www.iana.org', 'b.example', 'c.example', 'a.example'])
  expect(of(fake)).toEqual([])
  expect(of({ ...fake, knownHost: 'www.fake.example' })).toEqual([
    'www.fake.example',
    'c.example',
    'a.example',
    'd.example',
  ])
})

test('of more hosts than are kept, the one that did not answer for longest is forgotten', () => {
  const hosts = new HostEvidence(new TestClock('2026-03-02T08:00:00Z'))
  hosts.answered(scope(fake))
  for (let index = 1; index < MAX_HOSTS; index += 1)
    hosts.answered(scope({ ...fake, source: `fake${index}` }))
  expect(hosts.isOfBoard(scope(fake))).toBe(true)
  hosts.answered(scope({ ...fake, source: 'other' }))
  hosts.answered(scope({ ...fake, source: 'another' }))
  expect(hosts.isOfBoard(scope({ ...fake, source: 'fake1' }))).toBe(false)
})
