/** A line of a text, and its neighbours. */
export interface Line {
  text: string
  /** The line above; empty when there is none, or a long one. */
  heading: string
  /** How the line below begins. */
  below: string
  /** The lines as published, when several make this one. */
  published?: string
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
    yield { text: text.slice(start, end), heading, below: lineAfter(text, end) }
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

/** The beginning of the next line that is not blank. */
function lineAfter(text: string, end: number): string {
  const within = text.slice(end, end + MAX_BELOW).trimStart()
  const newline = within.indexOf('\n')
  return newline === -1 ? within : within.slice(0, newline)
}

const MAX_BELOW = 300

const SPACE = 0x20

/** Longer sentences are not read. */
export const MAX_SENTENCE = 700

/** Words that begin a line of a posting. */
const OPENERS =
  'The|This|Our|Your|We|Salary|Base|Starting|Compensation|Pay|Benefits?|Job|Annual|Hourly|Employment|Location|Schedule|' +
  'Position|Comprehensive|Bonus|Commission|Equity|On|OTE|Total|Hours|Type|Full|Part|Shift|Work|About|Qualifications|' +
  'Requirements|Responsibilities|Apply|Medical|Health|Dental|Paid|Additional|Please|Duration|Experience'

/**
 * The end of a sentence: a stop, spaces, and what begins the next one; or, in a text that lost its line breaks, an amount or a
 * word and what begins a line: `$79,000Benefits`, `detailsThe`, `$75k Benefits`.
 */
const STOP = new RegExp(
  String.raw`(?=[ \u00a0])(?<=(?:[\p{L}\d)\]"'*%+]{2}| \d?)[.!?]["')\]*]{0,2}(?<!(?:approx|max|min|est|avg|incl)\.))[ \u00a0]{1,3}(?=["'([*]{0,2}(?:[\p{Lu}\u2022$]|401))|(?=[A-Z])(?<=[\p{Ll})\d.])(?=(?:${OPENERS})(?!\p{L}))|(?= )(?<=\d[kK]?) (?=(?:Benefits?|Job|Location|Schedule|Position|Hours|Full|Part|Shift|Work|Medical|Health|Paid)(?!\p{L}))|(?= )(?<=\p{Ll})(?<!(?:[Mm]onth|[Hh]our|[Ww]eek|[Dd]ai|[Yy]ear)ly|[Aa]nnual|[Bb]ase|[Ss]tarting|[Gg]ross|[Hh]iring|[Mm]inimum|[Mm]aximum) (?=Salary(?: [Rr]ange)?:)`,
  'gu',
)

export function sentencesOf(line: string): string[] {
  return line.split(STOP)
}

/** What `normalized` changes; most sentences have none of it. */
const UNUSUAL = /[^\S ]|[\u2010-\u2015\u2212\u2018\u2019\\*_]| {2}|--|\$ ?\d{1,3}, /

/** Spaces, dashes and quotes of one kind each; marks of bold and italic text are spaces. */
export function normalized(sentence: string): string {
  if (!UNUSUAL.test(sentence)) return sentence.trim()
  return sentence
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/ ?-{2,3} ?/g, ' - ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/(?<=\$ ?\d{1,3}), (?=\d{3}(?!\d))/g, ',')
    .replace(/\\[-$]/g, (escaped) => ` ${escaped[1]}`)
    .replace(/[\s\u00a0\u202f\u2009*_]+/g, ' ')
    .trim()
}
