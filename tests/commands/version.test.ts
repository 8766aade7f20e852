import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { callCommand } from '../support/run-command'

const PAGE = await Bun.file(join(import.meta.dir, '../../CHANGELOG.md')).text()

test.each(['migrate.ts', 'import.ts', '../main.ts'])(
  '%s --version says which release',
  async (file) => {
    expect(await callCommand(file, ['--version'])).toEqual({
      output: `job-catalogue ${version}\n`,
      errors: '',
      status: 0,
    })
  },
)

test('the changelog has the release', () => {
  expect(PAGE).toMatch(new RegExp(`^## ${RegExp.escape(version)}\\b`, 'm'))
})
