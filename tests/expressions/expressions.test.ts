import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { timeLimit } from '../support/until'
import { listedExpressions } from './listed-expressions'
import { READER_NAMES } from './reader-names'
import { expressionsOf, sourceExpressions } from './source-expressions'

/** A text takes a fraction of a second when its time is linear, and minutes when it is quadratic. */
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

test.each(['expressions', ...READER_NAMES])(
  'a megabyte of each of the worst words: %s',
  async (name) => {
    expect(await lastBegun(name)).toBe('done')
  },
  timeLimit(10 * 60_000),
)

/** Runs `try.ts`; what it had begun when it was silent for too long, or `done`. */
async function lastBegun(name: string): Promise<string> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'try.ts'), name], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let last = 'nothing'
  let timer: Timer | undefined
  const listen = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => child.kill('SIGKILL'), timeLimit(SILENCE_MS))
  }
  listen()
  const decoder = new TextDecoder()
  for await (const bytes of child.stdout) {
    last = decoder.decode(bytes).trim().split('\n').at(-1) ?? last
    listen()
  }
  clearTimeout(timer)
  await child.exited
  return last
}
