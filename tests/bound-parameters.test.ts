import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Statement } from '../src/catalogue/database/client/drizzle'
import { interfaceDocument, type Parameter } from './support/contract'
import { place, posting } from './support/posting-builder'
import { recordDatabase } from './support/recorded-database'
import { createTestApp, type TestApp } from './support/test-app'
import { createTestDatabase } from './support/test-database'

/** Texts that would do harm inside of a statement; each has a word of its own, which no statement of ours has. */
const HOSTILE = [
  `'; drop table jobs; -- hostile0`,
  `' or '1'='1' hostile1`,
  `" or ""="" hostile2`,
  `\\'; select 1; \\" hostile3`,
  `$1 $2::text %s hostile4`,
  `$$; delete from jobs; $$ hostile5`,
  `/* ' */ hostile6 --`,
  `’; drop table jobs ‘“” ＇ hostile7`,
  `E'\\x27' U&'\\0027' hostile8`,
]

let app: TestApp
let statements: Statement[] = []
/** Statements of the writes below. */
let written: Statement[] = []
beforeAll(async () => {
  const on = await createTestDatabase()
  const database = recordDatabase(on.database, (statement) => statements.push(statement))
  app = await createTestApp({ on: { ...on, database }, start: '2026-01-15T08:30:00Z' })
  const lines = [...HOSTILE, 'harmless'].map((text) =>
    posting({
      ...{ title: text, organization: text, description_text: text, external_id: text },
      locations: [place(text, 'ON', 'CA')],
    }),
  )
  await app.write(...lines)
  app.clock.set('2026-01-15T09:30:00Z')
  await app.write(...lines.map((line) => ({ ...line, apply_url: `${line.url}/apply` })))
  app.clock.set('2026-01-15T10:30:00Z')
  written = statements
})
afterAll(() => app.stop())

const parameters = Object.entries(interfaceDocument.paths).flatMap(([path, { get }]) =>
  get.parameters.map((parameter): [string, string, Parameter] => [path, parameter.name, parameter]),
)

/** How a text is searched for as a whole, by what its parameter reads. */
const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  q: plainPhrase,
  title: plainPhrase,
  description: plainPhrase,
  location: plainPhrase,
  city: (text) => text,
  title_advanced: advancedPhrase,
  description_advanced: advancedPhrase,
  organization_advanced: advancedPhrase,
  location_advanced: advancedPhrase,
  organization: listElement,
  exclude_organization: listElement,
}

function plainPhrase(text: string): string {
  return `"${text.replaceAll(/["“”*]/g, ' ')}"`
}

function advancedPhrase(text: string): string {
  return `'${text.replaceAll("'", ' ')}'`
}

function listElement(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

test.each(parameters)('%s: %s reaches PostgreSQL as a value', async (path, name, { schema }) => {
  const write = schema.enum === undefined ? WRITTEN[name] : undefined
  for (const text of HOSTILE) {
    for (const value of [text, listElement(text), ...(write ? [write(text)] : [])]) {
      statements = []
      await app.request(addressOf(path, name, value))
      expect(hostileTexts(statements)).toEqual([])
    }
    if (write === undefined) continue
    statements = []
    const found = await findTitles(addressOf(path, name, write(text)), path)
    const others = [...HOSTILE, 'harmless'].filter((each) => each !== text)
    expect([text, found]).toEqual([text, name.startsWith('exclude') ? others : [text]])
    const word = /hostile\d/.exec(text)?.[0] ?? ''
    expect(hostileTexts(statements)).toEqual([])
    expect(statements.some(({ values }) => Bun.inspect(values).includes(word))).toBe(true)
  }
})

test('texts of postings reach PostgreSQL as values', () => {
  expect(written.length).toBeGreaterThan(0)
  expect(hostileTexts(written)).toEqual([])
})

test('every parameter that takes texts is searched with them', () => {
  const takesText = ({ schema: { type, items, enum: words, format } }: Parameter) =>
    (items ?? { type }).type === 'string' &&
    (items ?? { enum: words }).enum === undefined &&
    !format
  const names = parameters.filter(([, , each]) => takesText(each)).map(([, name]) => name)
  const others = ['source', 'exclude_source', 'cursor', 'apiKey']
  expect([...new Set(names)].toSorted()).toEqual([...Object.keys(WRITTEN), ...others].toSorted())
})

function addressOf(path: string, name: string, value: string): string {
  const encoded = encodeURIComponent(value)
  const inPath = `{${name}}`
  if (path.includes(inPath)) return path.replace(inPath, encoded)
  return `${path.replace('{id}', '1')}?${name}=${encoded}`
}

function hostileTexts(all: readonly Statement[]): string[] {
  return all.map(({ text }) => text).filter((text) => /hostile|drop table|\$\$/i.test(text))
}

interface Found {
  id: number
  title: string
}

/** The titles of the jobs in an answer, in the order in which they were written; a count finds as many of the first. */
async function findTitles(target: string, path: string): Promise<string[]> {
  const answer = await app.get<Found[] | { jobs: Found[] } | { count: number }>(target)
  if ('count' in answer) {
    // The feed says which.
    const feed = await findTitles(target.replace(path, '/v1/active-ats'), '/v1/active-ats')
    expect(answer.count).toBe(feed.length)
    return feed
  }
  const jobs = 'jobs' in answer ? answer.jobs : answer
  return jobs.toSorted((a, b) => a.id - b.id).map(({ title }) => title)
}
