import { expect, test } from 'bun:test'
import { treaty } from '@elysiajs/eden'
import type { App } from '../../../src/service/app'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const app = useTestApp({}, async (app) => {
  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  app.clock.set('2026-01-15T11:30:00Z')
})

/** A client typed by the app. */
function client(key: string) {
  return treaty<App>(app.app, { headers: { authorization: `Bearer ${key}` } }).v1
}

test('a feed has the type of its jobs', async () => {
  const { data, status } = await client(app.key)['active-ats'].get({ query: { limit: 1 } })
  const titles: string[] | undefined = data?.map(({ title }) => title)
  expect([status, titles]).toEqual([200, ['Welder']])
})

test('a count has the type of its document', async () => {
  const { data } = await client(app.key)['active-ats-count'].get({ query: { time_frame: '24h' } })
  const count: number | undefined = data?.count
  expect(count).toBe(2)
})

test('a path parameter is an argument', async () => {
  const { data } = await client(app.key).jobs({ id: 1 }).get()
  const job: { title: string; status: string } | null = data
  expect(job).toMatchObject({ title: 'Nurse', status: 'active' })
})

test('an error has its status', async () => {
  const { data, error } = await client('jc_wrong').stats.get()
  expect([data, error?.status]).toEqual([null, 401])
  if (error?.status === 401) expect(error.value.title).toBe('Unauthenticated')
})
