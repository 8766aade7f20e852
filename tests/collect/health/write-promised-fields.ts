/** Writes the fields that the recorded boards of `tests/collect/systems/boards/` promise. */
import { $ } from 'bun'
import { fixtureFields, PROMISED_FILE } from './fixture-fields'

await Bun.write(PROMISED_FILE, JSON.stringify(fixtureFields()))
await $`bunx biome format --write ${PROMISED_FILE}`
