import { findElements, parseHtml } from '../answers/markup/html-elements'
import { joinSections } from '../answers/markup/html-parts'

const FILL = /fillList\(\s*'requisitionDescriptionInterface'\s*,\s*'descRequisition'\s*,\s*\[/
/** An escape or a quote of a list, or its end. */
const MARK = /\\.|'|\]/gs

/** Texts in HTML are escaped as in addresses, and begin with `!*!`. They are in a script or in a hidden field. */
export function descriptionIn(page: string): string | null {
  const filled = textsOf(page).map((text) => text.replace(/\\(.)/gs, '$1'))
  const hidden = findElements(parseHtml(page), ({ attribs }) => attribs.id === 'initialHistory')
  const parts = hidden.flatMap(({ attribs }) => (attribs.value ?? '').split('!*!').slice(1))
  const texts = filled.filter((text) => text.startsWith('!*!')).map((text) => text.slice(3))
  return joinSections([...new Set([...texts, ...(texts.length > 0 ? [] : parts)])].map(decoded))
}

/** The texts in quotes, with their escapes, of the list that a script fills in; none when the list does not end. */
function textsOf(page: string): string[] {
  const fill = FILL.exec(page)
  if (fill === null) return []
  const list = page.slice(fill.index + fill[0].length)
  const texts: string[] = []
  let start: number | undefined
  for (const { 0: mark, index } of list.matchAll(MARK)) {
    if (mark === "'" && start === undefined) start = index + 1
    else if (mark === "'") {
      texts.push(list.slice(start, index))
      start = undefined
    } else if (mark === ']' && start === undefined) return texts
  }
  return []
}

function decoded(text: string): { html: string } {
  try {
    return { html: decodeURIComponent(text) }
  } catch {
    // A text with a percent sign that is no escape.
    return { html: text }
  }
}
