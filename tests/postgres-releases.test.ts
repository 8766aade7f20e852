import { expect, test } from 'bun:test'
import { optionalDependencies } from '../package.json'
import { readVersions, VERSIONS } from './support/postgres-releases'

test.each([
  [[], [], []],
  [['-u', 'tests/a.test.ts'], [], ['-u', 'tests/a.test.ts']],
  [['--postgres', '15,18', '-u'], ['15', '18'], ['-u']],
  [['-u', '--postgres=16', 'tests/a.test.ts'], ['16'], ['-u', 'tests/a.test.ts']],
  [['--postgres', '17,17'], ['17'], []],
])('the versions in %j', (args, versions, rest) => {
  expect(readVersions(args)).toEqual({ versions, rest })
})

test.each([
  [['--postgres', '14'], '14'],
  [['--postgres', '15,,18'], ''],
  [['--postgres'], ''],
  [['--postgres', 'tests/a.test.ts'], 'tests/a.test.ts'],
])('a version that is not supported in %j', (args, found) => {
  expect(() => readVersions(args)).toThrow(
    `--postgres: expected versions such as 15,16,17,18, got '${found}'`,
  )
})

test('the last version is the one that this package depends on', () => {
  const majors = Object.values(optionalDependencies).map((version) => version.split('.')[0])
  expect(new Set(majors)).toEqual(new Set(VERSIONS.slice(-1)))
})
