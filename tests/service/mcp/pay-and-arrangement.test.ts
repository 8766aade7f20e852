import { expect, test } from 'bun:test'
import type { Client } from '@modelcontextprotocol/client'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'
import { callTool, connectClient } from './mcp-client'

let client: Client

useTestApp({}, async (app) => {
  await app.write(
    ...[30, 40, 35].map((value) =>
      posting({
        title: 'Baker',
        work_arrangement: 'hybrid',
        locations: [place('Dover', 'DE', 'US')],
        salary: {
          '@type': 'MonetaryAmount',
          currency: 'USD',
          value: { '@type': 'QuantitativeValue', value, unitText: 'HOUR' },
        },
      }),
    ),
  )
  await app.prepare()
  client = await connectClient(app)
})

test('pay is an order of search_jobs, whose cursors keep it', async () => {
  const order = { sort: 'pay', pay_unit: 'HOUR', country: ['US'], limit: 2 }
  const tops = async (cursor = '') => {
    const { structured } = await callTool(client, 'search_jobs', { ...order, cursor })
    const { jobs, next_cursor } = structured as {
      jobs: { salary: { value: { value: number } } }[]
      next_cursor: string | null
    }
    return { tops: jobs.map(({ salary }) => salary.value.value), next: next_cursor }
  }
  const first = await tops()
  const rest = await tops(first.next ?? '')
  expect([...first.tops, ...rest.tops, rest.next]).toEqual([40, 35, 30, null])
  const without = await callTool(client, 'search_jobs', { sort: 'pay' })
  expect([without.isError, without.text]).toEqual([
    true,
    'pay_unit: expected one of HOUR, DAY, WEEK, MONTH, YEAR with sort=pay, got none',
  ])
})

test('hybrid jobs are found by their arrangement', async () => {
  for (const [work_arrangement, count] of [
    [['hybrid'], 3],
    ['hybrid', 3],
    [['remote', 'hybrid'], 3],
    [['onsite'], 0],
  ]) {
    const { structured } = await callTool(client, 'count_jobs', { work_arrangement })
    expect(structured.count).toBe(count)
  }
  const { structured, text } = await callTool(client, 'facets', { title: 'baker' })
  expect(structured.work_arrangements).toEqual({ hybrid: 3 })
  expect(text).toContain('Pay at least: USD 15 an hour 3')
})
