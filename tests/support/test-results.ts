export type Counts = { passed: number; failed: number }

/** The line that continuous integration reads. */
export function summarize({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}

/** The most lines that are kept of a failed test, the last ones. */
const FAILURE_LINES = 40

/** Counts the results that `bun test` prints, while it prints them, and keeps what it prints of failures. */
export class TestResults {
  /** Each failed test: its file, and the last lines that were printed for it. */
  readonly failures: string[] = []
  private readonly decoder = new TextDecoder()
  /** The line that is not complete yet. */
  private rest = ''
  private file = ''
  /** The lines since the last result. */
  private printed: string[] = []
  private isRepeated = false
  private readonly listed = { pass: 0, fail: 0 }
  /** The closing lines, such as ` 4 pass`; absent when `bun test` was stopped. */
  private readonly closing = new Map<string, number>()

  add(chunk: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n')
    this.rest = lines.pop() ?? ''
    for (const line of lines) this.readLine(Bun.stripANSI(line))
  }

  /** Errors outside of tests are counted as failures. */
  counts(): Counts {
    const passed = this.closing.get('pass') ?? this.listed.pass
    const failed = this.closing.get('fail') ?? this.listed.fail
    return { passed, failed: failed + (this.closing.get('error') ?? 0) }
  }

  private readLine(line: string): void {
    // On a terminal the marks are signs.
    const isPass = /^(\(pass\)|✓) /.test(line)
    const isFail = /^(\(fail\)|✗) /.test(line)
    if (isPass) this.listed.pass += 1
    if (isFail) this.listed.fail += 1
    if (isFail && !this.isRepeated) this.failures.push(this.failure(line))
    if (isPass || isFail) this.printed = []
    else this.printed.push(line)
    if (/^tests\/\S+:$/.test(line)) this.file = line
    const [, count, word = ''] = /^ *(\d+) (pass|fail|error)s?$/.exec(line) ?? []
    if (count !== undefined) this.closing.set(word, Number(count))
    // A run that ends by itself repeats its failures before the closing lines.
    if (/^\d+ tests? failed:$/.test(line)) this.isRepeated = true
  }

  private failure(line: string): string {
    const printed = this.printed.filter((text) => text !== this.file)
    return [this.file, printed.slice(-FAILURE_LINES).join('\n').trim(), line].join('\n')
  }
}
