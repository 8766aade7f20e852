import { describe, expect, test } from 'bun:test'
import { MAX_KINDS, MAX_REPORTED, RejectReport } from '../../../src/commands/terminal/rejects'

function report(issues: readonly string[]): string[] {
  const printed: string[] = []
  const rejects = new RejectReport((line) => void printed.push(line))
  for (const [index, issue] of issues.entries()) {
    rejects.add({ number: index + 1, issue, text: undefined })
  }
  rejects.end()
  return printed
}

const repeat = (issue: (index: number) => string, count = MAX_REPORTED + 2) =>
  Array.from({ length: count }, (_, index) => issue(index))

describe('rejected lines of one kind', () => {
  test('are reported one by one up to the limit', () => {
    const printed = report(repeat(() => 'title: missing', MAX_REPORTED))
    expect([printed.length, printed.at(-1)]).toEqual([MAX_REPORTED, 'line 1000: title: missing'])
  })

  test.each<[string, (index: number) => string]>([
    ['title: missing', () => 'title: missing'],
    ['salary: expected an object', (index) => `salary: expected an object, got '${index}, got'`],
    ['locations[N].latitude: missing', (index) => `locations[${index}].latitude: missing`],
    ['source_fields.fields.NAME: missing', (index) => `source_fields.fields.a ${index}: missing`],
  ])('are counted behind it: %s', (kind, issue) => {
    const printed = report(repeat(issue))
    expect(printed).toHaveLength(MAX_REPORTED + 1)
    expect(printed.at(-1)).toBe(`and 2 more lines: ${kind}`)
  })

  test('do not hide a line of another kind', () => {
    const printed = report([...repeat(() => 'title: missing', MAX_REPORTED + 1), 'url: missing'])
    expect(printed.slice(MAX_REPORTED)).toEqual([
      'line 1002: url: missing',
      'and 1 more line: title: missing',
    ])
  })
})

test('kinds without end are one kind', () => {
  const printed = report(
    repeat((index) => `k${index}: unknown member`, MAX_KINDS + MAX_REPORTED + 5),
  )
  expect(printed).toHaveLength(MAX_KINDS + MAX_REPORTED + 1)
  expect(printed.at(-1)).toBe('and 5 more lines: of other kinds')
})
