/** A line of a text, and the line above it. */
export interface Line {
  text: string
  /** Empty when there is none, or a long one. */
  heading: string
}

const MAX_HEADING = 100

/** The lines that have one of the marks, in one pass. A line under such lines has the heading of the first of them. */
export function* linesWith(text: string, marks: readonly string[]): Generator<Line> {
  const next = marks.map((mark) => text.indexOf(mark))
  let above = { end: -1, heading: '' }
  for (;;) {
    const at = Math.min(...next.filter((index) => index !== -1))
    if (at === Number.POSITIVE_INFINITY) return
    const start = text.lastIndexOf('\n', at) + 1
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const top = endOfText(text, start)
    const heading = top > 0 && top <= above.end ? above.heading : lineBefore(text, top)
    above = { end, heading }
    yield { text: text.slice(start, end), heading }
    for (const [index, mark] of marks.entries()) {
      if (next[index] !== -1 && (next[index] ?? 0) < end) next[index] = text.indexOf(mark, end)
    }
  }
}

/** The index behind the last character before `end` that is no white space. */
function endOfText(text: string, end: number): number {
  let index = end
  while (index > 0 && text.charCodeAt(index - 1) <= SPACE) index -= 1
  return index
}

function lineBefore(text: string, end: number): string {
  // No further than a heading is long.
  const within = text.slice(Math.max(0, end - MAX_HEADING - 1), end)
  const newline = within.lastIndexOf('\n')
  return newline === -1 && end > MAX_HEADING ? '' : within.slice(newline + 1)
}

const SPACE = 0x20

/** Longer sentences are not read. */
export const MAX_SENTENCE = 700

/** The end of a sentence: a stop, spaces, and what begins the next one. */
const STOP =
  /(?<=[\p{L}\d)\]"'*%+]{2}[.!?]["')\]*]{0,2})[ \u00a0]{1,3}(?=["'([*]{0,2}[\p{Lu}\u2022])/gu

export function sentencesOf(line: string): string[] {
  return line.split(STOP)
}

/** Spaces, dashes and quotes of one kind each; marks of bold and italic text are spaces. */
export function normalized(sentence: string): string {
  return sentence
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\\[-$]/g, (escaped) => ` ${escaped[1]}`)
    .replace(/[\s\u00a0\u202f\u2009*_]+/g, ' ')
    .trim()
}
