import { expect, test } from 'bun:test'
import { join, posix } from 'node:path'
import { Glob } from 'bun'

const SOURCE = join(import.meta.dir, '../src')

/** Folders of src, and files beside them, as the map names them, each behind those that it may import. */
const MAPPED = await readMap()

const ORDER = [...new Set(MAPPED.map(folder))]

interface Import {
  from: string
  to: string
}

test('the map of CONTRIBUTING.md has one line for each folder, and for each file beside them', async () => {
  const folders = new Set<string>()
  for await (const file of new Glob('**/*').scan(SOURCE)) {
    const parts = file.split('/')
    if (parts.length === 1) folders.add(file)
    for (let depth = 1; depth < parts.length; depth += 1) {
      folders.add(`${parts.slice(0, depth).join('/')}/`)
    }
  }
  expect(MAPPED.toSorted()).toEqual([...folders].toSorted())
})

test('imports go one way', async () => {
  const wrong = (await listImports()).filter(({ from, to }) => {
    const [importer, imported] = [place(from), place(to)]
    const isApart = folder(from) === 'import' && folder(to) === 'keys'
    return imported > importer || isApart || importer === -1
  })
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('no file imports itself by way of others, not even a type', async () => {
  const imports = Map.groupBy(await listImports(), ({ from }) => from)
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '))
    else if (!finished.has(file)) {
      for (const { to } of imports.get(file) ?? []) follow(`${to}.ts`, [...path, file])
      finished.add(file)
    }
  }
  for (const file of imports.keys()) follow(file, [])
  expect(circles).toEqual([])
})

test('the search package knows neither parameters nor SQL nor HTTP', async () => {
  const foreign = (await listImports('search')).filter(
    ({ to }) => !['search', 'locations', 'values'].includes(folder(to)),
  )
  expect(foreign).toEqual([])
})

test('every file of plugins/ is a plugin of Elysia', async () => {
  const others: string[] = []
  for await (const file of new Glob('plugins/**/*.ts').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, file)).text()
    if (!text.includes('new Elysia(')) others.push(file)
  }
  expect(others).toEqual([])
})

/** The folders that may hold SQL as text: the database, and those that write tables of their own. */
const SQL_FOLDERS = ['database', 'import', 'keys', 'collect']

test('only the folders of SQL have templates of it, and none has raw text', async () => {
  const wrong: string[] = []
  for await (const file of new Glob('**/*.ts').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, file)).text()
    const [, names = ''] = /import \{([^}]*)\} from 'drizzle-orm'/.exec(text) ?? []
    const hasTemplates = names.split(',').some((name) => name.trim() === 'sql')
    if (hasTemplates && !SQL_FOLDERS.includes(folder(file))) wrong.push(file)
    if (text.includes('sql.raw(')) wrong.push(`${file}: sql.raw`)
  }
  expect(wrong).toEqual([])
})

async function readMap(): Promise<string[]> {
  const text = await Bun.file(join(SOURCE, '../CONTRIBUTING.md')).text()
  const rows = text.split(/^\| folder .*$/m)[1]?.split('\n\n')[0] ?? ''
  return [...rows.matchAll(/^\| `([^`]+)` /gm)].map(([, name = '']) => name)
}

async function listImports(under = '.'): Promise<Import[]> {
  const imports: Import[] = []
  for await (const file of new Glob(`${under}/**/*.ts`).scan(SOURCE)) {
    const from = posix.normalize(file)
    const text = await Bun.file(join(SOURCE, from)).text()
    for (const [, path = ''] of text.matchAll(/(?:from|import) ?\(?'(\.[^']*)'/g)) {
      imports.push({ from, to: posix.join(posix.dirname(from), path) })
    }
  }
  expect(imports.length).toBeGreaterThan(0)
  return imports
}

function place(file: string): number {
  return ORDER.findIndex(
    (entry) => entry === folder(file) || entry === `${file}.ts` || entry === file,
  )
}

function folder(file: string): string {
  return file.split('/')[0] ?? ''
}
