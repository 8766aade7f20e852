import { expect, test } from 'bun:test'
import { summarize, TestResults } from './support/test-results'

const STOPPED = `
tests/a.test.ts:
(pass) one [0.10ms]
(pass) café > two
error: expected 1, received 2
(fail) three [5.00ms]
tests/b.test.ts:
(pass) fo`

const ENDED = `${STOPPED}ur

1 tests failed:
(fail) three [5.00ms]

 3 pass
 1 fail
 2 errors
Ran 4 tests across 2 files. [1.00s]
`

function resultsOf(text: string, size: number): TestResults {
  const results = new TestResults()
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) results.add(bytes.subarray(at, at + size))
  return results
}

const summaryOf = (text: string, size: number) => summarize(resultsOf(text, size).counts())

test.each([1, 7, 1000])('in chunks of %d bytes', (size) => {
  expect(summaryOf(STOPPED, size)).toBe('2 passed, 1 failed')
  expect(summaryOf(ENDED, size)).toBe('3 passed, 3 failed')
})

test.each([STOPPED, ENDED])('the lines of a failure are kept once', (text) => {
  expect(resultsOf(text, 7).failures).toEqual([
    'tests/a.test.ts:\nerror: expected 1, received 2\n(fail) three [5.00ms]',
  ])
})

test('with colors', () => {
  expect(summaryOf('\x1b[32m✓\x1b[0m one\n\x1b[31m✗\x1b[0m two\n', 1000)).toBe('1 passed, 1 failed')
  expect(summaryOf('\x1b[32m 5 pass\x1b[0m\n\x1b[2m 0 fail\x1b[0m\n', 1000)).toBe(
    '5 passed, 0 failed',
  )
})

test('without any result', () => {
  expect(summaryOf('', 1)).toBe('0 passed, 0 failed')
})
