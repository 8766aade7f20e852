import { expect, test } from 'bun:test'
import { taleo } from '../../../src/collect/systems/taleo'
import { type Answer, boardOf, listing, range } from './answers'

test('Business Edition: the pages behind the first one are those of its session', async () => {
  const settings = { host: 'phe.tbe.taleo.net', instance: 'phe01' }
  const base = 'https://phe.tbe.taleo.net/phe01/ats/careers/v2'
  const results = `${base}/searchResults?org=FIR&cws=41`
  const more = `${results}&next&rowFrom=10`
  const page = (from: number, to: number, next = ''): Answer => {
    const links = range(from, to).map(
      (id) =>
        `<h4><a href="${base}/viewRequisition?org=FIR&cws=41&rid=${id}" class="viewJobLink">Feller</a></h4>`,
    )
    return { body: `<div class="oracletaleocwsv2-search-results">${links.join('')}${next}</div>` }
  }
  const cookie = { 'set-cookie': 'JSESSIONID=one; Path=/phe01/ats; Secure' }
  const { ids, incompleteReason, requests } = await listing(
    taleo,
    boardOf(taleo, 'tbe/FIR/41', { settings }),
    {
      [results]: { ...page(1, 11, `<a href="${more}">Next</a>`), headers: cookie },
      [more]: page(11, 14),
    },
  )
  expect([ids.length, incompleteReason]).toEqual([13, undefined])
  expect(requests.map(({ url, headers }) => [url, headers?.cookie])).toEqual([
    [results, undefined],
    [more, 'JSESSIONID=one'],
    [results, undefined],
  ])
})
