import { make } from '../page/elements'
import type { FieldError } from './field-errors'

/** Shows each error below its field: the text with the position marked, the message, and the corrected text to click. */
export function showFieldErrors(
  form: HTMLFormElement,
  errors: readonly FieldError[],
  focus: boolean,
): void {
  for (const place of form.querySelectorAll<HTMLElement>('.error')) {
    const name = place.id.replace(/-error$/, '')
    const error = errors.find(({ field }) => field === name)
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLElement) {
      if (error === undefined) field.removeAttribute('aria-invalid')
      else field.setAttribute('aria-invalid', 'true')
    }
    const shown = error === undefined ? [] : errorContent(form, error)
    // An unchanged message is not read out again.
    const before = place.textContent
    const next = make('div', {}, ...shown)
    if (next.textContent !== before) place.replaceChildren(...next.childNodes)
  }
  const [first] = errors
  if (focus && first !== undefined) focusAt(form, first)
}

function errorContent(form: HTMLFormElement, error: FieldError): Node[] {
  const { detail, corrected, position } = error
  const input = form.elements.namedItem(error.field)
  const content: Node[] = [make('p', {}, detail)]
  if (position !== undefined && input instanceof HTMLInputElement) {
    content.unshift(markedText(input.value.trim(), position))
  }
  if (corrected !== undefined) content.push(correctionButton(form, error.field, corrected))
  return content
}

/** The text with the word at the position marked, or the sign; after the last character, a space is. */
function markedText(text: string, position: number): HTMLElement {
  const [before, meant, after] = partsAt(text, position)
  const mark = make('mark', {}, meant === '' ? '\u00a0' : meant)
  return make('code', { 'aria-hidden': 'true' }, before, mark, after)
}

/** What is before the word or sign at a position, that, and what is after it. */
export function partsAt(
  text: string,
  position: number,
): [before: string, meant: string, after: string] {
  const characters = Array.from(text)
  const start = position - 1
  const length = characters.slice(start).findIndex((character) => !IN_WORD.test(character))
  const end = length === -1 ? characters.length : start + Math.max(length, 1)
  const textOf = (from: number, to?: number) => characters.slice(from, to).join('')
  return [textOf(0, start), textOf(start, end), textOf(end)]
}

const IN_WORD = /[\p{L}\p{M}\p{N}]/u

function correctionButton(
  form: HTMLFormElement,
  name: string,
  corrected: NonNullable<FieldError['corrected']>,
): HTMLElement {
  const button = make(
    'button',
    { type: 'button', class: 'correction' },
    'Search for ',
    make('code', {}, corrected.text),
  )
  button.addEventListener('click', () => {
    const field = form.elements.namedItem(name)
    const syntax = form.elements.namedItem('syntax')
    if (field instanceof HTMLInputElement) {
      field.value = corrected.text
      field.focus()
    }
    if (syntax instanceof RadioNodeList) syntax.value = corrected.syntax
    form.requestSubmit()
  })
  return button
}

/** Puts the cursor where the error is. */
function focusAt(form: HTMLFormElement, { field, position }: FieldError): void {
  const element = form.elements.namedItem(field)
  if (!(element instanceof HTMLElement)) return
  element.focus()
  if (position === undefined || !(element instanceof HTMLInputElement)) return
  const [before, meant] = partsAt(element.value, position)
  element.setSelectionRange(before.length, before.length + meant.length)
}
