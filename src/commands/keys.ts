import { writeFileSync } from 'node:fs'
import type { Queries } from '../catalogue/database/client/drizzle'
import { type Config, readConfig } from '../service/config'
import {
  changeKey,
  createKey,
  JOBS_PER_MONTH_RANGE,
  type KeyTerms,
  type ListedKey,
  listKeys,
  type NewKey,
  REQUESTS_PER_MINUTE_RANGE,
  revokeKey,
} from '../service/keys/api-keys'
import { quoteValue } from '../values/errors'
import { formatInstant, parseInstant } from '../values/instant'
import { openCatalogue } from './catalogue/catalogue'
import { CommandError, readAction, readInteger, runCommand } from './terminal/command'
import { formatTable, printLine } from './terminal/output'

const USAGE = 'expected create NAME, limit NAME, list or revoke NAME'

const TERMS = {
  'requests-per-minute': { type: 'string' },
  'jobs-per-month': { type: 'string' },
  expires: { type: 'string' },
} as const

const OPTIONS = { ...TERMS, feed: { type: 'boolean' } } as const

await runCommand({
  name: 'keys',
  help: `bun run keys create NAME [--requests-per-minute N] [--jobs-per-month N]
                         [--expires DATE] [--feed]
bun run keys limit NAME [--requests-per-minute N] [--jobs-per-month N]
                        [--expires DATE]
bun run keys list
bun run keys revoke NAME

create  creates an API key and prints it to standard output; it cannot be shown again
limit   changes the limits that are given; the others stay as they are
list    lists all keys: creation time, state, limits and last use
revoke  revokes a key permanently; its name can be used for a new key

--requests-per-minute N  rate limit and burst size of the key, 1 to 1000000;
                         default: REQUESTS_PER_MINUTE
--jobs-per-month N       jobs that the key may receive in a calendar month (UTC),
                         1 to 1000000000000; default: JOBS_PER_MONTH
--expires DATE           the first day (2027-01-31, UTC) or instant
                         (2027-01-31T12:00:00Z) on which the key is not valid;
                         default: never
--feed                   the key works only for /feeds, where it may be a parameter of
                         the address

'limit' also takes 'default' for the two numbers and 'never' for the date. Servers apply
what 'limit' and 'revoke' change within two seconds.

With several processes, a key can go over its limits a little; docs/run.md says by how
much.

Example: bun run keys create "Acme feed reader" --requests-per-minute 60 > acme.key`,
  options: OPTIONS,
  positionals: [1, 2],
  async run({ positionals: [action, name], values, shutdown }) {
    checkArguments(action, name)
    const { feed: isFeedOnly = false, ...termValues } = values
    const terms = readTerms(termValues)
    const isChange = action === 'create' || action === 'limit'
    if (!isChange && Object.keys(values).length > 0) {
      throw new CommandError('limits belong to keys create NAME and keys limit NAME')
    }
    if (action === 'limit' && isFeedOnly) {
      throw new CommandError(
        '--feed can be set only when a key is created: keys create NAME --feed',
      )
    }
    if (action === 'limit' && Object.keys(values).length === 0) {
      throw new CommandError(
        `expected what to change: ${Object.keys(TERMS)
          .map((option) => `--${option}`)
          .join(', ')}`,
      )
    }
    const config = readConfig(process.env)
    const options = { command: 'keys', config, mayBeAhead: true }
    const { database } = await openCatalogue(shutdown, options)
    if (action === 'create') await create(database, name ?? '', { ...terms, isFeedOnly })
    else if (action === 'limit') await limit(database, name ?? '', terms)
    else if (action === 'revoke') await revoke(database, name ?? '')
    else await list(database, config)
  },
})

type TermValues = Readonly<Partial<Record<keyof typeof TERMS, string>>>

/** The terms that are given; null is the default. */
function readTerms(values: TermValues): Partial<KeyTerms> {
  const rate = values['requests-per-minute']
  const jobs = values['jobs-per-month']
  return {
    ...(rate !== undefined && {
      requestsPerMinute: readLimit('requests-per-minute', rate, REQUESTS_PER_MINUTE_RANGE),
    }),
    ...(jobs !== undefined && {
      jobsPerMonth: readLimit('jobs-per-month', jobs, JOBS_PER_MONTH_RANGE),
    }),
    ...(values.expires !== undefined && { expiresAt: readExpiry(values.expires) }),
  }
}

function readLimit(
  option: string,
  text: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | null {
  return text === 'default' ? null : readInteger(option, text, minimum, maximum)
}

function readExpiry(text: string): Date | null {
  if (text === 'never') return null
  const expiry = parseInstant(text)
  if (expiry !== undefined && expiry > new Date()) return expiry
  throw new CommandError(
    `--expires: expected never, or a date or an instant to come such as 2027-01-31, got ${quoteValue(text)}`,
  )
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
  readAction(action, ['create', 'limit', 'list', 'revoke'], USAGE)
  if ((action === 'list') !== (name === undefined)) throw new CommandError(USAGE)
}

async function create(database: Queries, name: string, terms: Partial<NewKey>): Promise<void> {
  const key = await createKey(database, name, terms)
  if (key === undefined) {
    throw new CommandError(
      `the name '${name}' is in use; bun run keys limit '${name}' changes the limits of its key`,
    )
  }
  try {
    // console.log does not report write errors.
    writeFileSync(process.stdout.fd, `${key}\n`)
  } catch (cause) {
    const isRevoked = await revokeKey(database, name).catch(() => false)
    const state = isRevoked ? 'and is revoked' : `run: bun run keys revoke '${name}'`
    throw new Error(`the key could not be printed, ${state}`, { cause })
  }
}

async function limit(database: Queries, name: string, terms: Partial<KeyTerms>): Promise<void> {
  if (!(await changeKey(database, name, terms))) throw noSuchKey(name)
  printLine(`changed '${name}'; servers apply it within two seconds`)
}

async function list(database: Queries, config: Config): Promise<void> {
  const rows = (await listKeys(database)).map((key) => [
    key.name,
    formatInstant(key.createdAt),
    key.isFeedOnly ? 'feeds' : 'all',
    showState(key),
    showLimit(key.requestsPerMinute, config.requestsPerMinute),
    showLimit(key.jobsPerMonth, config.jobsPerMonth),
    key.lastUsedAt === null ? 'never' : formatInstant(key.lastUsedAt),
  ])
  const header = ['NAME', 'CREATED', 'OPENS', 'STATE', 'REQUESTS/MINUTE', 'JOBS/MONTH', 'LAST USED']
  printLine(formatTable(header, rows))
}

function showState({ revokedAt, expiresAt, isValid }: ListedKey): string {
  if (revokedAt !== null) return `revoked ${formatInstant(revokedAt)}`
  if (expiresAt === null) return 'valid'
  return `${isValid ? 'valid until' : 'expired'} ${formatInstant(expiresAt)}`
}

/** Defaults come from this command's environment, which should equal the server's. */
function showLimit(own: number | null, defaultLimit: number | undefined): string {
  return own === null ? `default (${defaultLimit ?? 'unlimited'})` : String(own)
}

async function revoke(database: Queries, name: string): Promise<void> {
  if (!(await revokeKey(database, name))) throw noSuchKey(name)
  printLine(`revoked '${name}'`)
}

function noSuchKey(name: string): CommandError {
  return new CommandError(`no key that is not revoked has the name '${name}'`)
}
