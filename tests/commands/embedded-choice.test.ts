import { expect, test } from 'bun:test'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyCluster } from '../support/copy-cluster'
import { program } from '../support/program'
import { useFolder } from '../support/use-folder'

const folder = useFolder('embedded-choice-')

/** Runs a command in the folder, with no settings but these. */
async function run(command: string, env: Record<string, string> = {}) {
  const child = Bun.spawn(program(`commands/${command}.ts`), {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  return { errors, status }
}

test('beside settings that were not read, no command makes an embedded database', async () => {
  writeFileSync(join(folder, 'job-catalogue.env'), 'DATABASE_URL=postgres://127.0.0.1:1/jobs\n')
  for (const command of ['migrate', 'seed']) {
    expect(await run(command)).toEqual({
      errors: `${command}: neither DATABASE_URL nor DATA_DIR is set, and the settings in job-catalogue.env were not read; run: bun --env-file=job-catalogue.env run ${command}; or set DATA_DIR=.data to make another catalogue\n`,
      status: 1,
    })
  }
  expect(existsSync(join(folder, '.data'))).toBe(false)
  rmSync(join(folder, 'job-catalogue.env'))
})

test('a database that no setting names is named first', async () => {
  await copyCluster(join(folder, '.data'))
  const { errors, status } = await run('migrate')
  expect([errors.split('\n')[0], status]).toEqual(['database: embedded in .data/', 0])
  const named = await run('migrate', { DATA_DIR: join(folder, '.data') })
  expect([named.errors, named.status]).toEqual(['', 0])
})
