/**
 * `bun tests/expressions/try.ts NAME...` tries each expression that meets foreign text (`expressions`), or a reader by its
 * name, with the worst texts. It prints what it begins and how long it took, and `done: NAME`.
 */
import { listedExpressions, MEGABYTE } from './listed-expressions'
import { READER_NAMES, type ReaderName } from './reader-names'
import { READERS } from './readers'
import { sourceExpressions } from './source-expressions'
import { suspectWords, tryOn } from './suspect-words'
import { WORST_WORDS, worstText } from './worst-words'

for (const name of process.argv.slice(2)) {
  const reader = READER_NAMES.find((known) => known === name)
  await (reader === undefined ? tryExpressions() : tryReader(reader))
  console.log(`done: ${name}`)
}

async function tryReader(name: ReaderName): Promise<void> {
  for (const word of WORST_WORDS) {
    await measure(JSON.stringify(word), () => READERS[name](worstText(word, MEGABYTE)))
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

async function measure(name: string, read: () => unknown): Promise<void> {
  console.log(name)
  const start = performance.now()
  await read()
  console.log(`${Math.round(performance.now() - start)} ms: ${name}`)
}
