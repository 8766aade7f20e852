import { join } from 'node:path'
import { SYSTEMS } from '../../../src/collect/systems/index'

/** Where a page counts the systems. */
const COUNT = /(boards at )\d+( applicant tracking systems)/g

const ROOT = join(import.meta.dir, '../../..')

/** Each file that names or counts the systems, by the text that it should have. */
export async function writtenLists(): Promise<Map<string, string>> {
  const sources = SYSTEMS.map(({ source, name, aliases }) => [source, { name, aliases }])
  const lists = new Map([
    [join(ROOT, 'src/values/sources.json'), JSON.stringify(Object.fromEntries(sources))],
  ])
  for (const name of ['README.md', 'CHANGELOG.md']) {
    const text = await Bun.file(join(ROOT, name)).text()
    // Employers' own sites are no system.
    const counted = text.replaceAll(COUNT, `$1${String(SYSTEMS.length - 1)}$2`)
    if (text.match(COUNT) === null)
      throw new Error(`${name} does not say how many systems there are`)
    lists.set(join(ROOT, name), counted)
  }
  return lists
}
