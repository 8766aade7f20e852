import { expect, test } from 'bun:test'
import { filterParameters } from '../../../src/service/mcp/filters'
import { readArguments } from '../../../src/service/mcp/read-arguments'
import { documentedRoutes } from '../../../src/service/open-api/documented-routes'
import { jobListing } from '../../../src/service/parameters/job-listing'
import { unknownParameter } from '../../../src/service/parameters/unknown-parameter'
import { documentedPaths } from '../../support/contract'
import { createInterface } from '../../support/interface'

const routes = documentedRoutes(createInterface().routes)

const FEEDS = '/v1/active-ats, /v1/active-ats-count and /v1/modified-ats'
const LISTS = '/v1/active-ats and /v1/modified-ats'

test.each([
  ['/v1/jobs', 'time_frame', '/v1/active-ats, /v1/active-ats-count and /v1/expired-ats', 'window'],
  ['/v1/jobs', 'location', FEEDS, 'city'],
  ['/v1/jobs', 'location_advanced', FEEDS, 'city'],
  ['/v1/jobs', 'description_format', LISTS, 'description'],
  ['/v1/jobs', 'description_advanced', FEEDS, 'q'],
  ['/v1/jobs', 'include_source_fields', LISTS, 'source_fields'],
  ['/v1/jobs', 'title_advanced', FEEDS, 'title'],
  ['/v1/active-ats', 'window', '/v1/jobs', 'time_frame'],
  ['/v1/active-ats', 'q', '/v1/jobs', 'description'],
  ['/v1/active-ats', 'city', '/v1/jobs', 'location'],
  ['/v1/active-ats', 'province', '/v1/jobs', 'location'],
  ['/v1/active-ats', 'state', '/v1/jobs', 'location'],
  ['/v1/active-ats', 'source_fields', '/v1/jobs and /v1/changes', 'include_source_fields'],
])('%s with %s names the paths that have it, and the filter here', (path, name, paths, here) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; it belongs to ${paths}; here: ${here}`)
})

test.each([
  ['/v1/active-ats', 'description_type', 'description_format'],
  ['/v1/modified-ats', 'include_description', 'description_format'],
  ['/v1/active-ats', 'description_html', 'description_format'],
  ['/v1/active-ats-count', 'description_advance', 'description_advanced'],
  ['/v1/active-ats', 'descriptions', 'description'],
  ['/v1/jobs', 'description_type', 'description'],
  ['/v1/active-ats', 'salary', 'has_salary'],
  ['/v1/active-ats', 'date', 'date_posted_lt'],
  ['/v1/jobs', 'title_any', 'title'],
])('%s with the misspelt %s', (path, name, meant) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; did you mean ${meant}?`)
})

test.each([
  [
    '/v1/active-ats-count',
    'limt',
    'limit belongs to /v1/active-ats, /v1/modified-ats, /v1/jobs and /v1/changes',
  ],
  ['/v1/active-ats-count', 'include_description', `description_format belongs to ${LISTS}`],
  ['/v1/jobs', 'exclude_sources', `exclude_source belongs to ${FEEDS}`],
])('%s with %s, a misspelt parameter of other paths', (path, name, hint) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; ${hint}`)
})

test.each([
  ['/v1/jobs', 'organization', FEEDS],
  ['/v1/changes', 'time_frame', '/v1/active-ats, /v1/active-ats-count and /v1/expired-ats'],
  ['/v1/active-ats', 'since', '/v1/changes'],
  ['/v1/jobs', 'exclude_source', FEEDS],
  ['/v1/active-ats', 'date_modified_gte', '/v1/modified-ats'],
])('%s with %s names the paths that have it', (path, name, paths) => {
  expect(messageAt(path, name)).toBe(`unknown parameter; it belongs to ${paths}`)
})

test.each([
  ['/v1/active-ats', 'sort', ''],
  ['/v1/active-ats', 'page', ' did you mean offset?'],
  ['/v1/jobs', 'page', ' did you mean cursor?'],
  ['/v1/active-ats', 'salary_min', ' did you mean has_salary?'],
  ['/v1/active-ats', 'query', ' did you mean description?'],
  ['/v1/jobs', 'query', ' did you mean q?'],
  ['/v1/active-ats-count', 'employer', ' did you mean organization?'],
  ['/v1/stats', 'sort', ''],
  // There `description` chooses what is returned.
  ['/v1/changes', 'query', ''],
])('%s with %s, a name of other interfaces, has all names', (path, name, meant) => {
  const known = documentedPaths.find((documented) => documented.path === path)?.parameters
  const accepted = `${meant === '' ? '' : `;${meant}`}`
  const separator = meant === '' ? ';' : ''
  expect(messageAt(path, name)).toBe(
    `unknown parameter${accepted}${separator} the accepted ones are ${known?.join(', ')}`,
  )
})

test.each([
  ['sort', ''],
  ['page', 'did you mean cursor? '],
  ['salary_min', 'did you mean pay_at_least? '],
  ['query', 'did you mean description? '],
  ['employer', 'did you mean organization? '],
])('a tool with %s names the accepted arguments', (name, meant) => {
  const known = [...Object.keys(filterParameters), 'limit', 'cursor']
  const tool = { parameters: { ...filterParameters, ...pick(jobListing) }, required: [] }
  const accepted = `unknown parameter; ${meant}the accepted ones are ${known.join(', ')}`
  expect(() => readArguments(tool, { [name]: 'x' })).toThrow(`${name}: ${accepted}`)
})

const pick = ({ limit, cursor }: typeof jobListing) => ({ limit, cursor })

test('the paths of every parameter are those of the document', () => {
  const ofDocument = documentedPaths.map(({ path, parameters }) => {
    const isForKeysOrPath = (name: string) => name === 'apiKey' || path.includes(`{${name}}`)
    return [path, parameters.filter((name) => !isForKeysOrPath(name))]
  })
  const ofRoutes = [...routes].map(([path, { parameters }]) => [path, parameters])
  expect<unknown>(ofRoutes).toEqual(ofDocument)
})

function messageAt(path: string, name: string): string {
  const known = documentedPaths.find((documented) => documented.path === path)?.parameters ?? []
  expect(known).not.toEqual([])
  return unknownParameter(name, known, { followsText: false, isBare: false, routes })
}
