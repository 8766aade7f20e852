import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { openArchive, writeArchive } from '../../../src/catalogue/backup/archive'
import { useFolder } from '../../support/use-folder'

const HEADER = { createdAt: '2026-11-20T13:00:00Z', lastMigration: 1795268516818 }
const CONTENT = Buffer.from('a tar archive, '.repeat(5_000))

const folder = useFolder('archive-test-')
let whole: Buffer
beforeAll(async () => {
  const path = join(folder, 'whole')
  await writeArchive(path, HEADER, chunks(CONTENT))
  whole = Buffer.from(await Bun.file(path).arrayBuffer())
})

async function* chunks(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1000) yield content.subarray(at, at + 1000)
}

async function read(file: Uint8Array): Promise<{ header: object; content: string }> {
  const path = join(folder, 'copy')
  await Bun.write(path, file)
  const archive = await openArchive(path, () => undefined)
  const parts: Buffer[] = []
  for await (const chunk of archive.read(() => undefined)) parts.push(chunk)
  return { header: archive.header, content: Buffer.concat(parts).toString() }
}

const issue = async (file: Uint8Array) =>
  String(await read(file).catch((error: Error) => error.message)).replace(/^\S+ /, '')

test('an archive holds its header and its content, and is smaller', async () => {
  expect(await read(whole)).toEqual({
    header: { format: 2, ...HEADER },
    content: CONTENT.toString(),
  })
  expect(whole.length).toBeLessThan(CONTENT.length)
})

test('zstd reads it', async () => {
  await Bun.write(join(folder, 'copy'), whole)
  expect(Bun.zstdDecompressSync(whole).toString()).toBe(CONTENT.toString())
})

describe('an archive is refused', () => {
  test('when a byte of it is another', async () => {
    const changes = fc.record({
      at: fc.nat(whole.length - 1),
      by: fc.integer({ min: 1, max: 255 }),
    })
    await fc.assert(
      fc.asyncProperty(changes, async ({ at, by }) => {
        const damaged = Buffer.from(whole)
        damaged[at] = ((damaged[at] ?? 0) + by) % 256
        expect(await issue(damaged)).toMatch(
          /^(is damaged or cut off|is not a file that bun run backup wrote|has format \d+ and .*)$/,
        )
      }),
    )
  })

  test('when it is cut off anywhere, or something follows it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        expect(await issue(whole.subarray(0, length))).toMatch(/^(is damaged|is not a file)/)
      }),
    )
    expect(await issue(Buffer.concat([whole, Buffer.of(0)]))).toBe('is damaged or cut off')
  })

  test('when a newer version wrote it', async () => {
    const newer = Buffer.from(
      whole.toString('latin1').replace('"format":2', '"format":3'),
      'latin1',
    )
    expect(await issue(newer)).toBe(
      'has format 3 and this version reads formats up to 2; restore it with a newer version',
    )
  })

  test('when it is a copy of files, as earlier versions wrote', async () => {
    const older = Buffer.from(
      whole.toString('latin1').replace('"format":2', '"format":1'),
      'latin1',
    )
    expect(await issue(older)).toBe(
      "is a copy of PostgreSQL's files, which an earlier version wrote; restore it with that version, and back it up with this one",
    )
  })
})

test('a folder and a missing file are refused in one line', async () => {
  const open = (path: string) => openArchive(path, () => undefined)
  await expect(open(folder)).rejects.toThrow(`${folder} is not a file`)
  await expect(open(join(folder, 'none'))).rejects.toThrow(`cannot read ${join(folder, 'none')}`)
})

test('nothing is left when the content fails', async () => {
  async function* failing() {
    yield CONTENT
    throw new Error('lost')
  }
  const path = join(folder, 'failed')
  await expect(writeArchive(path, HEADER, failing())).rejects.toThrow('lost')
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
})
