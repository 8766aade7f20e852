import { DomUtils, parseDocument } from 'htmlparser2'
import { withinLimit } from '../within-limit'

export type HtmlElement = ReturnType<typeof DomUtils.getElementsByTagName>[number]
export type HtmlRoot = ReturnType<typeof parseDocument> | HtmlElement

export function parseHtml(html: string): HtmlRoot {
  return withinLimit(() => parseDocument(html))
}

/** The elements that a test accepts, in the order of the page. */
export function findElements(
  root: HtmlRoot,
  test: (element: HtmlElement) => boolean,
): HtmlElement[] {
  return DomUtils.findAll(test, root.children)
}

/** The elements of a name, such as `a`, in the order of the page. */
export function elementsNamed(root: HtmlRoot, name: string): HtmlElement[] {
  return DomUtils.getElementsByTagName(name, root, true)
}

/** The first element of a class; undefined when there is none. */
export function elementOfClass(root: HtmlRoot, name: string): HtmlElement | undefined {
  return DomUtils.findOne((element) => hasClass(element, name), root.children) ?? undefined
}

export function elementsOfClass(root: HtmlRoot, name: string): HtmlElement[] {
  return findElements(root, (element) => hasClass(element, name))
}

/** The library's own search by class compares the whole attribute. */
export function hasClass({ attribs }: HtmlElement, name: string): boolean {
  return attribs.class?.split(/\s+/).includes(name) ?? false
}

/** The nearest element around this one that has one of the names. */
export function enclosing(element: HtmlElement, names: readonly string[]): HtmlElement | undefined {
  for (let node = element.parent; node !== null; node = node.parent) {
    if ('name' in node && names.includes(node.name)) return node
  }
  return undefined
}

/** The next element beside this one. */
export function elementAfter(element: HtmlElement): HtmlElement | undefined {
  return DomUtils.nextElementSibling(element) ?? undefined
}

/** Climbs from the element while the condition holds, and returns the last element reached. */
export function largestAround(
  element: HtmlElement,
  condition: (around: HtmlElement) => boolean,
): HtmlElement {
  let largest = element
  for (let node = element.parent; node !== null && 'attribs' in node; node = node.parent) {
    if (!condition(node)) break
    largest = node
  }
  return largest
}

export function containsOne(root: HtmlRoot, test: (element: HtmlElement) => boolean): boolean {
  return DomUtils.existsOne(test, root.children)
}

/** The text of an element or a page with single spaces; undefined when there is none. */
export function plainText(element: HtmlRoot | undefined): string | undefined {
  const text = element && DomUtils.textContent(element).replace(/\s+/g, ' ').trim()
  return text || undefined
}

/** The HTML inside an element; undefined when it is blank. */
export function innerHtml(element: HtmlElement | undefined): string | undefined {
  return (element && DomUtils.getInnerHTML(element).trim()) || undefined
}

/** The title of a page. */
export function pageTitle(root: HtmlRoot): string | undefined {
  return plainText(elementsNamed(root, 'title')[0])
}
