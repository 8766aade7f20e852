import { describe, expect, test } from 'bun:test'
import { type CommonParameters, commonFilter } from '../../../src/service/filters/job-filter'

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
