import { expect, test } from 'bun:test'
import { watchAnswers } from '../../../src/commands/collect/watch-answers'

function silencesAfter(...answers: [host: string, status?: number][]): number {
  let silences = 0
  const watch = watchAnswers(() => {
    silences += 1
  })
  for (const [host, status] of answers) watch({ source: 'fake', host, status, ms: 1 })
  return silences
}

test('three hosts without an answer are said once', () => {
  expect(silencesAfter(['a.example'], ['a.example'], ['b.example'])).toBe(0)
  const three: [string][] = [['a.example'], ['b.example'], ['c.example']]
  expect(silencesAfter(...three, ['d.example'], ...three)).toBe(1)
})

test('one answer, whatever it says, shows that there is a network', () => {
  expect(silencesAfter(['a.example'], ['b.example', 503], ['c.example'], ['d.example'])).toBe(0)
})
