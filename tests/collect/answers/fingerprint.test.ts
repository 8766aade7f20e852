import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { fingerprint } from '../../../src/collect/answers/fingerprint'

/** The definition: the members of each object in the order of their names, as `JSON.stringify` visits them. */
function defined(value: unknown): string {
  const json = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  return createHash('sha256').update(json).digest('base64url').slice(0, 22)
}

test('is a hash of the JSON with sorted members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fingerprint(value)).toBe(defined(value))
    }),
  )
})

test('the order of members and members that are undefined do not count, the order of arrays does', () => {
  const one = { title: 'Nurse', place: { city: 'Halifax', region: 'NS' } }
  const other = { place: { region: 'NS', city: 'Halifax' }, note: undefined, title: 'Nurse' }
  expect(fingerprint(other)).toBe(fingerprint(one))
  expect(fingerprint({ ...one, note: null })).not.toBe(fingerprint(one))
  expect(fingerprint([1, 2])).not.toBe(fingerprint([2, 1]))
})

test('stays the same from version to version: a change of it fetches the details of all postings again', () => {
  const value = { b: ['é', 1.5, null], a: { d: true, c: '' } }
  expect(fingerprint(value)).toBe('-9FITF2Opmb6hhjmFVrz4D')
})
