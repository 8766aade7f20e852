import { join } from 'node:path'
import { pythonTypes, typeScriptTypes } from '../support/interface-types'

const CLIENTS = join(import.meta.dir, '../../examples/clients')

/** The files of types of both clients, and what they must contain. */
export const CLIENT_TYPES = [
  { file: join(CLIENTS, 'typescript/src/interface.ts'), write: typeScriptTypes },
  {
    file: join(CLIENTS, 'python/job_catalogue_client/interface.py'),
    write: async () => pythonTypes(),
  },
]

if (import.meta.main) {
  for (const { file, write } of CLIENT_TYPES) await Bun.write(file, await write())
}
