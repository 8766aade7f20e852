/** The element with an id. Throws when the page has none of this kind. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new TypeError(`the page has no ${kind.name} #${id}`)
}

type Child = Node | string | undefined

/** A new element; attributes that are undefined are left out, and so are children. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

/** A part of the page with a heading, and a note under it. */
export function section(title: string, note: string, ...content: readonly Child[]): HTMLElement {
  const heading = make('h2', {}, title)
  return make(
    'section',
    { 'aria-label': title },
    heading,
    make('p', { class: 'note' }, note),
    ...content,
  )
}

/** A table of rows, which are elements already. */
export function tableOf(
  headings: readonly string[],
  rows: readonly HTMLTableRowElement[],
  attributes: Readonly<Record<string, string>> = {},
): HTMLTableElement {
  const names = headings.map((name) => make('th', { scope: 'col' }, name))
  return make(
    'table',
    attributes,
    make('thead', {}, make('tr', {}, ...names)),
    make('tbody', {}, ...rows),
  )
}

/** A link to a page elsewhere; undefined unless the address is one of the web, since employers may publish any text. */
export function linkOut(address: string | null | undefined, text: string, label?: string) {
  if (!address || !/^https?:\/\//i.test(address)) return undefined
  const attributes = { href: address, target: '_blank', rel: 'noopener noreferrer' }
  return make('a', { ...attributes, 'aria-label': label }, text)
}
