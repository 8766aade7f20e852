import { expect, test } from 'bun:test'
import { unknownParameter } from '../../src/parameters/unknown-parameter'
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
  ['/v1/changes', 'time_frame', undefined],
])('%s with %s', (path, name, meant) => {
  const known = documentedPaths.find((documented) => documented.path === path)?.parameters ?? []
  expect(known).not.toEqual([])
  const said = unknownParameter(name, known, { followsText: false, isBare: false })
  expect(said).toBe(
    meant === undefined ? 'unknown parameter' : `unknown parameter; did you mean ${meant}?`,
  )
})
