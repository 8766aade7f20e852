import { expect, spyOn, test } from 'bun:test'
import { HeavyStatements } from '../../src/database/heavy-statements'
import type { Statement } from '../../src/database/statement'

const FROM = '2026-01-15T10:00:00.000Z'

function statement(text: string, ...values: unknown[]): Statement {
  return { text, values }
}

/** Those that were found to be heavy are one after the other. */
function remember(...statements: Statement[]): HeavyStatements {
  const heavy = new HeavyStatements()
  for (const one of statements) heavy.add(one)
  return heavy
}

test.each([
  ['the same', statement('select $1, $2', 'nurse', FROM), true],
  ['in another window', statement('select $1, $2', 'nurse', '2026-01-15T11:00:00.000Z'), true],
  ['with another value', statement('select $1, $2', 'cook', FROM), false],
  ['another', statement('select $2, $1', 'nurse', FROM), false],
])('a heavy statement is known again: %s', (_, other, isKnown) => {
  const heavy = remember(statement('select $1, $2', 'nurse', FROM))
  expect(heavy.has(other)).toBe(isKnown)
})

test('a heavy statement is forgotten after a minute', () => {
  const now = spyOn(performance, 'now').mockReturnValue(5_000)
  try {
    const heavy = remember(statement('select 1'))
    now.mockReturnValue(64_999)
    expect(heavy.has(statement('select 1'))).toBe(true)
    now.mockReturnValue(65_000)
    expect(heavy.has(statement('select 1'))).toBe(false)
  } finally {
    now.mockRestore()
  }
})

test('of more than a thousand, the one that was found first is forgotten', () => {
  const numbered = Array.from({ length: 1_000 }, (_, index) => statement(`select ${index}`))
  const [first = statement(''), second = statement('')] = numbered
  const heavy = remember(...numbered, first, statement('select 1000'))
  expect([first, second].map((one) => heavy.has(one))).toEqual([true, false])
})
