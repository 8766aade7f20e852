import {
  findElements,
  type HtmlElement,
  type HtmlRoot,
  innerHtml,
  plainText,
} from '../markup/html-elements'

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
export function microdataPostings(page: HtmlRoot): unknown[] {
  return findElements(page, ({ attribs }) => JOB_POSTING.test(attribs.itemtype?.trim() ?? '')).map(
    (element) => readItem(element, 1),
  )
}

function readItem(item: HtmlElement, depth: number): object {
  const members = new Map<string, unknown[]>([['@type', [typeOf(item)]]])
  const visit = (element: HtmlElement): void => {
    const names = element.attribs.itemprop?.split(/\s+/).filter(Boolean) ?? []
    for (const name of names) {
      const values = members.get(name) ?? []
      values.push(propertyValue(element, name, depth))
      members.set(name, values)
    }
    if (!('itemscope' in element.attribs)) childElements(element).forEach(visit)
  }
  childElements(item).forEach(visit)
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

function propertyValue(element: HtmlElement, name: string, depth: number): unknown {
  if ('itemscope' in element.attribs && depth < MAX_DEPTH) return readItem(element, depth + 1)
  const { content } = element.attribs
  if (content !== undefined) return content
  if (name === 'description') return innerHtml(element)
  const attribute = ATTRIBUTES[element.name]
  const value = attribute === undefined ? undefined : element.attribs[attribute]
  return value ?? plainText(element)
}

function childElements(element: HtmlElement): HtmlElement[] {
  return element.children.filter((child): child is HtmlElement => 'attribs' in child)
}

/** `JobPosting` of `https://schema.org/JobPosting`. */
function typeOf({ attribs }: HtmlElement): string {
  return (attribs.itemtype ?? '').split('/').findLast(Boolean) ?? ''
}
