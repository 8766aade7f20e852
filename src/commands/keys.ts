import { createKey, listKeys, revokeKey } from '../access/api-keys'
import type { Queries } from '../database/connection'
import { formatInstant } from '../values/instant'
import { openCatalogue } from './catalogue'
import { CommandError, runCommand } from './command'

await runCommand({
  name: 'keys',
  help: `bun run keys create NAME
bun run keys list
bun run keys revoke NAME

create  makes an API key and prints it, this once, alone on standard output
list    shows every key's name, when it was made and whether it is revoked
revoke  ends a key for good; it takes effect within seconds

Example: bun run keys create "Acme feed reader" > acme.key`,
  options: {},
  positionals: [1, 2],
  async run({ positionals: [action, name] }) {
    const { database, close } = await openCatalogue()
    try {
      await act(database, action, name)
    } finally {
      await close()
    }
  },
})

async function act(
  database: Queries,
  action: string | undefined,
  name: string | undefined,
): Promise<void> {
  if (action === 'list' && name === undefined) return await list(database)
  if (action === 'create' && name !== undefined) return await create(database, name)
  if (action === 'revoke' && name !== undefined) return await revoke(database, name)
  throw new CommandError('expected create NAME, list or revoke NAME')
}

async function create(database: Queries, name: string): Promise<void> {
  if (!/^\P{Cc}{1,100}$/u.test(name) || name.trim() !== name) {
    throw new CommandError('a name has 1 to 100 characters, none around it blank')
  }
  const key = await createKey(database, name)
  if (key === undefined) throw new CommandError(`the name '${name}' is taken, or was before`)
  console.log(key)
}

async function list(database: Queries): Promise<void> {
  for (const { name, createdAt, revokedAt } of await listKeys(database)) {
    const state = revokedAt === null ? 'valid' : `revoked ${formatInstant(revokedAt)}`
    console.log([name, formatInstant(createdAt), state].join('\t'))
  }
}

async function revoke(database: Queries, name: string): Promise<void> {
  if (!(await revokeKey(database, name))) {
    throw new CommandError(`there is no valid key named '${name}'`)
  }
  console.log(`revoked '${name}'`)
}
