import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { memoizeSync } from '../../src/values/single-flight'
import { timeLimit } from '../support/until'
import { LONG, listedExpressions } from './listed-expressions'
import { READER_NAMES } from './reader-names'
import { expressionsOf, sourceExpressions } from './source-expressions'
import { suspectWords } from './suspect-words'

/** Of a text whose time is worse than quadratic. `try.ts` ends by itself when the text is read and it took too long. */
const SILENCE_MS = 30_000

test('all expressions of src are listed with the reader through which foreign text meets them', async () => {
  const listed = new Set((await listedExpressions()).flatMap(({ lines }) => lines))
  const written = new Set((await sourceExpressions()).map(({ file, text }) => `${file} ${text}`))
  const message = 'list it in tests/expressions/list.txt, under its reader'
  expect([...written.difference(listed)].map((line) => `${message}: ${line}`)).toEqual([])
  const gone = 'it is not in src; take it out of tests/expressions/list.txt'
  expect([...listed.difference(written)].map((line) => `${gone}: ${line}`)).toEqual([])
})

test('each section of the list names a reader, or says why there is none', async () => {
  const readers = (await listedExpressions()).flatMap(({ reader }) => reader ?? [])
  expect(new Set(readers).difference(new Set<string>(READER_NAMES))).toEqual(new Set())
})

test('expressions are found wherever they are written', () => {
  const source = 'const a = /b+/g; f(RegExp("c")); const d = new RegExp(`e`); t({ pattern: "f" })'
  expect(expressionsOf('x.ts', source).map(({ text }) => text)).toEqual([
    '/b+/g',
    'RegExp("c")',
    'new RegExp(`e`)',
    'pattern: "f"',
  ])
})

// The words of which an expression may be quadratic are found on a short text.
test.each([
  [/\s+$/, ' '],
  [/<!--[\s\S]*?-->/g, '<!--'],
  [/\[[^\]]*\]\(/, '[[['],
  [/<a [^>]*>/gi, '<a '],
  [/(?:^|\s)\s*(?:x|y)>/, '\n'],
  [/ab[^c]*c/, 'ab'],
])('a quadratic expression is tried on a long text: %p', (expression, word) => {
  expect(suspectWords(expression, LONG)).toContain(word)
})

const NAMES = ['expressions', ...READER_NAMES]
// Not before a test asks, so that the other tests can run alone.
const tried = memoizeSync(() => tryEach(NAMES))

test.each(NAMES)(
  'a long text of each of the worst words: %s',
  async (name) => {
    expect((await tried()).get(name)).toBe('done')
  },
  timeLimit(10 * 60_000),
)

/** Runs `try.ts`; for each name what it had begun when it was silent for too long, or `done`. */
async function tryEach(names: readonly string[]): Promise<Map<string, string>> {
  const ends = new Map<string, string>()
  while (ends.size < names.length) {
    const left = names.filter((name) => !ends.has(name))
    const lines = await linesUntilSilent(left)
    const done = lines.filter((line) => line.startsWith('done: ')).map((line) => line.slice(6))
    for (const name of done) ends.set(name, 'done')
    const [ended] = left.filter((name) => !ends.has(name))
    if (ended !== undefined) ends.set(ended, lines.at(-1) ?? 'nothing')
  }
  return ends
}

async function linesUntilSilent(names: readonly string[]): Promise<string[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'try.ts'), ...names], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let text = ''
  let timer: Timer | undefined
  const listen = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), timeLimit(SILENCE_MS))
  }
  listen()
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    text += decoder.decode(bytes, { stream: true })
    listen()
  }
  clearTimeout(timer)
  await child.exited
  return text.trim().split('\n')
}
