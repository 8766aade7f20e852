import { join } from 'node:path'

export interface Section {
  /** The reader in `readers.ts` through which foreign text meets the expressions; undefined when none does. */
  reader: string | undefined
  /** The longest text that meets them. */
  length: number
  /** `FILE EXPRESSION` */
  lines: string[]
}

/** A text of this length takes milliseconds when its time is linear, and tens of seconds when it is quadratic. */
export const LONG = 400_000

/**
 * Reads `list.txt`: sections that begin with `[READER]`, `[READER, at most N characters]` or `[no foreign text: WHY]`, with a
 * line for each expression.
 */
export async function listedExpressions(): Promise<Section[]> {
  const text = await Bun.file(join(import.meta.dir, 'list.txt')).text()
  const sections: Section[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) sections.push(sectionOf(line.slice(1, -1)))
    else if (line !== '' && !line.startsWith('#')) sections.at(-1)?.lines.push(line)
  }
  return sections
}

function sectionOf(title: string): Section {
  if (title.startsWith('no foreign text: ')) return { reader: undefined, length: 0, lines: [] }
  const [reader = '', limit] = title.split(', at most ')
  return { reader, length: limit === undefined ? LONG : Number.parseInt(limit, 10), lines: [] }
}
