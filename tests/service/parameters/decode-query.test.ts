import { describe, expect, test } from 'bun:test'
import { Type } from 'typebox'
import { documentedRoutes } from '../../../src/service/open-api/documented-routes'
import { commonFilters } from '../../../src/service/parameters/common-filters'
import { decodeQuery, MAX_ISSUES } from '../../../src/service/parameters/decode-query'
import { jobListing } from '../../../src/service/parameters/job-listing'
import { newJobsFrame } from '../../../src/service/parameters/time-frames'
import { type Issue, ParameterError } from '../../../src/values/errors'
import { createInterface } from '../../support/interface'

const feed = Type.Object({ ...commonFilters, ...jobListing, time_frame: newJobsFrame })

const ACCEPTED = `the accepted ones are ${Object.keys(feed.properties).join(', ')}`
const UNKNOWN = `unknown parameter; ${ACCEPTED}`

const routes = () => documentedRoutes(createInterface().routes)

function issues(query: string): readonly Issue[] {
  try {
    decodeQuery(feed, query, routes)
  } catch (error) {
    if (error instanceof ParameterError) return error.issues
    throw error
  }
  return []
}

const messages = (query: string): string[] =>
  issues(query).map(({ parameter, detail }) => `${parameter}: ${detail}`)

describe('values', () => {
  const defaults = { country: ['CA', 'US'], limit: 100, time_frame: '24h' }

  test.each<[string, object]>([
    ['', {}],
    ['&&', {}],
    ['title=java%20sql&', { title: 'java sql' }],
    ['title=java+sql', { title: 'java sql' }],
    ['title=c%2B%2B', { title: 'c++' }],
    ['title=a=b', { title: 'a=b' }],
    ['%74itle=ing%C3%A9nieur', { title: 'ingénieur' }],
    ['title=%F0%9F%98%80', { title: '😀' }],
    ['title_advanced=java%20%26%20sql', { title_advanced: 'java & sql' }],
    ['limit=1', { limit: 1 }],
    ['limit=1000', { limit: 1000 }],
    ['limit=007', { limit: 7 }],
    ['offset=0', { offset: 0 }],
    ['offset=9007199254740991', { offset: 9007199254740991 }],
    ['cursor=0', { cursor: 0n }],
    ['cursor=9223372036854775807', { cursor: 9223372036854775807n }],
    ['id=9007199254740993,1', { id: [9007199254740993n, 1n] }],
    ['id=1%2C2', { id: [1n, 2n] }],
    ['id=1,2,1', { id: [1n, 2n] }],
    ['country=US', { country: ['US'] }],
    ['organization=%22Smith%2C+Jones%22,AT%26T', { organization: ['Smith, Jones', 'AT&T'] }],
    ['country=US&country=CA', { country: ['US', 'CA'] }],
    ['country[]=US&title=a&country%5B%5D=CA', { country: ['US', 'CA'], title: 'a' }],
    ['id=1,2&id[]=2&id=3', { id: [1n, 2n, 3n] }],
    ['organization=Smith,+Jones', { organization: ['Smith', 'Smith, Jones', 'Jones'] }],
    ['exclude_organization=A,+B', { exclude_organization: ['A', 'A, B', 'B'] }],
    ['organization[]=Acme&organization[]=Inc.', { organization: ['Acme', 'Inc.'] }],
    ['source=SAP, Lever.co ,new', { source: ['successfactors', 'lever', 'new'] }],
    ['exclude_source=careers', { exclude_source: ['careerpage'] }],
    ['has_salary=true&remote=false', { has_salary: true, remote: false }],
    ['time_frame=6m', { time_frame: '6m' }],
    ['description_format=html', { description_format: 'html' }],
    ['date_posted_gte=2026-02-28', { date_posted_gte: new Date('2026-02-28T00:00:00Z') }],
    ['date_created_lt=2026-02-28T10:00', { date_created_lt: new Date('2026-02-28T10:00:00Z') }],
    [
      'date_created_gte=2026-02-28T10:00:00.5%2B05:30',
      { date_created_gte: new Date('2026-02-28T04:30:00.500Z') },
    ],
  ])('%s', (query, values) => {
    expect<object>(decodeQuery(feed, query)).toEqual({ ...defaults, ...values })
  })
})

