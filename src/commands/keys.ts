import { writeFileSync } from 'node:fs'
import type { Queries } from '../catalogue/database/client/drizzle'
import { type Config, readConfig } from '../service/config'
import {
  createKey,
  JOBS_PER_MONTH_RANGE,
  type KeyLimits,
  listKeys,
  REQUESTS_PER_MINUTE_RANGE,
  revokeKey,
} from '../service/keys/api-keys'
import { formatInstant } from '../values/instant'
import { openCatalogue } from './catalogue/catalogue'
import { CommandError, readAction, readInteger, runCommand } from './terminal/command'
import { formatTable, printLine } from './terminal/output'

const USAGE = 'expected create NAME, list or revoke NAME'

await runCommand({
  name: 'keys',
  help: `bun run keys create NAME [--requests-per-minute N] [--jobs-per-month N]
bun run keys list
bun run keys revoke NAME

create  creates an API key and prints it to standard output; it cannot be shown again
list    lists all keys: creation time, state, limits and last use
revoke  revokes a key permanently; servers reject it within seconds

--requests-per-minute N  rate limit and burst size of the key, 1 to 1000000;
                         default: REQUESTS_PER_MINUTE
--jobs-per-month N       jobs that the key may receive in a calendar month (UTC),
                         1 to 1000000000000; default: JOBS_PER_MONTH

With several processes, a key can go over its limits a little; docs/run.md says by how
much.

Example: bun run keys create "Acme feed reader" --requests-per-minute 60 > acme.key`,
  options: { 'requests-per-minute': { type: 'string' }, 'jobs-per-month': { type: 'string' } },
  positionals: [1, 2],
  async run({ positionals: [action, name], values, shutdown }) {
    checkArguments(action, name)
    const limits: KeyLimits = {
      requestsPerMinute: readLimit(values, 'requests-per-minute', REQUESTS_PER_MINUTE_RANGE),
      jobsPerMonth: readLimit(values, 'jobs-per-month', JOBS_PER_MONTH_RANGE),
    }
    if (action !== 'create' && Object.keys(values).length > 0) {
      throw new CommandError('limits can be set only when a key is created: keys create NAME')
    }
    const config = readConfig(process.env)
    const options = { command: 'keys', config, mayBeAhead: true }
    const { database } = await openCatalogue(shutdown, options)
    if (action === 'create') await create(database, name ?? '', limits)
    else if (action === 'revoke') await revoke(database, name ?? '')
    else await list(database, config)
  },
})

function readLimit(
  values: Readonly<Record<string, string | undefined>>,
  option: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | null {
  const text = values[option]
  return text === undefined ? null : readInteger(option, text, minimum, maximum)
}

function checkArguments(action = '', name: string | undefined): void {
  if (
    action === 'create' &&
    name !== undefined &&
    (!/^\P{Cc}{1,100}$/u.test(name) || name.trim() !== name)
  ) {
    throw new CommandError(
      'expected a NAME of 1 to 100 characters that neither begins nor ends with a blank',
    )
  }
  readAction(action, ['create', 'list', 'revoke'], USAGE)
  if ((action === 'list') !== (name === undefined)) throw new CommandError(USAGE)
}

async function create(database: Queries, name: string, limits: KeyLimits): Promise<void> {
  const key = await createKey(database, name, limits)
  if (key === undefined)
    throw new CommandError(`the name '${name}' is in use, or belonged to a revoked key`)
  try {
    // console.log does not report write errors.
    writeFileSync(process.stdout.fd, `${key}\n`)
  } catch (cause) {
    const isRevoked = await revokeKey(database, name).catch(() => false)
    const state = isRevoked ? 'and is revoked' : `run: bun run keys revoke '${name}'`
    throw new Error(`the key could not be printed, ${state}`, { cause })
  }
}

async function list(database: Queries, config: Config): Promise<void> {
  const rows = (await listKeys(database)).map((key) => [
    key.name,
    formatInstant(key.createdAt),
    key.revokedAt === null ? 'valid' : `revoked ${formatInstant(key.revokedAt)}`,
    showLimit(key.requestsPerMinute, config.requestsPerMinute),
    showLimit(key.jobsPerMonth, config.jobsPerMonth),
    key.lastUsedAt === null ? 'never' : formatInstant(key.lastUsedAt),
  ])
  const header = ['NAME', 'CREATED', 'STATE', 'REQUESTS/MINUTE', 'JOBS/MONTH', 'LAST USED']
  printLine(formatTable(header, rows))
}

/** Defaults come from this command's environment, which should equal the server's. */
function showLimit(own: number | null, defaultLimit: number | undefined): string {
  return own === null ? `default (${defaultLimit ?? 'unlimited'})` : String(own)
}

async function revoke(database: Queries, name: string): Promise<void> {
  if (!(await revokeKey(database, name))) {
    throw new CommandError(`there is no valid key named '${name}'`)
  }
  printLine(`revoked '${name}'`)
}
