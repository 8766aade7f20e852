import { beforeEach, expect, test } from 'bun:test'
import { readBatchLine } from '../../../../src/catalogue/import/line/read-line'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { importLines } from '../../../support/import-lines'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const app = useTestApp()
beforeEach(() => emptyCatalogue(app, '2026-01-15T10:30:00Z'))

interface Shown {
  salary: { currency: string; value: { minValue?: number; unitText: string } } | null
  employment_type: string[] | null
  source_fields: Posting['source_fields']
}

interface Event {
  event: string
  changed: string[] | null
}

async function jobs(parameters = ''): Promise<Shown[]> {
  const { jobs } = await app.get<{ jobs: Shown[] }>(`/v1/jobs?source_fields=true${parameters}`)
  return jobs
}

async function events(since: number): Promise<Event[]> {
  return (await app.get<{ events: Event[] }>(`/v1/changes?since=${since}`)).events
}

const BOTH = [place('Windsor', 'ON', 'CA'), place('Detroit', 'MI', 'US')]

test('a job has the pay of its text, and the sentence as a source field beside the others', async () => {
  const sentence = 'The salary range is $60,000 to $70,000.'
  const fields = { team: { value: 'Ovens', source_path: '$.team' } }
  await importLines(app.writer, [
    posting({
      description_text: `We bake. ${sentence}`,
      title: 'Baker (Part-time)',
      source_fields: { version: 7, fields },
    }),
  ])
  expect(await jobs('&has_salary=true&employment_type=PART_TIME')).toMatchObject([
    {
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: {
          '@type': 'QuantitativeValue',
          minValue: 60_000,
          maxValue: 70_000,
          unitText: 'YEAR',
        },
      },
      employment_type: ['PART_TIME'],
      source_fields: {
        version: 7,
        fields: {
          ...fields,
          stated_salary: { value: sentence, source_path: 'description' },
          stated_employment_type: { value: 'Baker (Part-time)', source_path: 'title' },
        },
      },
    },
  ])
})

test('structured pay wins, and no pay of zeros does', async () => {
  const text = 'Salary: $60,000 - $70,000'
  const salary = (value: number) => ({
    currency: 'CAD',
    value: { value, unitText: 'YEAR' as const },
  })
  await importLines(app.writer, [
    posting({ description_text: text, salary: salary(65_000) }),
    posting({ description_text: text, salary: salary(0) }),
  ])
  const shown = (await jobs()).map(({ salary, source_fields }) => [
    salary?.value.minValue ?? null,
    Object.hasOwn(source_fields?.fields ?? {}, 'stated_salary'),
  ])
  expect(shown.toSorted()).toEqual([
    [null, false],
    [60_000, true],
  ])
})

test('each country view has the pay for its country', async () => {
  const text = 'Canada: the salary is $80,000 a year.\nUnited States: the salary is $70,000 a year.'
  await importLines(app.writer, [posting({ locations: BOTH, description_text: text })])
  expect((await jobs('&country=US'))[0]?.salary?.currency).toBe('USD')
  expect((await jobs('&country=CA'))[0]?.salary?.currency).toBe('CAD')
})

test('a plain $ of a posting that is also in another country is of unknown currency', async () => {
  const elsewhere = [place('Windsor', 'ON', 'CA'), place('Sydney', null, 'Australia')]
  const description_text = 'Salary: $60,000 - $70,000'
  await importLines(app.writer, [
    posting({ locations: elsewhere, description_text }),
    posting({ locations: BOTH, description_text }),
  ])
  expect((await jobs()).map(({ salary }) => salary)).toEqual([null, null])
})

test('other words for the same pay are a change of salary', async () => {
  const first = posting({ description_text: 'Salary: $60,000 - $70,000' })
  await importLines(app.writer, [first])
  const since = (await app.get<{ latest_seq: number }>('/v1/changes?since=0')).latest_seq
  app.clock.advance(1000)
  await importLines(app.writer, [{ ...first, description_text: 'Salary range: $60,000 - $70,000' }])
  expect(await events(since)).toMatchObject([
    { event: 'updated', changed: ['salary', 'description_text'] },
  ])
  await importLines(app.writer, [{ ...first, description_text: 'Salary range: $60,000 - $70,000' }])
  expect(await events(since)).toHaveLength(1)
})

test('without pay from texts, the same lines are read again', async () => {
  const line = posting({ description_text: 'Salary: $60,000 - $70,000' })
  await importLines(app.writer, [line])
  app.clock.advance(1000)
  const { counts } = await importLines({ ...app.writer, payFromText: false }, [line])
  expect(counts.updated).toBe(1)
  const [job] = await jobs()
  expect([job?.salary, job?.source_fields]).toEqual([null, null])
})

test('the setting is a part of the hash of a line', () => {
  const hash = (payFromText: boolean) =>
    readBatchLine({ number: 1, text: JSON.stringify(line) }, { history: false, payFromText }).hash
  const line = posting()
  expect(hash(true)).not.toBe(hash(false))
})
