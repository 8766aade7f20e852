import type {
  ExploreFacets,
  MatchedPhrase,
} from '../../../../../catalogue/resources/explore-facets'
import { locateWords } from './locate-words'

type Matches = ExploreFacets['matches']

/** Where a search looks for its words, and which of its phrases it looks for there. */
const TEXTS: readonly [
  selector: string,
  phrases: (matches: Matches) => readonly MatchedPhrase[],
][] = [
  ['#cards h3 a, #pane-heading', ({ title, text }) => [...title, ...text]],
  ['#cards .employer, #pane .employer', ({ text, organization }) => [...text, ...organization]],
  ['.description', ({ text }) => text],
]

/** Elements that do not end a word. */
const INLINE = 'A, B, EM, I, STRONG'

let matches: Matches | undefined

/** Marks the phrases of another search. */
export function setMatches(found: Matches): void {
  matches = found
  markMatches()
}

/** Until the phrases of the next search are known; marks stay. */
export function forgetMatches(): void {
  matches = undefined
}

/** Marks the matched words on the page. The browser draws the marks: no element is changed, and nothing moves. */
export function markMatches(): void {
  if (!('highlights' in CSS)) return
  const ranges = TEXTS.flatMap(([selector, phrasesIn]) => {
    const phrases = matches === undefined ? [] : phrasesIn(matches)
    if (phrases.length === 0) return []
    return [...document.querySelectorAll(selector)].flatMap((text) => rangesIn(text, phrases))
  })
  CSS.highlights.set('match', new Highlight(...ranges))
}

function rangesIn(element: Element, phrases: readonly MatchedPhrase[]): Range[] {
  const { text, pieces } = readPieces(element)
  return findPhrases(text, phrases).map(({ start, end }) => {
    const range = document.createRange()
    range.setStart(...pointAt(pieces, start))
    // A range may end behind a piece, where the next one begins.
    const [node, offset] = pointAt(pieces, end - 1)
    range.setEnd(node, offset + 1)
    return range
  })
}

/** Where a text has the phrases, as \`analyze\` reads both. */
export function findPhrases(
  text: string,
  phrases: readonly MatchedPhrase[],
): { start: number; end: number }[] {
  const located = locateWords(text)
  return located.flatMap(({ start }, at) =>
    phrases
      .filter(({ words, prefix }) =>
        words.every((word, index) => {
          const here = located[at + index]?.word
          const isStart = prefix && index === words.length - 1
          return isStart ? here?.startsWith(word) : here === word
        }),
      )
      .map(({ words }) => ({ start, end: located[at + words.length - 1]?.end ?? start })),
  )
}

interface Piece {
  node: Node
  /** Where its text begins in the text of the element. */
  start: number
}

/** The text of an element as a reader sees it: blocks and line breaks part words, and bold letters do not. */
function readPieces(element: Element): { text: string; pieces: Piece[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  const pieces: Piece[] = []
  let text = ''
  let block: Node | null = null
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (!node.matches(INLINE)) block = null
      continue
    }
    const around = blockAround(node)
    if (around !== block) text += '\n'
    block = around
    pieces.push({ node, start: text.length })
    text += node.textContent ?? ''
  }
  return { text, pieces }
}

function blockAround({ parentElement }: Node): Element | null {
  let element = parentElement
  while (element?.matches(INLINE)) element = element.parentElement
  return element
}

function pointAt(pieces: readonly Piece[], at: number): [Node, number] {
  const piece = pieces.findLast(({ start }) => start <= at)
  if (piece === undefined) throw new RangeError('no text is there')
  return [piece.node, at - piece.start]
}
