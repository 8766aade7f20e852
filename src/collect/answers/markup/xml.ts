import { decodeHTMLStrict } from 'entities'
import { DomUtils, parseDocument } from 'htmlparser2'
import { withinLimit } from '../within-limit'

/** The content of an element: its text, or its child elements by name. Repeated names make an array. */
export type XmlValue = string | XmlObject | (string | XmlObject)[]

export interface XmlObject {
  [name: string]: XmlValue
}

type XmlNode = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const MAX_DEPTH = 50

/**
 * The elements of a name anywhere in an XML text. Entities of the document are not expanded; character references and
 * CDATA are read. With `html`, the names of the elements that hold HTML, the texts of the others are plain: feeds escape them as in HTML,
 * also in CDATA, where `FP&amp;A` then is `FP&A`.
 */
export function readXml(
  xml: string,
  name: string,
  { html }: { html?: readonly string[] } = {},
): XmlValue[] {
  const textOf = (element: XmlNode) => {
    const text = DomUtils.textContent(element).trim()
    return html === undefined || html.includes(element.name) ? text : decodeHTMLStrict(text)
  }
  return withinLimit(() => {
    const document = parseDocument(xml, { xmlMode: true })
    const elements = DomUtils.getElementsByTagName(name, document, true)
    return elements.map((element) => read(element, 1, textOf))
  })
}

function read(
  element: XmlNode,
  depth: number,
  textOf: (element: XmlNode) => string,
): string | XmlObject {
  if (depth > MAX_DEPTH) throw new Error(`XML: nested deeper than ${MAX_DEPTH} levels`)
  const children = element.children.filter((child): child is XmlNode => 'attribs' in child)
  if (children.length === 0) return textOf(element)
  const members = new Map<string, XmlValue>()
  for (const child of children) {
    const value = read(child, depth + 1, textOf)
    const known = members.get(child.name)
    if (known === undefined) members.set(child.name, value)
    else if (Array.isArray(known)) known.push(value)
    else members.set(child.name, [known, value])
  }
  return Object.fromEntries(members)
}

/** Why a document may be cut: it does not end with the end of its root element. */
export function incompleteEnd(xml: string, root: string): string | undefined {
  const end = xml.slice(-200).trimEnd()
  const isWhole = end.endsWith(`</${root}>`) || (end.includes(`<${root}`) && end.endsWith('/>'))
  return isWhole ? undefined : 'the XML ends early'
}
