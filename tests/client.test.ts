import { expect, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { typeScriptTypes } from './support/interface-types'
import { posting } from './support/posting-builder'
import { useFolder } from './support/use-folder'
import { useTestApp } from './support/use-test-app'

/** A client as a developer writes it over the generated types; it compiles only while the document allows it. */
const CLIENT = `import createClient from 'openapi-fetch'
import type { components, operations, paths } from './schema'

type Send = (target: string, request: Request) => Promise<Response>
type Job = components['schemas']['JobWithStatus']

/** Lists are several parameters, or with \`explode: false\` one parameter with commas. */
const clientOf = (send: Send, explode = true) =>
  createClient<paths>({
    baseUrl: 'http://localhost',
    fetch: (request) => send(request.url.slice('http://localhost'.length), request),
    querySerializer: { array: { style: 'form', explode } },
  })

export async function searchTitles(send: Send): Promise<string[]> {
  const query = { country: 'CA', q: 'nurse', limit: 10, source_fields: true } as const
  const { data, error } = await clientOf(send).GET('/v1/jobs', { params: { query } })
  if (error !== undefined) throw new Error(error.detail)
  const cursor: string | null = data.next_cursor
  return cursor === null ? data.jobs.map(({ title }) => title) : []
}

/** Employers with a comma in their name, and several countries. */
export async function listTitles(send: Send, explode: boolean): Promise<string[]> {
  const organization = ['Yoshida, Greyling & Sons', 'Wrenrill']
  const { data = [], error } = await clientOf(send, explode).GET('/v1/active-ats', {
    params: { query: { country: ['CA', 'US'], organization, time_frame: '7d' } },
  })
  if (error !== undefined) throw new Error(error.detail)
  return data.map(({ title }) => title)
}

/** Members that are always null are members of the type of an answer. */
export async function alwaysNull(send: Send): Promise<unknown[]> {
  const { data } = await clientOf(send).GET('/v1/modified-ats', {})
  return (data ?? []).flatMap((job) => [
    job.organization_url,
    job.organization_logo,
    job.location_requirements,
    job.domain_derived,
    job.counties_derived,
    job.timezones_derived,
    job.modified_fields,
  ])
}

export function published(job: Job, field: string): unknown {
  return job.source_fields?.fields[field]?.value
}

export type Frame = NonNullable<operations['getActiveAts']['parameters']['query']>['time_frame']
export const frame: Frame = '7d'
// @ts-expect-error the document knows no such frame
export const wrong: Frame = '2h'
`

interface Client {
  searchTitles(send: (target: string) => Promise<Response>): Promise<string[]>
  listTitles(send: (target: string) => Promise<Response>, explode: boolean): Promise<string[]>
}

const folder = useFolder('job-catalogue-client-')
const app = useTestApp({}, async () => {
  // The client imports openapi-fetch.
  symlinkSync(join(import.meta.dir, '../node_modules'), join(folder, 'node_modules'))
})

test('a client generated from the document compiles, finds a job and sends lists', async () => {
  await Bun.write(join(folder, 'schema.d.ts'), await typeScriptTypes())
  await Bun.write(join(folder, 'client.ts'), CLIENT)
  expect(compile(join(folder, 'client.ts'))).toBe('')

  await app.write(posting({ title: 'Nurse' }), posting({ title: 'Welder' }))
  const client: Client = await import(join(folder, 'client.ts'))
  expect(await client.searchTitles((target) => app.request(target))).toEqual(['Nurse'])

  await app.write(posting({ title: 'Porter', organization: 'Yoshida, Greyling & Sons' }))
  app.clock.advance(3_600_000)
  for (const explode of [true, false]) {
    const titles = await client.listTitles((target) => app.request(target), explode)
    expect(titles).toEqual(['Porter'])
  }
})

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
