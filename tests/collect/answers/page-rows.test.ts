import { expect, test } from 'bun:test'
import { fingerprint } from '../../../src/collect/answers/fingerprint'
import { firstOfEach, pageEntries } from '../../../src/collect/answers/page-rows'

const welder = { id: '1', title: 'Welder', shown: '3 days ago' }

test('a row is an entry that changes with it, and the detail gets it back', () => {
  expect(pageEntries([welder])).toEqual({
    postings: [
      { external_id: '1', fingerprint: fingerprint(welder), reference: JSON.stringify(welder) },
    ],
    unreadable: [],
  })
})

test('a system may say what of a row is content, and what the detail needs', () => {
  const { postings } = pageEntries([welder], {
    content: ({ title }) => title,
    reference: ({ id }) => `/jobs/${id}`,
  })
  expect(postings).toEqual([
    { external_id: '1', fingerprint: fingerprint('Welder'), reference: '/jobs/1' },
  ])
})

test('rows without a title or an id are unreadable, and named when they have an id', () => {
  const rows = [
    { id: '2', title: '' },
    { id: '', title: 'Rigger' },
  ]
  expect(pageEntries(rows, { untitled: 'the link has no title' })).toEqual({
    postings: [],
    unreadable: [
      { external_id: '2', reason: 'the link has no title' },
      { reason: 'the link has no title' },
    ],
  })
})

test('rows that only test the system are left out', () => {
  expect(pageEntries([{ id: '3', title: 'Test Job 2' }])).toEqual({ postings: [], unreadable: [] })
})

test('the first row of each id counts, in the order of the page', () => {
  const rows = [
    { id: 'b', title: 'first' },
    { id: 'a', title: 'other' },
    { id: 'b', title: 'second' },
  ]
  expect(firstOfEach(rows)).toEqual(rows.slice(0, 2))
})
