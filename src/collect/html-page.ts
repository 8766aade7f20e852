import { DomUtils, parseDocument } from 'htmlparser2'

export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]

/** The elements of a page or of an element, in its order, that `isMatch` accepts. */
export function findElements(
  root: string | HtmlElement,
  isMatch: (element: HtmlElement) => boolean,
): HtmlElement[] {
  const nodes = typeof root === 'string' ? parseDocument(root).children : root.children
  return DomUtils.findAll(isMatch, nodes)
}

export function hasClass(element: HtmlElement, name: string): boolean {
  return (element.attribs.class ?? '').split(/\s+/).includes(name)
}

/** The text of an element with single spaces; empty when there is none. */
export function textOfElement(element: HtmlElement | undefined): string {
  if (element === undefined) return ''
  return DomUtils.textContent(element).replace(/\s+/g, ' ').trim()
}

/** The HTML inside an element. */
export function htmlOfElement(element: HtmlElement): string {
  return DomUtils.getInnerHTML(element).trim()
}
