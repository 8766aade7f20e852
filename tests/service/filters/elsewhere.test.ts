import { describe, expect, test } from 'bun:test'
import Type from 'typebox'
import { commonFilter, searchFilter } from '../../../src/service/filters/job-filter'
import { commonFilters } from '../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../src/service/parameters/decode-query'
import { searchParameters } from '../../../src/service/parameters/search-parameters'

const NOW = new Date('2026-01-15T10:30:00Z')

function hintOf(read: () => unknown): string | undefined {
  try {
    read()
  } catch (error) {
    return /at position \d+(?:; )?(.*)$/.exec(String(error))?.[1]
  }
  return 'accepted'
}

describe('a hint names a parameter that the path has', () => {
  test.each([
    ['title', 'location: Toronto nurse', 'send it in the parameter city: Toronto, and here: nurse'],
    ['title', 'location:"New York"', 'send it in the parameter city: New York'],
    ['title', '-city:Toronto', ''],
    ['title', 'state:TX', 'send it in the parameter state'],
    ['title', 'country:US', 'send it in the parameter country'],
    ['title', 'company:Acme nurse', 'send it in the parameter q: Acme, and here: nurse'],
    ['q', 'company:Acme nurse', 'send it in the parameter q: Acme nurse'],
    ['title', 'description:java', 'send it in the parameter q: java'],
    ['title', 'title_advanced:java', 'send it in the parameter title: java'],
    ['title', 'job_type:contract', 'send it in the parameter employment_type'],
    ['title', 'nurse near me', 'send a city in the parameter city, and here: nurse'],
  ])('/v1/jobs, %s=%s', (name, text, hint) => {
    const query = `${name}=${encodeURIComponent(text)}`
    const read = () => searchFilter(decodeQuery(Type.Object(searchParameters), query), NOW)
    expect(hintOf(read)).toBe(hint)
  })

  test.each([
    ['location: Toronto nurse', 'send it in the parameter location: Toronto, and here: nurse'],
    ['-city:Toronto', 'send it in the parameter location: -"Toronto"'],
    ['state:TX', 'send it in the parameter location'],
    ['country:US', 'send it in the parameter country'],
    ['company:Acme', 'send it in the parameter organization_advanced: Acme'],
    ['q:java', 'send it in the parameter description: java'],
    ['job_type:contract', 'send it in the parameter employment_type of /v1/jobs'],
    ['nurse near me', 'send a city in the parameter location, and here: nurse'],
  ])('a feed, title=%s', (text, hint) => {
    const query = `title=${encodeURIComponent(text)}`
    expect(hintOf(() => commonFilter(decodeQuery(Type.Object(commonFilters), query)))).toBe(hint)
  })
})
