import { join } from 'node:path'
import { openBrowser } from '../support/browser'

const FOLDER = join(import.meta.dir, '../../docs/pictures')

/** Takes the pictures of README: `bun tests/pictures/take.ts ADDRESS KEY`, with the address and the key of a demo. */
const [address, key] = process.argv.slice(2)
if (address === undefined || key === undefined) {
  console.error('usage: bun tests/pictures/take.ts ADDRESS KEY, as the demo prints them')
  process.exit(1)
}

const browser = await openBrowser()
for (const colorScheme of ['light', 'dark'] as const) {
  const viewport = { width: 1280, height: 800 }
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  await page.addInitScript(`sessionStorage.setItem('key', '${key}')`)
  await page.goto(`${address}/explore?title=nurse&pay=true`)
  await page.waitForSelector('#trend svg')
  await page.click('#cards h3 >> nth=1')
  await page.waitForSelector('.description > *')
  // No font of the packaged browser has this sign.
  await page.evaluate(`for (const link of document.querySelectorAll('.links a, .facts a'))
    link.textContent = link.textContent.replace(' ↗', '')`)
  await page.screenshot({ path: join(FOLDER, `explore-${colorScheme}.png`) })
  await page.close()
}
await browser.close()
