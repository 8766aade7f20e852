import {
  elementAfter,
  elementOfClass,
  elementsOfClass,
  findElements,
  type HtmlElement,
  type HtmlRoot,
  hasClass,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { withoutPictures } from '../answers/markup/html-parts'

/** A list of AppliTrack, which is a script that writes a page. */
export interface ApplitrackList {
  rows: ApplitrackRow[]
  /** The number of rows that the page names. */
  total: number | undefined
  /** The page says that it has no postings. */
  saysEmpty: boolean
  /** Script and page have an end. */
  isWhole: boolean
  /** The day of the list, as `8/6/2026`. */
  day: string | undefined
  /** The state or province for which the page advertises other postings. */
  state: string | undefined
}

export interface ApplitrackRow {
  /** With the number of the employer, where the board is that of several: `5482_37440`. */
  id: string
  /** Empty in a row that has none. */
  title: string
  /** Such as `Date Posted`. */
  fields: ReadonlyMap<string, string>
  organization: string | undefined
  description: string | undefined
}

const WRITE = "document.write('"
const ROW = /<ul class=['"]postingsList['"] id=['"]p(\d+)_(\d*)['"]>/

/** Undefined for a script that writes no list. */
export function readApplitrack(script: string): ApplitrackList | undefined {
  const { html, isWhole } = writtenBy(script)
  if (!html.includes('AppliTrackOutput')) return undefined
  const [before = '', ...parts] = html.split(ROW)
  const rows: ApplitrackRow[] = []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [number = '', employer = '', block = ''] = parts.slice(at, at + 3)
    rows.push(readRow(employer === '' ? number : `${number}_${employer}`, block))
  }
  const total = /\(<b>([\d,]{1,12})<\/b>\s+openings?\)/.exec(before)?.[1]
  return {
    rows,
    total: total === undefined ? undefined : Number(total.replaceAll(',', '')),
    saysEmpty: /\(no results\)|do not have any (?:vacant positions|openings)/i.test(before),
    isWhole: isWhole && html.trimEnd().endsWith('</form></div>'),
    day: /\bOpenings as of (\d{1,2}\/\d{1,2}\/\d{4})/.exec(before)?.[1],
    state: /k12jobspot\.com\/[^'"<>]{1,80}['"]>([^<>]{1,80}) teaching jobs</i.exec(html)?.[1],
  }
}

/** What the calls of `document.write` with a text in single quotes write; a text that has no end is left out. */
function writtenBy(script: string): { html: string; isWhole: boolean } {
  const texts = script.split(WRITE).slice(1)
  const written = texts.map(untilQuote)
  return {
    html: withoutPictures(written.map((text) => text?.replace(/\\(.)/gs, '$1') ?? '').join('')),
    isWhole: texts.length > 0 && !written.includes(undefined),
  }
}

/** Undefined when the text has no end. */
function untilQuote(text: string): string | undefined {
  for (const { 0: mark, index } of text.matchAll(/\\.|'/gs)) {
    if (mark === "'") return text.slice(0, index)
  }
  return undefined
}

function readRow(id: string, block: string): ApplitrackRow {
  const start = DESCRIPTION.exec(block) ?? OLDER_DESCRIPTION.exec(block)
  const head = parseHtml(block.slice(0, start?.index))
  const fields = fieldsOf(elementsOfClass(head, 'label'))
  const found = /\bopportunity I found at ([^"]{1,200}?)\. The position is /.exec(block)?.[1]
  const end = start === null ? -1 : block.indexOf(END, start.index)
  return {
    id,
    title: titleIn(head) ?? '',
    fields,
    organization:
      fields.get('Institution') ??
      fields.get('District') ??
      plainText(found === undefined ? undefined : parseHtml(found)),
    description:
      start === null || end === -1
        ? undefined
        : block.slice(start.index + start[0].length, end).replace(/<br \/>$/, ''),
  }
}

/** The older page has the title beside the number of the posting: `<li class='title'>Cook<span class='title2'> JobID: 1`. */
function titleIn(head: HtmlRoot): string | undefined {
  const [title] = findElements(head, ({ attribs }) => attribs.id === 'wrapword')
  if (title !== undefined) return plainText(title)
  const older = elementOfClass(head, 'title')
  const number = older && plainText(elementOfClass(older, 'title2'))
  return plainText(older)
    ?.replace(number ?? '', '')
    .trim()
}

const DESCRIPTION = /<span id=['"]DescriptionText[^>]{0,200}>/
const OLDER_DESCRIPTION = /<span>&nbsp;?&nbsp;?<\/span>(?=<span class=['"]normal)/
/** What follows a description. */
const END = "<img src='https://www.applitrack.com/clear.gif'"

/** The values behind each label, as one text: `Athletics/` and `Coaching` are two. */
function fieldsOf(labels: readonly HtmlElement[]): Map<string, string> {
  const fields = labels.map((label): [string, string] => {
    const values: string[] = []
    for (let next = elementAfter(label); next; next = elementAfter(next)) {
      if (hasClass(next, 'label')) break
      if (hasClass(next, 'normal')) values.push(plainText(next) ?? '')
    }
    return [plainText(label)?.replace(/ ?:$/, '') ?? '', values.join('')]
  })
  return new Map(fields.filter(([, value]) => value !== ''))
}
