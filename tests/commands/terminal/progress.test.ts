import { afterEach, expect, spyOn, test } from 'bun:test'
import { createProgress } from '../../../src/commands/terminal/output'

const now = spyOn(performance, 'now')
const printed: string[] = []
const warn = spyOn(console, 'warn').mockImplementation((line: string) => void printed.push(line))
const { isTTY } = process.stderr

afterEach(() => {
  now.mockRestore()
  warn.mockRestore()
  process.stderr.isTTY = isTTY
})

test('without a terminal, a slow command prints a line every ten seconds if it asks for lines', () => {
  process.stderr.isTTY = false
  now.mockReturnValue(0)
  const [lines, silent] = [createProgress(100, true), createProgress(100)]
  for (let second = 1; second <= 25; second += 1) {
    now.mockReturnValue(second * 1000)
    lines.show(second, `created ${second}`)
    silent.show(second, `silent ${second}`)
  }
  expect(printed).toEqual(['10%  90 s left  created 10', '20%  80 s left  created 20'])
})
