/**
 * Every script of this folder, one after the other, as long as a release needs: `bun tests/faults/release.ts [script]...`. What they
 * print is kept in `.data/faults`; the table at the end says which promises broke.
 */
import { mkdirSync } from 'node:fs'
import { basename } from 'node:path'
import { formatTable } from '../../src/commands/terminal/output'

/** Where a release needs less, or says more, than a script does without arguments. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'backup-faults': ['5'],
  collectors: ['3000', '3000', '5'],
  'copy-faults': ['10'],
  fuzz: ['50000'],
  'hostile-sources': ['20000'],
  'hostile-vendors': ['200000'],
  soak: ['10'],
  'window-faults': ['10'],
}

const SCRIPTS = [...new Bun.Glob('*.ts').scanSync(import.meta.dir)]
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'release')
  .sort()

const named = process.argv.slice(2)
const unknown = named.find((name) => !SCRIPTS.includes(name))
if (unknown !== undefined) {
  console.error(`release: there is no ${unknown}: name some of ${SCRIPTS.join(', ')}`)
  process.exit(1)
}

const folder = '.data/faults'
mkdirSync(folder, { recursive: true })
const rows: string[][] = []
for (const name of named.length > 0 ? named : SCRIPTS) {
  const start = performance.now()
  const output = Bun.file(`${folder}/${name}.txt`)
  const script = [process.execPath, `${import.meta.dir}/${name}.ts`, ...(ARGUMENTS[name] ?? [])]
  const child = Bun.spawn(script, { stdin: 'ignore', stdout: output, stderr: output })
  const status = await child.exited
  const seconds = Math.round((performance.now() - start) / 1000)
  const broken = (await output.text()).match(/^ {2}BROKEN/gm)?.length ?? 0
  const result = status === 0 ? 'held' : broken > 0 ? `${broken} BROKEN` : `ended with ${status}`
  console.log(`${name}: ${result}, ${seconds} s`)
  rows.push([name, result, String(seconds)])
}
console.log(`\n${formatTable(['SCRIPT', 'PROMISES', 'SECONDS'], rows)}`)
process.exit(rows.every(([, result]) => result === 'held') ? 0 : 1)
