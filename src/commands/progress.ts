/** One line on a terminal that is written over while work goes on; silent where standard error is no terminal. */
export interface Progress {
  /** `done` of the total that was given, in its unit. */
  show(done: number, text: string): void
  /** Prints a line that stays, on a terminal or not. */
  interrupt(line: string): void
  /** Removes the line; nothing when there is none. */
  end(): void
}

const BAR_WIDTH = 20

/** `total` is undefined when it is not known; then there is no bar. */
export function createProgress(total: number | undefined): Progress {
  const isTerminal = process.stderr.isTTY === true
  const clear = (): void => {
    if (isTerminal) process.stderr.write('\r\x1b[K')
  }
  return {
    show(done, text) {
      if (!isTerminal) return
      const width = process.stderr.columns ?? 80
      process.stderr.write(`\r\x1b[K${`${bar(done, total)}${text}`.slice(0, width - 1)}`)
    },
    interrupt(line) {
      clear()
      console.error(line)
    },
    end: clear,
  }
}

function bar(done: number, total: number | undefined): string {
  if (!total) return ''
  const share = Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}${percent}  `
}
