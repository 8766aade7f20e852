import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  joinNeighbours,
  MAX_LIST_ELEMENTS,
  parseList,
} from '../../../src/service/parameters/list-value'
import { UnreadableValue } from '../../../src/values/errors'

const texts = (list: string): string[] => parseList(list).map((element) => element.text)

describe('a list', () => {
  test.each([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['  a b ,  c ', ['a b', 'c']],
    ['"a, b",c', ['a, b', 'c']],
    [' "a" , "b" ', ['a', 'b']],
    ['"say ""yes""",no', ['say "yes"', 'no']],
    ['""""', ['"']],
    ['" a "', [' a ']],
    ['12" pipes,Bar "Z"', ['12" pipes', 'Bar "Z"']],
    ['a,a', ['a', 'a']],
  ])('%s', (list, elements) => {
    expect(texts(list)).toEqual(elements)
  })

  test.each([
    [',', "expected an element before ',' at position 1"],
    ['a,', "expected an element after ',' at position 2"],
    ['a, ', "expected an element after ',' at position 2"],
    ['a,,b', "expected an element before ',' at position 3"],
    ['é😀,,b', "expected an element before ',' at position 4"],
    ['  ', 'expected a value'],
    ['a,""', `expected a name between '"' and '"' at position 3`],
    ['a,"b', `expected '"' to close '"' at position 3`],
    ['"a""', `expected '"' to close '"' at position 1`],
    [
      '"a"b,c',
      `expected ',' after the closing '"', got 'b' at position 4; write '"' inside quotes as '""'`,
    ],
    [
      '"a" "b"',
      `expected ',' after the closing '"', got '"b"' at position 5; write '"' inside quotes as '""'`,
    ],
  ])('%s is refused', (list, message) => {
    expect(() => parseList(list)).toThrow(new UnreadableValue(message))
  })

  test('may have as many elements as the limit and not one more', () => {
    const most = Array.from({ length: MAX_LIST_ELEMENTS }, (_, index) => `e${index}`)
    expect(texts(most.join(','))).toEqual(most)
    expect(() => parseList([...most, 'x'].join(','))).toThrow(
      new UnreadableValue('more than 1000 elements'),
    )
  })

  test('gives back what was quoted into it', () => {
    const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', '"', ',', ' ', 'é', '😀') })
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), (names) => {
        const list = names.map((each) => `"${each.replaceAll('"', '""')}"`).join(' , ')
        expect(texts(list)).toEqual(names)
      }),
    )
  })
})

describe('neighbours joined again by their commas', () => {
  test.each([
    ['a', ['a']],
    ['a,b', ['a', 'a,b', 'b']],
    [' Birch ,  Ltd. ', ['Birch', 'Birch ,  Ltd.', 'Ltd.']],
    ['a,"b,c",d', ['a', 'b,c', 'd']],
    ['a,b,"c"', ['a', 'a,b', 'b', 'c']],
    ['a,b,c', ['a', 'a,b', 'a,b,c', 'b', 'b,c', 'c']],
    ['a,b,c,d,e', 'a|a,b|a,b,c|a,b,c,d|b|b,c|b,c,d|b,c,d,e|c|c,d|c,d,e|d|d,e|e'.split('|')],
  ])('%s', (list, names) => {
    expect(joinNeighbours(list, parseList(list)).map(({ text }) => text)).toEqual(names)
  })
})
