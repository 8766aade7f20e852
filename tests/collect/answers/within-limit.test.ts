import { expect, test } from 'bun:test'
import { parseAnswer } from '../../../src/collect/answers/entries'
import { parseHtml } from '../../../src/collect/answers/markup/html-elements'
import { jobPostingIn } from '../../../src/collect/answers/schema-org/json-ld'
import { MAX_CONTAINERS } from '../../../src/values/nesting'

const issue = 'unreadable: it has more than 2000000 lists and objects'

test.each([
  ['deep', '['.repeat(MAX_CONTAINERS + 1)],
  ['wide', `[${'{},'.repeat(MAX_CONTAINERS)}0]`],
])('an answer of more lists and objects than fit into memory is not parsed: %s', (_, text) => {
  expect(() => parseAnswer(text)).toThrow(issue)
})

test('a block of a page that has as many is passed over', () => {
  const block = (text: string) => `<script type="application/ld+json">${text}</script>`
  const large = `{"@type":"JobPosting","description":"Soup","a":[${'{},'.repeat(MAX_CONTAINERS)}0]}`
  const posting = { '@type': 'JobPosting', title: 'Nurse', description: 'Care' }
  const page = parseHtml(block(large) + block(JSON.stringify(posting)))
  expect(jobPostingIn(page)).toEqual(posting)
})
