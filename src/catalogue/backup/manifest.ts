import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { Sequence, TableDigest } from '../database/backup/tables'
import { BackupError } from './backup-error'

/** The last file of an archive. */
export const MANIFEST = 'manifest.json'

/** What the other files of an archive contain. */
const Manifest = Type.Object({
  postgres: Type.String(),
  tables: Type.Array(TableDigest),
  sequences: Type.Array(Sequence),
})

export type Manifest = Static<typeof Manifest>

const manifest = Compile(Manifest)

interface Named {
  name: string
}

/** Reads a manifest. Throws unless it names exactly the tables and the sequences of the catalogue. */
export function readManifest(
  content: Uint8Array,
  catalogue: { tables: readonly Named[]; sequences: readonly Named[] },
): Manifest {
  const found = parse(Buffer.from(content).toString())
  if (!manifest.Check(found)) {
    throw new BackupError(
      'the manifest of the backup is not one that bun run backup writes; nothing was kept',
    )
  }
  requireSame('table', catalogue.tables, found.tables)
  requireSame('sequence', catalogue.sequences, found.sequences)
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function requireSame(kind: string, expected: readonly Named[], found: readonly Named[]): void {
  const names = new Set(expected.map(({ name }) => name))
  for (const { name } of found) {
    if (names.delete(name)) continue
    throw new BackupError(
      `the manifest of the backup has a ${kind} that is unknown or named twice: ${name}; nothing was kept`,
    )
  }
  const [missing] = names
  if (missing !== undefined) {
    throw new BackupError(
      `the manifest of the backup lacks the ${kind} ${missing}; nothing was kept`,
    )
  }
}
