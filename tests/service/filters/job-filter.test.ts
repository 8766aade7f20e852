import { describe, expect, test } from 'bun:test'
import Type, { type TProperties } from 'typebox'
import {
  type CommonParameters,
  commonFilter,
  searchFilter,
} from '../../../src/service/filters/job-filter'
import { commonFilters } from '../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../src/service/parameters/decode-query'
import { searchFilterParameters } from '../../../src/service/parameters/search-parameters'

const both = ['CA', 'US'] as const

test('without filters it is every active job of the countries', () => {
  expect(commonFilter({ country: both })).toEqual({ countries: both })
})

describe('each parameter is one member', () => {
  const early = new Date('2026-01-01')
  const late = new Date('2026-02-01')
  test.each<[Omit<CommonParameters, 'country'>, object]>([
    [{ organization: ['Acme'] }, { organizations: ['Acme'] }],
    [{ exclude_organization: ['Acme'] }, { excludedOrganizations: ['Acme'] }],
    [{ source: ['lever'] }, { sources: ['lever'] }],
    [{ exclude_source: ['lever'] }, { excludedSources: ['lever'] }],
    [{ date_posted_gte: early }, { posted: { from: early, to: undefined } }],
    [{ date_posted_lt: late }, { posted: { from: undefined, to: late } }],
    [{ date_posted_gte: early, date_posted_lt: late }, { posted: { from: early, to: late } }],
    [{ date_created_gte: early }, { created: { from: early, to: undefined } }],
    [{ date_created_lt: late }, { created: { from: undefined, to: late } }],
    [{ has_salary: true }, { hasSalary: true }],
    [{ has_salary: false }, { hasSalary: false }],
    [{ remote: true }, { isRemote: true }],
    [{ remote: false }, { isRemote: false }],
    [{ has_no_location: true }, { hasLocation: false }],
    [{ has_no_location: false }, { hasLocation: true }],
    [{ id: [1n, 2n] }, { ids: [1n, 2n] }],
  ])('%p', (parameters, members) => {
    expect(commonFilter({ country: both, ...parameters })).toEqual({
      countries: both,
      ...members,
    })
  })

  test('country', () => {
    expect(commonFilter({ country: ['US'] })).toEqual({ countries: ['US'] })
  })
})

describe('no parameter is decoded and then ignored: it is in `MEMBERS`, or the function reads it', () => {
  test.each(examplesOf(commonFilters))('commonFilter, %s', (_, query, before) => {
    const filterOf = (text: string) => commonFilter(decodeQuery(Type.Object(commonFilters), text))
    expect(filterOf(query)).not.toEqual(filterOf(before))
  })

  test.each(examplesOf(searchFilterParameters))('searchFilter, %s', (_, query, before) => {
    const filterOf = (text: string) =>
      searchFilter(
        decodeQuery(Type.Object(searchFilterParameters), text),
        new Date('2026-01-15T10:30:00Z'),
      )
    expect(filterOf(query)).not.toEqual(filterOf(before))
  })
})

/** Each parameter with its first example, and the parameters that it needs. */
function examplesOf(parameters: TProperties): [name: string, query: string, before: string][] {
  return Object.entries(parameters).map(([name, schema]) => {
    const { examples: [example] = [] }: { examples?: unknown[] } = schema
    const value = name === 'country' ? 'US' : String(example)
    const before = name === 'state' ? 'country=US' : ''
    return [
      name,
      [`${name}=${encodeURIComponent(value)}`, ...(before ? [before] : [])].join('&'),
      before,
    ]
  })
}
