import { DomUtils, type parseDocument } from 'htmlparser2'

type HtmlDocument = ReturnType<typeof parseDocument>
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const JOB_POSTING = /^https?:\/\/schema\.org\/JobPosting\/?$/i

/** The attribute that holds the value of a property, by element. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  meta: 'content',
  a: 'href',
  link: 'href',
  img: 'src',
  time: 'datetime',
  data: 'value',
  meter: 'value',
}

const MAX_DEPTH = 20

/** The JobPostings that a page gives as microdata, in the form of JSON-LD. */
export function microdataPostings(document: HtmlDocument): unknown[] {
  const isPosting = ({ attribs }: Element) => JOB_POSTING.test(attribs.itemtype?.trim() ?? '')
  return DomUtils.findAll(isPosting, document.children).map((element) => readItem(element, 1))
}

function readItem(item: Element, depth: number): object {
  const members = new Map<string, unknown[]>([['@type', [typeOf(item)]]])
  const visit = (element: Element): void => {
    const names = element.attribs.itemprop?.split(/\s+/).filter(Boolean) ?? []
    for (const name of names) {
      members.set(name, [...(members.get(name) ?? []), propertyValue(element, name, depth)])
    }
    if (!('itemscope' in element.attribs)) childElements(element).forEach(visit)
  }
  childElements(item).forEach(visit)
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

function propertyValue(element: Element, name: string, depth: number): unknown {
  if ('itemscope' in element.attribs && depth < MAX_DEPTH) return readItem(element, depth + 1)
  const { content } = element.attribs
  if (content !== undefined) return content
  if (name === 'description') return DomUtils.getInnerHTML(element).trim()
  const attribute = ATTRIBUTES[element.name]
  const value = attribute === undefined ? undefined : element.attribs[attribute]
  return value ?? DomUtils.textContent(element).replace(/\s+/g, ' ').trim()
}

function childElements(element: Element): Element[] {
  return element.children.filter((child): child is Element => 'attribs' in child)
}

/** `JobPosting` of `https://schema.org/JobPosting`. */
function typeOf({ attribs }: Element): string {
  return (attribs.itemtype ?? '').split('/').findLast(Boolean) ?? ''
}
