import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HAS_TERMINALS } from '../../support/programs'
import { until } from '../../support/until'
import { useFolder } from '../../support/use-folder'

const MODULE = join(import.meta.dir, '../../../src/commands/terminal/offer-page')
const ADDRESS = 'http://127.0.0.1:3000/explore#key=jc_1'
const OFFER = `import { offerPage } from '${MODULE}'; offerPage('${ADDRESS}')`

const folder = useFolder('offer-page-test-')
beforeAll(() => {
  // In place of the programs that open a browser.
  for (const name of ['open', 'xdg-open']) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf %s "$1" > ${folder}/opened\n`)
    chmodSync(join(folder, name), 0o755)
  }
})

const env = () => ({ ...process.env, PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':9' })

describe.skipIf(!HAS_TERMINALS)('at a terminal, if there is one', () => {
  test('Enter opens the page', async () => {
    const shown: string[] = []
    const child = Bun.spawn([process.execPath, '-e', OFFER], {
      env: env(),
      terminal: { cols: 80, rows: 20, data: (_, data) => void shown.push(String(data)) },
    })
    await until(() => shown.join('').includes('Press Enter to open the page'))
    expect(await Bun.file(join(folder, 'opened')).exists()).toBe(false)
    await until(async () => {
      // Again and again: on a busy machine the first may come before the command listens.
      if (!child.killed && child.exitCode === null) child.terminal?.write('\r')
      const opened = Bun.file(join(folder, 'opened'))
      return (await opened.exists()) && (await opened.text()) === ADDRESS
    })
    // It waits for nothing else.
    expect(await child.exited).toBe(0)
  })
})

test('without a terminal nothing is offered', async () => {
  const child = Bun.spawn([process.execPath, '-e', OFFER], {
    env: env(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect([await child.exited, await child.stdout.text(), await child.stderr.text()]).toEqual([
    0,
    '',
    '',
  ])
})
