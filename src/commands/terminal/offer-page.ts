import { printMessage } from './output'

/** Opens a page when the user presses Enter, once. Nothing is offered without a terminal, or where no browser can open. */
export function offerPage(address: string): void {
  const opener = findOpener()
  if (opener === undefined || !process.stdin.isTTY || !process.stdout.isTTY) return
  process.stdin.once('data', () => {
    process.stdin.pause()
    // A browser that it starts may stay its child until it is closed; Ctrl-C and the end of the terminal are not for it.
    Bun.spawn([opener, address], { stdio: ['ignore', 'ignore', 'ignore'], detached: true }).unref()
  })
  // Last: keys typed before anything listens may be lost.
  printMessage('Press Enter to open the page in a browser, or Ctrl-C to stop.')
}

/** The program that opens an address in the browser of the desktop; undefined where there is no desktop. */
function findOpener(): string | undefined {
  if (process.platform === 'darwin') return Bun.which('open') ?? undefined
  const hasDesktop = Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  return hasDesktop ? (Bun.which('xdg-open') ?? undefined) : undefined
}
