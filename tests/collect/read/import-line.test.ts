import { expect, test } from 'bun:test'
import { importLine } from '../../../src/collect/read/import-line'
import { LocationResolver } from '../../../src/text/locations/location-resolver'

const resolver = new LocationResolver()

test.each([
  ['Operator', 'Posting', 'Board', 'Operator'],
  ['Operator', undefined, undefined, 'Operator'],
  [undefined, 'Posting', 'Board', 'Posting'],
  [undefined, null, 'Board', 'Board'],
  [undefined, undefined, undefined, null],
])(
  "employer's name: operator %p, posting %p, board %p",
  (operator, published, boardName, expected) => {
    const board = { source: 'lever', slug: 'acme', organization: operator }
    const posting = {
      external_id: '1',
      title: 'Cook',
      url: 'https://jobs.lever.co/acme/1',
      places: [{ text: 'Toronto, ON' }],
      ...(published !== undefined && { organization: published }),
    }
    const read = importLine(posting, undefined, { board, resolver, boardName })
    if (read.kind !== 'line') throw new Error(`no line: ${read.reason}`)
    expect(read.line.value).toMatchObject({ organization: expected })
    expect(JSON.parse(read.line.text)).toEqual(read.line.value)
  },
)
