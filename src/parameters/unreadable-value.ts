/** A value that its parameter cannot take. The decoder adds the parameter's name and makes it an issue. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
  readonly position: number | undefined

  /** `issue` without position and way out; `position` counts characters from 1. */
  constructor(issue: string, more: { position?: number | undefined; hint?: string } = {}) {
    const place = more.position === undefined ? '' : ` at position ${more.position}`
    super(`${issue}${place}${more.hint === undefined ? '' : `; ${more.hint}`}`)
    this.position = more.position
  }
}

/** The character, counted from 1, that stands at an index of UTF-16 units. */
export function positionOf(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1
}
