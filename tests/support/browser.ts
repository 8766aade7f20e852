import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { packagedChromium } from './packaged-chromium'

/** Where a Chromium may be installed. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process for all pages of a context, in which scripts stay compiled.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  // Pages live for seconds: V8 would spend more on optimized code, and on threads beside the page's, than it saves.
  '--js-flags=--no-opt,--no-maglev,--single-threaded',
]

/** A Chromium without a window: that of CHROMIUM_PATH, or the packaged one, or where there is none an installed one. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ ...(await findChromium()), args: OPTIONS })
}

async function findChromium(): Promise<LaunchOptions> {
  const { CHROMIUM_PATH: given } = process.env
  if (given) return { executablePath: given }
  const packaged = await packagedChromium()
  if (packaged) return { ...packaged, env: { ...process.env, ...packaged.env } }
  const executablePath = PLACES.find((place) => existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      'there is no Chromium: install one or name it in CHROMIUM_PATH; the packages have one for x64 Linux alone',
    )
  }
  return { executablePath }
}
