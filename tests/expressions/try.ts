/**
 * `bun tests/expressions/try.ts expressions` tries each expression that meets foreign text, and with the name of a reader
 * that reader, with each of the worst texts. It prints what it begins and how long it took, and `done`.
 */
import { listedExpressions } from './listed-expressions'
import { READER_NAMES } from './reader-names'
import { READERS } from './readers'
import { sourceExpressions } from './source-expressions'
import { wordsOf, worstTexts } from './worst-words'

const [, , name] = process.argv
const reader = READER_NAMES.find((known) => known === name)
if (reader === undefined) await tryExpressions()
else {
  for (const [word, text] of worstTexts()) {
    await measure(JSON.stringify(word), () => READERS[reader](text))
  }
}
console.log('done')

async function tryExpressions(): Promise<void> {
  const lengths = new Map<string, number>()
  for (const { reader, length, lines } of await listedExpressions()) {
    for (const line of lines) if (reader !== undefined) lengths.set(line, length)
  }
  for (const { file, text, value } of await sourceExpressions()) {
    const name = `${file} ${text}`
    const length = lengths.get(name)
    if (value === undefined || length === undefined) continue
    for (const [word, worst] of worstTexts(wordsOf(value), length)) {
      await measure(`${name} on ${JSON.stringify(word)}`, () =>
        value.global ? worst.replace(value, '') : value.exec(worst),
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
