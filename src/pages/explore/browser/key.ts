import { byId } from './elements'

/** The session storage of the tab has the key under this name; the Swagger page reads it too. */
const STORED_KEY = 'key'

const dialog = byId('key-dialog', HTMLDialogElement)
const field = byId('key', HTMLInputElement)
const error = byId('key-error', HTMLElement)

/** The key of this tab; '' without one. */
export function readKey(): string {
  return sessionStorage.getItem(STORED_KEY) ?? ''
}

/** Asks for a key. `issue`: why the last one, which stays in the field, is refused. */
export function askForKey(issue = ''): void {
  field.value = issue === '' ? '' : readKey()
  error.textContent = issue
  if (!dialog.open) dialog.showModal()
  field.select()
}

/** Calls `onKey` when the visitor has given a key. */
export function watchKey(onKey: () => void): void {
  byId('key-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    const key = field.value.trim()
    if (key === '') return
    sessionStorage.setItem(STORED_KEY, key)
    dialog.close()
    onKey()
  })
  // Browsers move the focus back to where it was; when the page opened with the form, that is nowhere.
  dialog.addEventListener('close', () => {
    const { activeElement, body } = document
    const isNowhere = activeElement === body || dialog.contains(activeElement)
    if (isNowhere) byId('text', HTMLInputElement).focus()
  })
  byId('key-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close())
  byId('change-key', HTMLButtonElement).addEventListener('click', () => askForKey())
}
