import { expect, test } from 'bun:test'
import { pathsOf, unknownParameter } from '../../src/parameters/unknown-parameter'
import { documentedPaths } from '../support/contract'

test.each([
  ['/v1/jobs', 'time_frame', 'window'],
  ['/v1/jobs', 'location', 'city'],
  ['/v1/jobs', 'description_format', 'description'],
  ['/v1/jobs', 'include_source_fields', 'source_fields'],
  ['/v1/jobs', 'title_advanced', 'title'],
  ['/v1/active-ats', 'window', 'time_frame'],
  ['/v1/active-ats', 'q', 'description'],
  ['/v1/active-ats', 'city', 'location'],
  ['/v1/active-ats', 'province', 'location'],
  ['/v1/active-ats', 'state', 'location'],
])('%s with %s', (path, name, meant) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; did you mean ${meant}?`)
})

test.each([
  ['/v1/jobs', 'organization', '/v1/active-ats, /v1/active-ats-count and /v1/modified-ats'],
  ['/v1/changes', 'time_frame', '/v1/active-ats, /v1/active-ats-count and /v1/expired-ats'],
  ['/v1/active-ats', 'since', '/v1/changes'],
])('%s with %s names the paths that have it', (path, name, paths) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; it belongs to ${paths}`)
})

test('the paths of every parameter are those of the document', () => {
  const withQuery = documentedPaths.filter(({ path }) => !path.includes('{'))
  const names = new Set(withQuery.flatMap(({ parameters }) => parameters))
  for (const name of names) {
    if (name === 'apiKey') continue
    const paths = withQuery.filter(({ parameters }) => parameters.includes(name))
    expect([name, pathsOf(name).sort()]).toEqual([name, paths.map(({ path }) => path).sort()])
  }
})

function messageAt(path: string, name: string): string {
  const known = documentedPaths.find((documented) => documented.path === path)?.parameters ?? []
  expect(known).not.toEqual([])
  return unknownParameter(name, known, { followsText: false, isBare: false })
}
