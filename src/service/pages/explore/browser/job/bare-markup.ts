const SPACE = ' \t\n\f\r'

const LETTER = /^[a-z]$/i

/** Names that tags of the result may have. Elements with other names (`<o:p>`) are shown as their content anyway. */
const NAME = /^[a-z][a-z0-9]*$/i

const END_OF_COMMENT = /--!?>/g

/** Elements that are dropped here, because their content is not markup; it ends before the end tag. */
const END_OF_RAW_TEXT = new Map([
  ['script', /(?=<\/script[\s/>])/gi],
  ['style', /(?=<\/style[\s/>])/gi],
  ['iframe', /(?=<\/iframe[\s/>])/gi],
])

/**
 * HTML without attributes, comments, scripts and styles: each `<` of the result begins a tag that is only a name.
 * `DOMParser` runs no event handler and applies no style, but browsers check them against the policy of the page and
 * report each one to the console. Tags end here where they end in a browser, so that it reads the same text.
 */
export function bareMarkup(html: string): string {
  let bare = ''
  let at = 0
  while (at < html.length) {
    const start = endOfText(html, at)
    bare += html.slice(at, start)
    if (start === html.length) break
    const next = html.charAt(start + 1)
    if (LETTER.test(next) || (next === '/' && LETTER.test(html.charAt(start + 2)))) {
      const tag = readTag(html, start)
      bare += tag.bare
      at = tag.end
    } else if (next === '!' || next === '?' || next === '/') {
      at = endOfComment(html, start)
    } else {
      bare += '&lt;'
      at = start + 1
    }
  }
  return bare
}

function endOfText(html: string, from: number): number {
  const start = html.indexOf('<', from)
  return start === -1 ? html.length : start
}

/** A tag that is not closed by `>` is dropped, as browsers do. */
function readTag(html: string, start: number): { bare: string; end: number } {
  const isEnd = html.charAt(start + 1) === '/'
  const nameStart = isEnd ? start + 2 : start + 1
  let at = skipUntil(html, nameStart, `${SPACE}/>`)
  const name = html.slice(nameStart, at)
  let slash = ''
  while (html.charAt(at) !== '>') {
    if (at === html.length) return { bare: '', end: at }
    if (`${SPACE}/`.includes(html.charAt(at))) {
      // Directly before `>` it closes an element of SVG, which would contain the text that follows.
      slash = html.startsWith('/>', at) ? '/' : ''
      at += 1
    } else {
      slash = ''
      at = endOfAttribute(html, at)
    }
  }
  const end = at + 1
  const rawText = END_OF_RAW_TEXT.get(name.toLowerCase())
  if (rawText) return { bare: '', end: isEnd ? end : endOfMatch(html, rawText, end) }
  return { bare: NAME.test(name) ? `<${isEnd ? '/' : ''}${name}${slash}>` : '', end }
}

/** attribute = name [ "=" ( '"' value '"' | "'" value "'" | value ) ]; a name may begin with "=". */
function endOfAttribute(html: string, start: number): number {
  const nameEnd = skipUntil(html, start + 1, `${SPACE}/>=`)
  const equals = skipSpace(html, nameEnd)
  if (html.charAt(equals) !== '=') return equals
  const value = skipSpace(html, equals + 1)
  const quote = html.charAt(value)
  if (quote !== '"' && quote !== "'") return skipUntil(html, value, `${SPACE}>`)
  const end = html.indexOf(quote, value + 1)
  return end === -1 ? html.length : end + 1
}

/** `<!-- -->`, and what a browser takes for a comment: `<!doctype html>`, `<?xml ?>`, `</ >`. */
function endOfComment(html: string, start: number): number {
  if (!html.startsWith('<!--', start)) return endOfMatch(html, />/g, start)
  for (const empty of ['<!-->', '<!--->']) {
    if (html.startsWith(empty, start)) return start + empty.length
  }
  return endOfMatch(html, END_OF_COMMENT, start + '<!--'.length)
}

/** Where the next match ends, or the text. */
function endOfMatch(text: string, global: RegExp, from: number): number {
  global.lastIndex = from
  return global.test(text) ? global.lastIndex : text.length
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && SPACE.includes(text.charAt(at))) at += 1
  return at
}

function skipUntil(text: string, from: number, ends: string): number {
  let at = from
  while (at < text.length && !ends.includes(text.charAt(at))) at += 1
  return at
}
