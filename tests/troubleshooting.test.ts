import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dir, '..')
const page = await Bun.file(join(ROOT, 'docs/troubleshooting.md')).text()
const files = [...new Glob('src/**/*.ts').scanSync(ROOT)].toSorted()
const source = (await Promise.all(files.map((file) => Bun.file(join(ROOT, file)).text()))).join(
  '\n',
)

/** The quoted messages of the first columns, each as the texts between the parts that vary. */
const messages = [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([^`]+)`/g)]
    .map(([, message = '']) => message)
    .filter((message) => / /.test(message)),
)

test('each message of docs/troubleshooting.md is in the program', () => {
  expect(messages.length).toBeGreaterThan(30)
  const parts = messages.flatMap((message) => message.split('…').map((part) => part.trim()))
  expect(parts.filter((part) => !source.includes(part))).toEqual([])
})
