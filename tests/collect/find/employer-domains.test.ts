import { expect, test } from 'bun:test'
import { registeredOf } from '../../../src/collect/find/employer-domains'

test.each([
  ['jobs.cbc.ca', 'cbc.ca'],
  ['careers.rbc.ca', 'rbc.ca'],
  ['jobs.td.ca', 'td.ca'],
  ['careers.acme.on.ca', 'acme.on.ca'],
  ['www.acme.gc.ca', 'acme.gc.ca'],
  ['jobs.acme.co.uk', 'acme.co.uk'],
  ['acme.example', 'acme.example'],
  ['a.b.acme.com', 'acme.com'],
  ['gc.ca', 'gc.ca'],
])('%s is registered as %s', (host, registered) => {
  expect(registeredOf(host)).toBe(registered)
})
