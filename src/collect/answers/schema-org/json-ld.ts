import { DomUtils } from 'htmlparser2'
import { elementsNamed, type HtmlRoot } from '../markup/html-elements'
import { memberAt, textAt } from '../members'
import { parseJson } from '../within-limit'
import { microdataPostings } from './microdata'

/** The schema.org JobPosting of a page; undefined when it has none. Blocks that are not JSON are passed over. */
export function jobPostingIn(page: HtmlRoot): unknown {
  return jobPostingsIn(page)[0]
}

/** The first item of a schema.org type, such as `Organization`, in JSON-LD. */
export function jsonLdOfType(page: HtmlRoot, type: string): unknown {
  return nodesIn(page).find((node) => hasType(node, type))
}

/**
 * All schema.org JobPostings of a page, in JSON-LD or, when it has none there, in microdata. Members that refer to
 * another node by `@id`, such as an employer, are replaced by it.
 */
export function jobPostingsIn(page: HtmlRoot): unknown[] {
  const postings = postingsAmong(nodesIn(page))
  return postings.length === 0 ? microdataPostings(page) : postings
}

/** All schema.org JobPostings of a JSON value: it is one, or has them in a list or a graph. */
export function jobPostingsOf(value: unknown): unknown[] {
  return postingsAmong(nodesOf(value, 0))
}

function postingsAmong(nodes: readonly unknown[]): unknown[] {
  const postings = nodes.filter((node) => hasType(node, 'JobPosting'))
  const byId = new Map(nodes.map((node) => [textAt(node, '@id'), node]))
  return postings.map((posting) => withReferences(posting, byId))
}

/** All nodes of the JSON-LD of a page. */
function nodesIn(page: HtmlRoot): unknown[] {
  return elementsNamed(page, 'script')
    .filter(({ attribs }) => /^application\/ld\+json\b/i.test(attribs.type?.trim() ?? ''))
    .flatMap((script) => nodesOf(readBlock(DomUtils.textContent(script)), 0))
}

/** Whether a node is of a schema.org type, as `JobPosting` or `https://schema.org/JobPosting`. */
function hasType(node: unknown, name: string): boolean {
  return [memberAt(node, '@type')]
    .flat()
    .some((type) => typeof type === 'string' && type.split(/[/:#]/).at(-1) === name)
}

function readBlock(text: string): unknown {
  const value = parsed(text)
  if (value !== undefined) return value
  const block = repaired(text)
  return block === text ? undefined : parsed(block)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Pages with a broken block often have a sound one too.
    return undefined
  }
}

/**
 * What employers' sites break most often: comments around the block, raw line breaks in texts, a last comma or semicolon. One
 * pass that copies only around flaws: a block may be most of a page.
 */
function repaired(text: string): string {
  const block = withoutComments(text)
  const parts: string[] = []
  let copied = 0
  let isInText = false
  for (let at = 0; at < block.length; at += 1) {
    const code = block.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (code === BACKSLASH) at += 1
    else if (isInText ? isControl(code) : code === COMMA && isLast(block, at)) {
      const end = block.startsWith('\r\n', at) ? at + 2 : at + 1
      const instead = !isInText ? '' : block[end - 1] === '\n' ? '\\n' : ' '
      parts.push(block.slice(copied, at), instead)
      copied = end
      at = end - 1
    }
  }
  return parts.join('') + block.slice(copied)
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]

/** A control character of Unicode, which JSON has only as an escape. */
function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}

/** Whether nothing but white space is between a comma and the bracket that ends its list or object. */
function isLast(block: string, comma: number): boolean {
  WHITE_SPACE.lastIndex = comma + 1
  // Most commas have something else than white space behind them.
  const isSpace = !/[!-~]/.test(block.charAt(comma + 1)) && WHITE_SPACE.test(block)
  const next = block[isSpace ? WHITE_SPACE.lastIndex : comma + 1]
  return next === '}' || next === ']'
}

const WHITE_SPACE = /\s*/y

/** Without `<!--`, `//<![CDATA[` or `/*<![CDATA[*\/` before the block, and without what ends them and a semicolon after it. */
function withoutComments(text: string): string {
  const begun = text.trimStart().replace(/^(?:\/[/*]\s*)?<!(?:\[CDATA\[|--)(?:\s*\*\/)?/, '')
  const closed = withoutEnd(begun, '*/')
  const sign = [']]>', '-->'].find((end) => closed.trimEnd().endsWith(end))
  const block =
    sign === undefined ? begun : ['//', '/*'].reduce(withoutEnd, withoutEnd(closed, sign))
  return withoutEnd(block, ';')
}

function withoutEnd(text: string, end: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith(end) ? trimmed.slice(0, -end.length) : trimmed
}

/** Members under which blocks hold nodes. */
const CONTAINERS = ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item', 'about']
const MAX_DEPTH = 6

function nodesOf(value: unknown, depth: number): unknown[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((element) => nodesOf(element, depth + 1))
  return [value, ...CONTAINERS.flatMap((name) => nodesOf(memberAt(value, name), depth + 1))]
}

function withReferences(posting: unknown, byId: ReadonlyMap<string | undefined, unknown>): unknown {
  const resolve = (member: unknown): unknown => {
    if (isPlaceholder(member)) return undefined
    if (Array.isArray(member)) return member.map(resolve)
    const id = textAt(member, '@id')
    const isReference = id !== undefined && memberAt(member, '@type') === undefined
    const referred = isReference ? byId.get(id) : undefined
    return referred ?? (typeof member === 'object' && member !== null ? membersOf(member) : member)
  }
  const membersOf = (value: object) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]))
  return membersOf(Object(posting))
}

/** iCIMS and others write `UNAVAILABLE` where they have nothing. */
export function isPlaceholder(value: unknown): boolean {
  return typeof value === 'string' && /^(?:unavailable|n\/?a|null|-+)$/i.test(value.trim())
}
