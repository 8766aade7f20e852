const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#34': '"',
  '#39': "'",
  '#x27': "'",
  apos: "'",
  amp: '&',
}

/** HTML that a system escaped as a whole, unescaped once; HTML with tags is returned as it is. */
export function unescapedOnce(html: string): string {
  if (/<[a-z!/]/i.test(html)) return html
  return html.replace(/&(lt|gt|quot|#34|#39|#x27|apos|amp);/gi, (entity, name: string) =>
    Object.hasOwn(ENTITIES, name.toLowerCase()) ? (ENTITIES[name.toLowerCase()] ?? entity) : entity,
  )
}

/** A heading of plain text; nothing for an empty one. */
export function heading(text: string | null | undefined): string {
  const plain = text?.trim() ?? ''
  return plain === '' ? '' : `<h3>${plain.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</h3>`
}

/** The parts of a description that are not empty, one after the other. */
export function joinHtml(parts: readonly (string | null | undefined)[]): string | null {
  const html = parts.filter((part) => part?.trim()).join('\n')
  return html === '' ? null : html
}

/** Sections with their headings as one description; sections without text are left out. Null when all are. */
export function joinSections(
  sections: readonly { title?: string | undefined; html?: string | undefined }[],
): string | null {
  return joinHtml(
    sections.flatMap(({ title, html = '' }) =>
      html.trim() === '' ? [] : [heading(title), unescapedOnce(html.trim())],
    ),
  )
}

/** HTML without the pictures that people paste into it, of 100 KB and more each. */
export function withoutPictures(html: string): string {
  return html.replace(/\bdata:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]*/g, '')
}
