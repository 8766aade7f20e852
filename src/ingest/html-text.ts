import { Parser } from 'htmlparser2'

/** Elements whose text is not read by a person. */
const HIDDEN = new Set([
  'head',
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'object',
  'iframe',
])

/** Elements that stand apart from their neighbours by an empty line. */
const PARAGRAPHS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article header footer hr'.split(' '),
)

/** Elements that start and end a line. */
const LINES = new Set('div li dt dd tr address main aside nav form figure'.split(' '))

const CELLS = new Set(['td', 'th'])

/**
 * The text of an HTML description as a person reads it: a line a block, an empty line between paragraphs, `- `
 * before list items. One pass without a tree, so nesting of any depth costs nothing more than its length.
 */
export function htmlToText(html: string): string {
  const writer = new TextWriter()
  const open = { hidden: 0, pre: 0, li: 0 }
  const count = (name: string, step: 1 | -1): void => {
    if (HIDDEN.has(name)) open.hidden += step
    else if (name === 'pre' || name === 'li') open[name] += step
  }
  const border = (name: string): void => {
    if (PARAGRAPHS.has(name)) writer.separate(open.li > 0 ? '\n' : '\n\n')
    else if (LINES.has(name)) writer.separate('\n')
    else if (CELLS.has(name)) writer.separate(' ')
  }
  const parser = new Parser({
    onopentag(name) {
      border(name)
      count(name, 1)
      if (name === 'br') writer.breakLine()
      if (name === 'li') writer.bullet()
    },
    ontext(text) {
      if (open.hidden > 0) return
      if (open.pre > 0) writer.preformatted(text)
      else writer.text(text)
    },
    onclosetag(name) {
      count(name, -1)
      border(name)
    },
  })
  parser.end(html)
  return writer.result()
}

type Separator = '' | ' ' | '\n' | '\n\n'

/** From the weakest to the strongest. */
const STRENGTH: readonly Separator[] = ['', ' ', '\n', '\n\n']

/** Collects words; white space and bullets are written only once it is known that a word follows. */
class TextWriter {
  private readonly parts: string[] = []
  private pending: Separator = ''
  private hasBullet = false

  text(text: string): void {
    const words = text.replace(/\s+/g, ' ')
    if (words.startsWith(' ')) this.separate(' ')
    const trimmed = words.trim()
    if (trimmed !== '') this.write(trimmed)
    if (trimmed !== '' && words.endsWith(' ')) this.separate(' ')
  }

  preformatted(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.breakLine()
      this.text(line)
    }
  }

  bullet(): void {
    this.hasBullet = true
  }

  breakLine(): void {
    this.separate(this.pending.startsWith('\n') ? '\n\n' : '\n')
  }

  /** The strongest separator since the last word wins; between a bullet and its word there is none. */
  separate(separator: Separator): void {
    if (this.hasBullet) return
    if (STRENGTH.indexOf(separator) > STRENGTH.indexOf(this.pending)) this.pending = separator
  }

  result(): string {
    return this.parts.join('')
  }

  private write(word: string): void {
    if (this.parts.length > 0) this.parts.push(this.pending)
    if (this.hasBullet) this.parts.push('- ')
    this.parts.push(word)
    this.pending = ''
    this.hasBullet = false
  }
}
