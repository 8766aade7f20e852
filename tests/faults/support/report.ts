/** What a script promised and found: lines for a person, and the exit status for a machine. */
export class Report {
  private broken = 0

  constructor(title: string) {
    console.log(`# ${title}`)
  }

  section(name: string): void {
    console.log(`\n## ${name}`)
  }

  figure(name: string, value: unknown): void {
    console.log(`  ${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  }

  /** One promise: whether it held, and what was measured. */
  promise(text: string, held: boolean, measured: unknown = ''): void {
    if (!held) this.broken += 1
    const shown = typeof measured === 'object' ? JSON.stringify(measured) : String(measured)
    console.log(`  ${held ? 'held  ' : 'BROKEN'} ${text}${shown === '' ? '' : ` (${shown})`}`)
  }

  /** Ends the process. */
  end(): never {
    console.log(this.broken === 0 ? '\nall promises held' : `\n${this.broken} promises BROKEN`)
    process.exit(this.broken === 0 ? 0 : 1)
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
