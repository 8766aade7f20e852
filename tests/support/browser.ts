import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = [
  process.env.CHROMIUM_PATH,
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
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A Chromium without a window. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      'there is no Chromium: install it (Debian: apt-get install chromium) or name one in CHROMIUM_PATH',
    )
  }
  return await chromium.launch({ executablePath, args: OPTIONS })
}

/** What a page did that it should not have: errors it logged, and addresses of other origins that it asked for. */
export function watchPage(page: Page, origin: string): string[] {
  const issues: string[] = []
  page.on('console', (message) => {
    // The browser logs every answer that is an error; those that a test provokes are not the page's.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) issues.push(message.text())
  })
  page.on('pageerror', (error) => issues.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) issues.push(`asked ${url}`)
  })
  return issues
}
