import { expect, test } from 'bun:test'
import { quoteValue } from '../../src/values/errors'

test.each([
  ['Café', "'Café'"],
  ['\u{1f600}'.repeat(61), `'${'\u{1f600}'.repeat(60)}...'`],
  ['a jc_secret', "'a jc_...'"],
  ['\x1b[2J\r\nline 99: all is well', "'\ufffd[2J\ufffd\ufffdline 99: all is well'"],
  ['\0\t\x7f\x85\u2028\u2029', `'${'\ufffd'.repeat(6)}'`],
])('%j is quoted as %s', (value, quoted) => {
  expect(quoteValue(value)).toBe(quoted)
})
