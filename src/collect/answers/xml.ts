import { DomUtils, parseDocument } from 'htmlparser2'
import { withinLimit } from './within-limit'

/** The content of an element: its text, or its child elements by name. Repeated names make an array. */
export type XmlValue = string | XmlObject | (string | XmlObject)[]

export interface XmlObject {
  [name: string]: XmlValue
}

type XmlNode = ReturnType<typeof DomUtils.getElementsByTagName>[number]

const MAX_DEPTH = 50

/**
 * The elements of a name anywhere in an XML text. Entities of the document are not expanded; character references and
 * CDATA are read.
 */
export function readXml(xml: string, name: string): XmlValue[] {
  return withinLimit(() => {
    const document = parseDocument(xml, { xmlMode: true })
    return DomUtils.getElementsByTagName(name, document, true).map((element) => read(element, 1))
  })
}

function read(element: XmlNode, depth: number): string | XmlObject {
  if (depth > MAX_DEPTH) throw new Error(`XML: nested deeper than ${MAX_DEPTH} levels`)
  const children = element.children.filter((child): child is XmlNode => 'attribs' in child)
  if (children.length === 0) return DomUtils.textContent(element).trim()
  const members = new Map<string, XmlValue>()
  for (const child of children) {
    const value = read(child, depth + 1)
    const known = members.get(child.name)
    if (known === undefined) members.set(child.name, value)
    else if (Array.isArray(known)) known.push(value)
    else members.set(child.name, [known, value])
  }
  return Object.fromEntries(members)
}

/** Why a document may be cut: it does not end with the end of its root element. */
export function endDoubt(xml: string, root: string): string | undefined {
  const end = xml.slice(-200).trimEnd()
  const isWhole = end.endsWith(`</${root}>`) || (end.includes(`<${root}`) && end.endsWith('/>'))
  return isWhole ? undefined : 'the XML ends early'
}
