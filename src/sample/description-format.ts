import type { Section } from './description'

/** HTML as career sites send it; `style` is the employer's way of marking headings. */
export function toHtml(sections: readonly Section[], style: number): string {
  const [open, close] = HEADING_TAGS[style % HEADING_TAGS.length] ?? ['<h2>', '</h2>']
  let html = ''
  for (const { heading, paragraphs, items } of sections) {
    html += `${open}${escapeHtml(heading)}${close}\n`
    for (const paragraph of paragraphs) html += `<p>${escapeHtml(paragraph)}</p>\n`
    if (items.length > 0) {
      html += '<ul>\n'
      for (const item of items) html += `<li>${escapeHtml(item)}</li>\n`
      html += '</ul>\n'
    }
  }
  return html
}

export function toText(sections: readonly Section[]): string {
  return sections
    .map(({ heading, paragraphs, items }) =>
      [heading, ...paragraphs, ...items.map((item) => `- ${item}`)].join('\n'),
    )
    .join('\n\n')
}

/** No phrase or name of the sample has a `<` or a `>`. */
function escapeHtml(text: string): string {
  return text.includes('&') ? text.replaceAll('&', '&amp;') : text
}

const HEADING_TAGS: readonly (readonly [string, string])[] = [
  ['<h2>', '</h2>'],
  ['<h3>', '</h3>'],
  ['<p><strong>', '</strong></p>'],
  ['<h2><strong>', '</strong></h2>'],
]
