import { expect, test } from 'bun:test'
import { collectorBoards } from '../../../src/catalogue/database/schema/collector'
import { HOST_KEY, hostKeyOf } from '../../../src/collect/pace/limit-key'
import { startOnce } from '../../support/start-once'
import { startRehearsal } from '../support/rehearsal'

const rehearsal = startOnce(startRehearsal, ({ close }) => close())

test('the host of a board has the same key in SQL', async () => {
  for (const slug of ['acme', 'jobs.acme.example', 'jobs.acme.example/en/1']) {
    await rehearsal.add(slug, { jobs: [] })
  }
  const { source, slug } = collectorBoards
  const rows = await rehearsal.database.db
    .select({ source, slug, key: HOST_KEY })
    .from(collectorBoards)
  expect(rows.map(hostKeyOf)).toEqual(rows.map(({ key }) => key))
  expect(rows.map(hostKeyOf).toSorted()).toEqual([
    'fake/acme',
    'fake/jobs.acme.example',
    'fake/jobs.acme.example',
  ])
})
