import { bareMarkup } from './bare-markup'

/** Elements of a description that the page shows; of others it shows the content. */
const KEPT = new Set(
  'P BR UL OL LI STRONG B EM I H1 H2 H3 H4 H5 H6 TABLE TBODY THEAD TR TD TH BLOCKQUOTE'.split(' '),
)

/** Elements that are dropped with their content. */
const DROPPED = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT SVG HEAD TITLE SELECT'.split(' '),
)

/** Blocks whose content is a paragraph of its own. */
const BLOCKS = new Set('DIV SECTION ARTICLE HEADER FOOTER MAIN ADDRESS FIGURE DL DT DD'.split(' '))

/** Headings of a description are one level below the headings of the page. */
const HEADING = /^H[1-6]$/

/**
 * The HTML of a description as new elements without any attribute, so that nothing in it can load, run or look
 * like a part of the page. A document of `DOMParser` neither runs scripts nor loads anything.
 */
export function readDescription(html: string): DocumentFragment {
  const { body } = new DOMParser().parseFromString(bareMarkup(html), 'text/html')
  const fragment = document.createDocumentFragment()
  copyChildren(body, fragment)
  return fragment
}

function copyChildren(from: Node, to: Node): void {
  for (const child of from.childNodes) copyNode(child, to)
}

function copyNode(node: Node, to: Node): void {
  if (node.nodeType === Node.TEXT_NODE) {
    to.appendChild(document.createTextNode(node.textContent ?? ''))
    return
  }
  if (!(node instanceof Element)) return
  const name = node.tagName.toUpperCase()
  if (DROPPED.has(name)) return
  const copy = HEADING.test(name) ? 'h3' : BLOCKS.has(name) ? 'div' : KEPT.has(name) ? name : ''
  if (copy === '') copyChildren(node, to)
  else copyChildren(node, to.appendChild(document.createElement(copy)))
}
