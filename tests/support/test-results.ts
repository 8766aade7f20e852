export type Counts = { passed: number; failed: number }

/** The line that continuous integration reads. */
export function summarize({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}

/** Counts the results that `bun test` prints, while it prints them. */
export class TestResults {
  private readonly decoder = new TextDecoder()
  /** The line that is not complete yet. */
  private rest = ''
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
    if (/^(\(pass\)|✓) /.test(line)) this.listed.pass += 1
    if (/^(\(fail\)|✗) /.test(line)) this.listed.fail += 1
    const [, count, word = ''] = /^ *(\d+) (pass|fail|error)s?$/.exec(line) ?? []
    // A run that ends by itself repeats its failures before the closing lines.
    if (count !== undefined) this.closing.set(word, Number(count))
  }
}
