import { decodeHTML } from 'entities'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** Elements whose text is not read by a person. */
const HIDDEN = new Set('head title script style template noscript svg object iframe'.split(' '))

/** Elements with an empty line before and after. */
const PARAGRAPHS = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 hgroup ul ol menu dir dl table blockquote pre listing xmp plaintext ' +
    'section article header footer hr'
  ).split(' '),
)

/**
 * Elements that start and end a line. With `PARAGRAPHS` and `CELLS`, all that HTML displays as blocks, and the parents
 * of `option`, which need not be closed.
 */
const LINES = new Set(
  (
    'div li dt dd tr address main aside nav search form figure figcaption center details summary ' +
    'dialog fieldset legend select datalist optgroup option caption colgroup col thead tbody tfoot ' +
    'html body frameset frame'
  ).split(' '),
)

const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])

const CELLS = new Set(['td', 'th'])

/** Elements whose text is read and has no entities. */
const RAW = new Set(['xmp', 'plaintext', 'noembed', 'noframes'])

/**
 * The text of an HTML description as a person reads it: a line a block, an empty line between paragraphs, `- `
 * before list items. One pass over the tags without a tree or a stack, which malformed HTML would fill and have
 * searched at every closing tag. The tokenizer skips from tag to tag, and entities are decoded in texts that have one.
 */
export function htmlToText(html: string): string {
  const reader = new TagReader(html)
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader.writer.result()
}

class TagReader implements TokenizerCallbacks {
  readonly writer = new TextWriter()
  private tag = ''
  /** The element whose text is not read, and how many of its name are open. */
  private hidden: { name: string; depth: number } | undefined
  private pres = 0
  private lists = 0
  private isInItem = false
  /** The element of raw text that is open, or empty. */
  private raw = ''

  constructor(private readonly html: string) {}

  onopentagname(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase()
    this.tag = name
    if (this.hidden?.name === 'head' && name === 'body') this.hidden = undefined
    if (this.hidden !== undefined) {
      if (this.hidden.name === name) this.hidden.depth += 1
      return
    }
    this.border(name)
    if (RAW.has(name)) this.raw = name
    if (HIDDEN.has(name)) this.hidden = { name, depth: 1 }
    else if (name === 'br') this.writer.breakLine()
    else if (name === 'pre') this.pres += 1
    else if (LISTS.has(name)) {
      this.lists += 1
      this.isInItem = false
    } else if (name === 'li') {
      this.isInItem = true
      this.writer.hasBullet = true
    }
  }

  onselfclosingtag(): void {
    // Only foreign elements can close themselves.
    if (this.tag === 'svg') this.close('svg')
  }

  onclosetag(start: number, end: number): void {
    this.close(this.html.slice(start, end).toLowerCase())
  }

  ontext(start: number, end: number): void {
    if (this.hidden !== undefined) return
    const written = this.html.slice(start, end)
    const text = this.raw === '' && written.includes('&') ? decodeHTML(written) : written
    if (this.pres > 0) this.writer.preformatted(text)
    else this.writer.text(text)
  }

  onattribdata(): void {}
  onattribend(): void {}
  onattribentity(): void {}
  onattribname(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  private close(name: string): void {
    if (this.hidden !== undefined) {
      if (this.hidden.name === name) this.hidden.depth -= 1
      if (this.hidden.depth === 0) this.hidden = undefined
      return
    }
    if (name === this.raw) this.raw = ''
    if (name === 'br') this.writer.breakLine()
    else if (name === 'pre') this.pres = Math.max(0, this.pres - 1)
    else if (LISTS.has(name)) this.lists = Math.max(0, this.lists - 1)
    if (name === 'li' || LISTS.has(name)) {
      this.isInItem = false
      // An item without a word leaves no bullet to the text that follows it.
      this.writer.hasBullet = false
    }
    this.border(name)
  }

  private border(name: string): void {
    if (PARAGRAPHS.has(name)) {
      this.writer.separate(this.lists > 0 || this.isInItem ? '\n' : '\n\n')
    } else if (LINES.has(name)) this.writer.separate('\n')
    else if (CELLS.has(name)) this.writer.separate(' ')
  }
}

type Separator = '' | ' ' | '\n' | '\n\n'

/** White space that is not a single space already, as most is. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g
const HAS_UNEVEN_SPACE = /\s\s|[^\S ]/

/** From the weakest to the strongest. */
const STRENGTH: readonly Separator[] = ['', ' ', '\n', '\n\n']

/** Collects words; white space and bullets are written only once it is known that a word follows. */
class TextWriter {
  private readonly parts: string[] = []
  private pending: Separator = ''
  /** Whether a bullet comes before the next word. */
  hasBullet = false

  text(text: string): void {
    const words = HAS_UNEVEN_SPACE.test(text) ? text.replace(UNEVEN_SPACE, ' ') : text
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
