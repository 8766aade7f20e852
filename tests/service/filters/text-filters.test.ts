import { describe, expect, test } from 'bun:test'
import type { JobFilter } from '../../../src/catalogue/job-filter'
import { type SearchTexts, textFilters } from '../../../src/service/filters/text-filters'
import { ParameterError } from '../../../src/values/errors'
import { printTree } from '../../support/print-search'

/** The trees as short texts. */
function printed({ title, fullText, organizationName, places }: ReturnType<typeof textFilters>) {
  return {
    ...(title && { title: printTree(title) }),
    ...(fullText && { fullText: printTree(fullText) }),
    ...(organizationName && { organizationName: printTree(organizationName) }),
    ...(places && { places: printedPlaces(places) }),
  }
}

function printedPlaces(places: NonNullable<JobFilter['places']>): unknown {
  return places.kind === 'each' ? { each: printTree(places.tree) } : { names: places.tree }
}

describe('each search', () => {
  test.each<[SearchTexts, object]>([
    [{}, {}],
    [{ title: 'data engineer' }, { title: 'all(data engineer)' }],
    [{ title_advanced: 'data | engineer' }, { title: 'any(data engineer)' }],
    [{ description: 'a -b' }, { fullText: 'all(a not(b))' }],
    [{ description_advanced: "'a b'" }, { fullText: '"a b"' }],
    [{ q: 'a OR b' }, { fullText: 'any(a b)' }],
    [{ organization_advanced: 'health:*' }, { organizationName: 'health*' }],
    [{ location_advanced: 'toronto & !quebec' }, { places: { each: 'all(toronto not(quebec))' } }],
    [
      { location: 'Toronto' },
      { places: { names: { kind: 'place', prefix: false, terms: ['toronto'] } } },
    ],
  ])('%j', (texts, trees) => {
    expect(printed(textFilters(texts))).toEqual(trees)
  })
})

describe('an advanced search replaces its plain counterpart, which is not even parsed', () => {
  test.each<[SearchTexts, object]>([
    [{ title: '"open', title_advanced: 'a' }, { title: 'a' }],
    [{ description: 'OR', description_advanced: 'a' }, { fullText: 'a' }],
    [{ location: '-', location_advanced: 'a' }, { places: { each: 'a' } }],
  ])('%j', (texts, trees) => {
    expect(printed(textFilters(texts))).toEqual(trees)
  })

  test('also when the advanced one is wrong', () => {
    expect(issuesOf({ title: '"open', title_advanced: 'a &' })).toEqual([['title_advanced', 3]])
  })
})

test('the issues of all searches are carried, each with its parameter and position', () => {
  const issues = issuesOf({
    title: 'a "b',
    description_advanced: '(a',
    location: 'Toronto OR',
    organization_advanced: 'a b',
  })
  expect(issues).toEqual([
    ['title', 3],
    ['description_advanced', 1],
    ['location', 9],
    ['organization_advanced', 3],
  ])
})

test('the cost of all searches together is limited', () => {
  const phrases = (count: number) => Array(count).fill('"welder of pipes"').join(' OR ')
  const title = phrases(40)
  expect(issuesOf({ title, organization_advanced: 'acme' })).toEqual([])
  expect(issuesOf({ title, description: phrases(40), location: 'Toronto' })).toEqual([
    ['description', 1],
  ])
})

function issuesOf(texts: SearchTexts): unknown[] {
  try {
    textFilters(texts)
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error
    return error.issues.map(({ parameter, position }) => [parameter, position])
  }
  return []
}
