import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { writeBatch } from '../../src/catalogue/import/write/write-batch'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { asBatchLine } from '../support/test-app'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { readCatalogue } from '../support/whole-catalogue'

const folder = useFolder('feeds-recipe-')
const app = useTestApp({ windowFreshMs: 1_000 }, async () => {
  const page = await Bun.file(join(import.meta.dir, '../../docs/polling.md')).text()
  const [, program = ''] = /```js\n(\/\/ KEY=.*?)```/s.exec(page) ?? []
  // So that windows have several pages.
  expect(program).toContain('const PAGE = 1000\n')
  await Bun.write(join(folder, 'feeds.mjs'), program.replace('PAGE = 1000', 'PAGE = 4'))
})

test('the program of the documents keeps a copy in step while others write', async () => {
  await using server = Bun.serve({
    port: 0,
    fetch(request) {
      app.clock.set(new Date().toISOString())
      return app.handle(request)
    },
  })
  const run = async () => {
    const child = Bun.spawn([process.execPath, 'feeds.mjs'], {
      cwd: folder,
      env: { ...process.env, KEY: app.key, BASE: `${server.url.origin}/v1` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
    expect({ errors, status }).toEqual({ errors: '', status: 0 })
  }
  const history = new RandomHistory(randomNumbers(11))
  const writer = createWriter(app.database)
  const write = async (count: number): Promise<void> => {
    await writeBatch(writer, history.batch(count).map(asBatchLine))
  }
  await write(40)
  let isOver = false
  const writing = (async () => {
    while (!isOver) await write(3)
  })()
  for (let times = 0; times < 6; times += 1) await run()
  isOver = true
  await writing
  // Until the last write is in a window.
  await Bun.sleep(1_100)
  await run()
  const { jobs } = await Bun.file(join(folder, 'copy.json')).json()
  const catalogue = await readCatalogue(app)
  expect(catalogue.size).toBeGreaterThan(10)
  expect(Object.keys(jobs)).toEqual([...catalogue.keys()].map(String))
  for (const { modified_fields: _, ...job } of Object.values<Record<string, unknown>>(jobs)) {
    expect(catalogue.get(Number(job.id))).toMatchObject(job)
  }
})
