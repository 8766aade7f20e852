import { describe, expect, test } from 'bun:test'
import type { ProblemBody } from '../../../../src/service/pages/explore/browser/page/exchange'
import { fieldErrors } from '../../../../src/service/pages/explore/browser/search/field-errors'
import { EMPTY_SEARCH } from '../../../../src/service/pages/explore/browser/search/search'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { plain as parsePlain } from '../../../support/plain'
import { syntaxErrorOf } from '../../../support/syntax-errors'

const problem = (parameter: string, detail: string, position: number | null): ProblemBody => ({
  title: 'Invalid request',
  status: 400,
  detail: `${parameter}: ${detail}`,
  errors: [{ parameter, detail, position }],
})

const advanced = { ...EMPTY_SEARCH, syntax: 'advanced' } as const

describe('the text that the service proposes is offered', () => {
  test.each([
    ['q', parsePlain, '"nurse', '"nurse"', 'plain'],
    ['title_advanced', parseAdvanced, 'java sql', 'java & sql', 'advanced'],
    ['title_advanced', parseAdvanced, "'java' 'sql'", 'java & sql', 'advanced'],
    ['title_advanced', parseAdvanced, '(java | sql', undefined, 'advanced'],
    ['title_advanced', parseAdvanced, 'java NEAR/3 sql', 'java <3> sql | sql <3> java', 'advanced'],
  ] as const)('%s', (parameter, parse, text, corrected, syntax) => {
    const error = syntaxErrorOf(parse, text)
    if (error === undefined) throw new Error(`${text} has no error`)
    expect(error.suggestion).toBe(corrected)
    const search = parameter === 'q' ? EMPTY_SEARCH : advanced
    expect(fieldErrors(problem(parameter, error.message, error.position), search)).toEqual([
      {
        field: parameter === 'q' ? 'text' : 'title',
        detail: error.message,
        position: error.position,
        corrected: corrected === undefined ? undefined : { text: corrected, syntax },
      },
    ])
  })
})

test('a position in a text that the page rewrote is not a position in its field', () => {
  const detail = "expected a letter or digit, got ''&'' at position 1"
  const body = problem('organization_advanced', detail, 1)
  expect(fieldErrors(body, EMPTY_SEARCH)).toMatchObject([
    { field: 'employer', position: undefined },
  ])
  expect(fieldErrors(body, advanced)).toMatchObject([{ field: 'employer', position: 1 }])
})

test('errors without a position and of unknown parameters', () => {
  expect(fieldErrors(problem('city', 'expected a city', null), EMPTY_SEARCH)).toEqual([
    { field: 'city', detail: 'expected a city', position: undefined, corrected: undefined },
  ])
  expect(fieldErrors(problem('limit', 'too many', null), EMPTY_SEARCH)).toEqual([])
})
