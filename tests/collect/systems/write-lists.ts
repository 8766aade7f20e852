/** Writes the lists and numbers of the systems that other files have: `bun tests/collect/systems/write-lists.ts`. */
import { $ } from 'bun'
import { writtenLists } from './written-lists'

for (const [file, text] of await writtenLists()) await Bun.write(file, text)
await $`bunx biome format --write src/values/sources.json`.quiet()
