import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plugin } from 'bun'
import typescript from 'typescript-5'
import { documentText } from './support/contract'
import { posting } from './support/posting-builder'
import { createTestApp, type TestApp } from './support/test-app'

/** A client as a developer writes it over the generated types; it compiles only while the document allows it. */
const CLIENT = `import type { components, operations, paths } from './schema'

type Query<Path extends keyof paths> = paths[Path]['get']['parameters']['query']
type Answer<Path extends keyof paths> = paths[Path]['get']['responses'][200]['content']['application/json']

export async function get<Path extends keyof paths>(
  send: (target: string) => Promise<Response>,
  path: Path,
  query: Query<Path>,
): Promise<Answer<Path>> {
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])
  const response = await send(path + '?' + new URLSearchParams(pairs))
  return (await response.json()) as Answer<Path>
}

export async function searchTitles(send: (target: string) => Promise<Response>): Promise<string[]> {
  const page = await get(send, '/v1/jobs', { country: 'CA', q: 'nurse', limit: 10 })
  const jobs: components['schemas']['JobWithStatus'][] = page.jobs
  const cursor: string | null = page.next_cursor
  return cursor === null ? jobs.map(({ title }) => title) : []
}

export type Frame = NonNullable<operations['getActiveAts']['parameters']['query']>['time_frame']
export const frame: Frame = '7d'
// @ts-expect-error the document knows no such frame
export const wrong: Frame = '2h'
`

interface Client {
  searchTitles(send: (target: string) => Promise<Response>): Promise<string[]>
}

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  folder = mkdtempSync(join(tmpdir(), 'job-catalogue-client-'))
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a client generated from the document compiles and finds a job', async () => {
  await Bun.write(join(folder, 'schema.d.ts'), await generateTypes())
  await Bun.write(join(folder, 'client.ts'), CLIENT)
  expect(compile(join(folder, 'client.ts'))).toBe('')

  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  const client: Client = await import(join(folder, 'client.ts'))
  expect(await client.searchTitles((target) => app.request(target))).toEqual(['Nurse'])
})

/** openapi-typescript builds on the programming interface of TypeScript 5, which 7 no longer has. */
async function generateTypes(): Promise<string> {
  plugin({
    name: 'typescript-5',
    setup(build) {
      build.module('typescript', () => ({
        exports: { default: typescript, ...typescript },
        loader: 'object',
      }))
    },
  })
  const { default: generate, astToString } = await import('openapi-typescript')
  return astToString(await generate(JSON.parse(documentText)))
}

/** What the compiler complains of. */
function compile(file: string): string {
  const compiler = join(import.meta.dir, '../node_modules/typescript/bin/tsc')
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'esnext',
    '--module',
    'preserve',
    '--types',
    '',
  ]
  const { stdout } = Bun.spawnSync([
    process.execPath,
    compiler,
    ...options,
    '--lib',
    'esnext,dom',
    file,
  ])
  return stdout.toString()
}
