/** A value that its parameter cannot take. The decoder adds the parameter's name and makes it a complaint. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
  readonly position: number | undefined

  /** `complaint` without position and way out; `position` counts characters from 1. */
  constructor(complaint: string, more: { position?: number | undefined; wayOut?: string } = {}) {
    const place = more.position === undefined ? '' : ` at position ${more.position}`
    super(`${complaint}${place}${more.wayOut === undefined ? '' : `; ${more.wayOut}`}`)
    this.position = more.position
  }
}

/** The character, counted from 1, that stands at an index of UTF-16 units. */
export function positionOf(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1
}
