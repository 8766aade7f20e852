import { expect, test } from 'bun:test'
import { parseAnswer } from '../../../src/collect/answers/entries'
import { failure } from '../../../src/collect/board/collected'
import { FetchFailure } from '../../../src/collect/failures'
import { lever } from '../../../src/collect/systems/lever'

test('the failure of a board names the vendor of an answer that was not expected', () => {
  expect(
    failure(
      thrownBy(() => parseAnswer('<html>')),
      lever,
    ).error,
  ).toBe('Lever answered with something else than JSON')
})

test('a failure that names an address is told as it is', () => {
  const message = 'https://api.lever.co answered 503'
  expect(failure(new FetchFailure(message), lever).error).toBe(message)
})

function thrownBy(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return error
  }
}
