/** Programs that the packages do not bring. What needs one that is not there is skipped, and listed as such. */
export const HAS_CURL = Bun.which('curl') !== null
export const HAS_ZSH = Bun.which('zsh') !== null
export const HAS_PYTHON = Bun.which('python3') !== null

/** Whether the machine has pseudo-terminals; a container or a chroot without `/dev/pts` has none. */
export const HAS_TERMINALS = canOpenTerminal()

function canOpenTerminal(): boolean {
  try {
    new Bun.Terminal({ cols: 80, rows: 20 }).close()
    return true
  } catch {
    return false
  }
}