describe('issues', () => {
  const notUtf8 = 'holds bytes that are not UTF-8'
  const int64 = 'expected an integer from 0 to 9223372036854775807'
  const date =
    'expected an ISO 8601 date or date-time that exists, such as 2026-11-20 or 2026-11-20T13:00:00Z'

  test.each([
    ['limit=0', "limit: expected an integer from 1 to 1000, got '0'"],
    ['limit=1001', "limit: expected an integer from 1 to 1000, got '1001'"],
    ['limit=1e2', "limit: expected an integer from 1 to 1000, got '1e2'"],
    ['limit=1.0', "limit: expected an integer from 1 to 1000, got '1.0'"],
    ['limit=%201', "limit: expected an integer from 1 to 1000, got ' 1'"],
    ['limit=%2B1', "limit: expected an integer from 1 to 1000, got '+1'"],
    ['limit=0x10', "limit: expected an integer from 1 to 1000, got '0x10'"],
    ['limit=٣', "limit: expected an integer from 1 to 1000, got '٣'"],
    ['offset=-1', "offset: expected an integer from 0 to 9007199254740991, got '-1'"],
    [
      'offset=9007199254740993',
      "offset: expected an integer from 0 to 9007199254740991, got '9007199254740993'",
    ],
    ['cursor=9223372036854775808', `cursor: ${int64}, got '9223372036854775808'`],
    ['id=1,x', `id: ${int64}, got 'x' at position 3`],
    ['time_frame=2h', "time_frame: expected one of 1h, 24h, 7d, 6m, got '2h'"],
    ['description_format=none', "description_format: expected text or html, got 'none'"],
    ['country=us', "country: expected CA or US, got 'us'"],
    ['country=CA,%20us', "country: expected CA or US, got 'us' at position 5"],
    ['country=CA,', "country: expected an element after ',' at position 3"],
    ['remote=TRUE', "remote: expected true or false, got 'TRUE'"],
    ['remote=1', "remote: expected true or false, got '1'"],
    ['date_posted_gte=2026-02-30', `date_posted_gte: ${date}, got '2026-02-30'`],
    ['date_posted_lt=yesterday', `date_posted_lt: ${date}, got 'yesterday'`],
    [
      'date_posted_lt=2026-02-28T10:00:00+05:00',
      `date_posted_lt: ${date}, got '2026-02-28T10:00:00 05:00'; write '+' in a zone as %2B`,
    ],
    ['title=', 'title: expected a value'],
    ['title', 'title: expected a value'],
    ['id=', 'id: expected a value'],
    ['remote=', 'remote: expected a value'],
    ['limit=5&limit=5', 'limit: sent more than once'],
    ['country=CA&country=x', "country: expected CA or US, got 'x'"],
    ['country=CA&country=', 'country: expected a value'],
    ['country[]=CA,&country[]=US', "country: expected an element after ',' at position 3"],
    ['limit[]=5', 'limit[]: unknown parameter; did you mean limit?'],
    ['title=a&title=b&title=c', 'title: sent more than once'],
    ['title=a%00', 'title: holds a NUL character at position 2'],
    ['organization=%00', 'organization: holds a NUL character at position 1'],
    ['title=%zz', "title: expected two hexadecimal digits after '%', got '%zz'; write '%' as %25"],
    ['title=100%', "title: expected two hexadecimal digits after '%', got '%'; write '%' as %25"],
    ['title=%ff', `title: ${notUtf8}`],
    ['title=%ED%A0%80', `title: ${notUtf8}`],
    ['title=\ud800', `title: ${notUtf8}`],
    ['title=%C0%AF', `title: ${notUtf8}`],
    ['%ff=1', `%ff: ${notUtf8}`],
    ['titel=a', 'titel: unknown parameter; did you mean title?'],
    ['Title=a', 'Title: unknown parameter; did you mean title?'],
    ['limits=5', 'limits: unknown parameter; did you mean limit?'],
    ['salary=true', 'salary: unknown parameter; did you mean has_salary?'],
    ['org=a', 'org: unknown parameter; did you mean organization?'],
    [
      'source_fields=true',
      'source_fields: unknown parameter; it belongs to /v1/jobs and /v1/changes; here: include_source_fields',
    ],
    ['title_any=a', 'title_any: unknown parameter; did you mean title?'],
    ['xyz=1', `xyz: ${UNKNOWN}`],
    ['=1', `: expected the name of a parameter before '='; ${ACCEPTED}`],
    ['__proto__=1', `__proto__: ${UNKNOWN}`],
    ['constructor=1', `constructor: ${UNKNOWN}`],
    ['hasOwnProperty=1', `hasOwnProperty: ${UNKNOWN}`],
    ['apiKey=secret', `apiKey: ${UNKNOWN}`],
    ['sql', `sql: ${UNKNOWN}`],
    ['title_advanced=java & sql', "sql: unknown parameter; write '&' inside a value as %26"],
    ['title=r&d%20lead=x', "d lead: unknown parameter; write '&' inside a value as %26"],
    ['title=java&page-size=10', `page-size: ${UNKNOWN}`],
    ['organization=AT&T', "T: unknown parameter; write '&' inside a value as %26"],
    ['title=a&limit=1&sql', `sql: ${UNKNOWN}`],
    ['title=a&xyz=1', `xyz: ${UNKNOWN}`],
  ])('%s', (query, message) => {
    expect(messages(query)).toEqual([message])
  })

  test('come all together, in the order of the query', () => {
    expect(messages('titel=a&limit=0&limit=3&country=us&remote=yes')).toEqual([
      'titel: unknown parameter; did you mean title?',
      'limit: sent more than once',
      "country: expected CA or US, got 'us'",
      "remote: expected true or false, got 'yes'",
    ])
  })

  test('carry the position beside the text', () => {
    expect(issues('id=1,x&title=a%00')).toEqual([
      { parameter: 'id', detail: `${int64}, got 'x' at position 3`, position: 3 },
      { parameter: 'title', detail: 'holds a NUL character at position 2', position: 2 },
    ])
  })

  test('stop at the limit', () => {
    const unknown = (count: number) => Array.from({ length: count }, (_, n) => `x${n}=1`).join('&')
    expect(messages(unknown(MAX_ISSUES - 1))).toHaveLength(MAX_ISSUES - 1)
    expect(messages(unknown(MAX_ISSUES + 5))).toHaveLength(MAX_ISSUES)
  })

  test('cut long values and long names', () => {
    expect(messages(`limit=${'9'.repeat(70)}`)).toEqual([
      `limit: expected an integer from 1 to 1000, got '${'9'.repeat(60)}...'`,
    ])
    expect(messages(`${'x'.repeat(70)}=1`)).toEqual([`${'x'.repeat(60)}...: ${UNKNOWN}`])
  })

  test('a list takes 1000 elements and not 1001', () => {
    const ids = (count: number) => `id=${Array.from({ length: count }, (_, n) => n).join(',')}`
    expect(messages(ids(1000))).toEqual([])
    expect(messages(ids(1001))).toEqual(['id: more than 1000 elements'])
    const apart = (count: number) => ids(count).replaceAll(',', '&id[]=')
    expect(messages(apart(1000))).toEqual([])
    expect(messages(apart(1001))).toEqual(['id: more than 1000 elements'])
  })
})
