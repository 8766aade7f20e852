/**
 * `bun tests/expressions/try.ts NAME...` tries each expression that meets foreign text (`expressions`), or a reader by its
 * name, with the worst texts. It prints what it begins and the CPU time that it took, and `done: NAME`; it ends at what takes too
 * long.
 */
import { timeLimit } from '../support/until'
import { LONG, listedExpressions } from './listed-expressions'
import { READER_NAMES, type ReaderName } from './reader-names'
import { READERS } from './readers'
import { sourceExpressions } from './source-expressions'
import { suspectWords, tryOn } from './suspect-words'
import { WORST_WORDS, worstText } from './worst-words'

/** Of the CPU, which other processes do not take from a text that is read. */
const LIMIT_MS = timeLimit(4_000)

/** A reader that is quadratic takes the limit on a long text if it takes `PART_LIMIT_MS` on this part of one. */
const PART = 1 / 8
const PART_LIMIT_MS = LIMIT_MS * PART ** 2

for (const name of process.argv.slice(2)) {
  const reader = READER_NAMES.find((known) => known === name)
  await (reader === undefined ? tryExpressions() : tryReader(reader))
  console.log(`done: ${name}`)
}

/** A long text takes a second and more in some readers, so it is tried only if its part does not say that it cannot be slow. */
async function tryReader(name: ReaderName): Promise<void> {
  for (const word of WORST_WORDS) {
    const read = (length: number) => () => READERS[name](worstText(word, length))
    const said = JSON.stringify(word)
    const partMs = await measure(`a part of ${said}`, read(LONG * PART))
    if (partMs > PART_LIMIT_MS) await measure(said, read(LONG))
  }
}

async function tryExpressions(): Promise<void> {
  const lengths = new Map<string, number>()
  for (const { reader, length, lines } of await listedExpressions()) {
    for (const line of lines) if (reader !== undefined) lengths.set(line, length)
  }
  for (const { file, text, value } of await sourceExpressions()) {
    const name = `${file} ${text}`
    const length = lengths.get(name)
    if (value === undefined || length === undefined) continue
    console.log(name)
    for (const word of suspectWords(value, length)) {
      await measure(`${name} on ${JSON.stringify(word)}`, () =>
        tryOn(value, worstText(word, length)),
      )
    }
  }
}

async function measure(name: string, read: () => unknown): Promise<number> {
  console.log(name)
  const start = process.cpuUsage()
  await read()
  const { user, system } = process.cpuUsage(start)
  const ms = Math.round((user + system) / 1_000)
  console.log(`${ms} ms: ${name}`)
  if (ms > LIMIT_MS) process.exit(1)
  return ms
}
