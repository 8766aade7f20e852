import { DomUtils, parseDocument } from 'htmlparser2'

/** HTML that was escaped once more than needed (`&lt;p&gt;`), unescaped once; other HTML unchanged. */
export function unescapeHtml(html: string): string {
  const isEscaped = !/<[a-z/!]/i.test(html) && /&lt;\/?[a-z]/i.test(html)
  return isEscaped ? DomUtils.textContent(parseDocument(html)) : html
}

/** Sections of a description as one HTML text, each with its heading. Undefined when all are empty. */
export function joinSections(
  sections: readonly { title?: string | undefined; html?: string | undefined }[],
): string | undefined {
  const filled = sections.filter(({ html = '' }) => html.trim() !== '')
  const texts = filled.map(({ title, html = '' }) => {
    const heading = title === undefined ? '' : `<h3>${escapeText(title)}</h3>\n`
    return `${heading}${unescapeHtml(html).trim()}`
  })
  return texts.length > 0 ? texts.join('\n') : undefined
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
