import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { scripts } from '../../package.json'
import { program } from '../support/program'
import { HAS_CURL } from '../support/programs'
import { createTestDatabase, type TestDatabase } from '../support/test-database'

const ROOT = join(import.meta.dir, '../..')
const PAGE = await Bun.file(join(ROOT, 'docs/tutorial.md')).text()
const PROGRAM = await Bun.file(join(ROOT, 'examples/board/board.ts')).text()

let catalogue: TestDatabase
beforeAll(async () => {
  catalogue = await createTestDatabase()
})
afterAll(async () => {
  await catalogue.drop()
})

test('the excerpts of the tutorial are in its program', () => {
  const excerpts = blocks('ts')
  expect(excerpts.length).toBe(3)
  const program = withoutIndents(PROGRAM)
  expect(excerpts.filter((excerpt) => !program.includes(withoutIndents(excerpt)))).toEqual([])
})

test.skipIf(!HAS_CURL)(
  'the commands of the tutorial, in one terminal, end in a board without the jobs of the employer that left',
  async () => {
    const [rehearsal, service, board] = [freePort(), freePort(), freePort()]
    await using terminal = openTerminal({
      DATABASE_URL: catalogue.url,
      PORT: `${service}`,
      CATALOGUE: `http://127.0.0.1:${service}`,
      BOARD_PORT: `${board}`,
    })
    const outputs: string[] = []
    for (const block of blocks('bash')) {
      // The embedded PostgreSQL is not used, so it leaves no folder.
      const lines = block
        .replace('rehearsal/server.ts', `$& ${rehearsal}`)
        .replaceAll(':9000', `:${rehearsal}`)
        .replaceAll(':3000', `:${service}`)
        .replaceAll(':8080', `:${board}`)
        .replace(/^rm .*\ngit checkout .*\n/m, '')
      outputs.push(await terminal.run(asPrograms(lines)))
    }
    const [install, , collect, , asked, , nurses, , left] = outputs
    expect(install).not.toContain('rror')
    expect(collect).toContain(' created 49 ')
    expect(JSON.parse(asked ?? '').jobs).toHaveLength(1)
    expect(nurses).toMatch(/<li><a href="\/jobs\/\d+">[^<]*Nurse/)
    expect(left).toContain('<p>No jobs are found.</p>')
  },
  300_000,
)

function blocks(language: string): string[] {
  const found = PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))
  return [...found].map(([, code = '']) => code)
}

/** With what `bun run` would start in place of it, as far as that is a program of src/. */
function asPrograms(lines: string): string {
  return lines.replaceAll(/bun run (?:--silent )?(\w+)/g, (whole, name: string) => {
    const script = new Map(Object.entries(scripts)).get(name)
    const [, file] = /^bun src\/(\S+)$/.exec(script ?? '') ?? []
    return file === undefined ? whole : program(file).join(' ')
  })
}

function withoutIndents(code: string): string {
  return code.replaceAll(/^ +/gm, '')
}

function freePort(): number {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  return server.port ?? 0
}

/** A shell with job control, as in a terminal, that gets one block after the other. */
function openTerminal(env: Record<string, string>) {
  const shell = Bun.spawn(['bash', '--norc', '-m'], {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdin: 'pipe',
    stdout: 'pipe',
  })
  shell.stdin.write('exec 2>&1\n')
  const reader = shell.stdout.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  const readUntil = async (mark: RegExp): Promise<string> => {
    for (;;) {
      const match = mark.exec(unread)
      if (match) {
        const text = unread.slice(0, match.index)
        unread = unread.slice(match.index + match[0].length)
        return text
      }
      const { value, done } = await reader.read()
      if (done) throw new Error(`the shell ended: ${unread}`)
      unread += decoder.decode(value, { stream: true })
    }
  }
  return {
    /** What a block prints. A server in the background is waited for. */
    async run(block: string): Promise<string> {
      shell.stdin.write(`${block}echo "__status $?"\n`)
      await shell.stdin.flush()
      if (!block.includes('&\n')) return await readUntil(/__status 0\n/)
      return await readUntil(/COLLECT_REPLAY_URL=\S+\n|the board is at \S+\n|serving \S+\n/)
    },
    async [Symbol.asyncDispose]() {
      shell.stdin.write('kill $(jobs -p)\n')
      await shell.stdin.end()
      await shell.exited
    },
  }
}
