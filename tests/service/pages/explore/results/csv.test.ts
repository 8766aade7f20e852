import { expect, test } from 'bun:test'
import { csvText } from '../../../../../src/service/pages/explore/browser/results/csv'

test.each(['=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])(
  'a cell that begins with %j is no formula',
  (sign) => {
    const text = `${sign}1+1`
    expect(csvText(text).replace(/^"|"$/g, '')).toBe(`'${text}`)
    expect(csvText(`1${text}`).replace(/^"|"$/g, '')).toBe(`1${text}`)
  },
)

test('a cell with a comma, a quote or a line break is quoted', () => {
  expect(csvText('a,"b"\n')).toBe('"a,""b""\n"')
})
