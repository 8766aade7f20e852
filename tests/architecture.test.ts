import { expect, test } from 'bun:test'
import { join, posix } from 'node:path'
import { Glob } from 'bun'

const SOURCE = join(import.meta.dir, '../src')

/**
 * What may import what: the parts of `src/`, and of its rooms, in floors. A part imports only from the floors before its
 * own, types included.
 */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  '': [
    ['values'],
    ['text', 'embedded-postgres'],
    ['catalogue'],
    ['collect', 'sample', 'mirror'],
    ['service'],
    ['commands'],
    ['main'],
  ],
  text: [['locations'], ['search', 'stated']],
  'text/search': [
    ['search-tree', 'search-syntax-error'],
    ['search-limits', 'index'],
    ['search-cost', 'grammar'],
    ['reading'],
    ['places'],
  ],
  catalogue: [['job-filter', 'resources'], ['database'], ['import', 'backup']],
  'catalogue/database': [
    ['client'],
    ['schema', 'backup'],
    ['words'],
    ['migrations', 'conditions'],
    ['queries'],
    ['history', 'replicas'],
  ],
  'catalogue/import': [
    ['posting'],
    ['job'],
    ['write'],
    ['line'],
    ['complete-boards', 'upkeep'],
    ['import-postings'],
  ],
  collect: [
    ['system', 'failures'],
    ['pace', 'answers'],
    ['http'],
    ['board'],
    ['names'],
    ['judge'],
    ['read'],
    ['files', 'sites'],
    ['strategies', 'collect-board'],
    ['systems', 'find'],
    ['health'],
    ['run'],
  ],
  service: [
    ['parameters', 'keys'],
    ['filters', 'http'],
    ['config', 'notices', 'open-api', 'metrics'],
    ['plugins'],
    ['routes', 'pages'],
    ['mcp', 'feeds'],
    ['app'],
    ['server'],
  ],
}

interface Import {
  from: string
  to: string
}

test('the table of CONTRIBUTING.md has each room, and the README.md of a room each of its folders', async () => {
  const rooms = new Set<string>()
  const folders = new Set<string>()
  for await (const file of new Glob('**/*').scan(SOURCE)) {
    const parts = file.split('/')
    rooms.add(parts.length === 1 ? file : `${parts[0]}/`)
    for (let depth = 2; depth < parts.length; depth += 1) {
      folders.add(`${parts.slice(0, depth).join('/')}/`)
    }
  }
  const named = await tableOf('../CONTRIBUTING.md')
  expect(named.toSorted()).toEqual([...rooms].toSorted())
  const mapped: string[] = []
  for await (const page of new Glob('*/README.md').scan(SOURCE)) {
    const room = posix.dirname(page)
    mapped.push(...(await tableOf(page)).map((folder) => `${room}/${folder}`))
  }
  expect(mapped.toSorted()).toEqual([...folders].toSorted())
})

test.each(Object.entries(FLOORS))("imports inside '%s' go one way", async (room, floors) => {
  const parts = new Set<string>()
  const wrong = (await listImports(room || '.')).filter(({ from, to }) => {
    const importer = partOf(from, room)
    parts.add(importer)
    if (to.startsWith('..') || !to.startsWith(room && `${room}/`)) return false
    const imported = partOf(to, room)
    parts.add(imported)
    const floor = (part: string) => floors.findIndex((names) => names.includes(part))
    return importer !== imported && floor(imported) >= floor(importer)
  })
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  // Each part has a place, and each place a part.
  expect([...parts].toSorted()).toEqual(floors.flat().toSorted())
})

test('the mirror knows of the catalogue what its clients receive, and nothing else', async () => {
  const others = (await listImports('mirror')).filter(
    ({ to }) => !/^(?:mirror|values|catalogue\/resources)\//.test(to),
  )
  expect(others).toEqual([])
  const behind = (await listImports('catalogue/resources')).filter(
    ({ to }) => !/^(?:catalogue\/resources|values)\//.test(to),
  )
  expect(behind).toEqual([])
})

test('no two parts of a folder import each other, not even by way of others', async () => {
  const imports = await listImports()
  const folders = new Set(imports.map(({ from }) => posix.dirname(from)))
  for (const folder of folders) folders.add(posix.dirname(folder))
  const circles = [...folders].flatMap((folder) => circleIn(folder === '.' ? '' : folder, imports))
  expect(circles).toEqual([])
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

test('every file of plugins/ is a plugin of Elysia', async () => {
  const others: string[] = []
  for await (const file of new Glob('service/plugins/**/*.ts').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, file)).text()
    if (!text.includes('new Elysia(')) others.push(file)
  }
  expect(others).toEqual([])
})

/** The folders that may hold SQL as text: the catalogue, and those that write tables of their own. */
const SQL_FOLDERS = ['catalogue/database/', 'catalogue/import/', 'service/keys/', 'collect/']

test('only the folders of SQL have templates of it, and none has raw text', async () => {
  const wrong: string[] = []
  for await (const file of new Glob('**/*.ts').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, file)).text()
    const [, names = ''] = /import \{([^}]*)\} from 'drizzle-orm'/.exec(text) ?? []
    const hasTemplates = names.split(',').some((name) => name.trim() === 'sql')
    if (hasTemplates && !SQL_FOLDERS.some((folder) => file.startsWith(folder))) wrong.push(file)
    if (text.includes('sql.raw(')) wrong.push(`${file}: sql.raw`)
  }
  expect(wrong).toEqual([])
})

/** The first column of the table of rooms, or of folders, of a page. */
async function tableOf(page: string): Promise<string[]> {
  const text = await Bun.file(join(SOURCE, page)).text()
  const rows = text.split(/^\| (?:room|folder) .*$/m)[1]?.split('\n\n')[0] ?? ''
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

/** The parts of a folder that cannot be put into an order in which each imports only from those before it. */
function circleIn(folder: string, imports: readonly Import[]): string[] {
  const isInside = (file: string) =>
    file.startsWith(folder && `${folder}/`) && !file.startsWith('..')
  const arrows = imports
    .filter(({ from, to }) => isInside(from) && isInside(to))
    .map(({ from, to }) => [partOf(from, folder), partOf(to, folder)] as const)
    .filter(([importer, imported]) => importer !== imported)
  let left = new Set(arrows.flat())
  for (;;) {
    const free = new Set(arrows.filter(([, imported]) => left.has(imported)).map(([from]) => from))
    const next = left.intersection(free)
    if (next.size === left.size) return [...left].map((part) => `${folder}/${part}`)
    left = next
  }
}

/** The part of a room in which a file is: a folder, or a file beside them. */
function partOf(file: string, room: string): string {
  const [part = ''] = file.slice(room === '' ? 0 : room.length + 1).split('/')
  return part.replace(/\.ts$/, '')
}
