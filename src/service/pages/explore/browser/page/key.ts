import { byId } from './elements'

/**
 * The storage has the key under this name: the storage of the tab, or of the browser if the visitor chose so. The Swagger
 * page reads both.
 */
const STORED_KEY = 'key'

/** A link with a key, such as that of the demo: `#key=jc_...`. Browsers do not send this part of an address. */
const FRAGMENT = /^#key=([\w-]+)$/

const dialog = byId('key-dialog', HTMLDialogElement)
const field = byId('key', HTMLInputElement)
const remember = byId('remember', HTMLInputElement)
const error = byId('key-error', HTMLElement)

/** The key of this tab, else the one that this browser remembers; '' without one. */
export function readKey(): string {
  return sessionStorage.getItem(STORED_KEY) ?? localStorage.getItem(STORED_KEY) ?? ''
}

/** Takes the key out of the address, which then has none. Returns whether there was one. */
export function takeKeyOfAddress(): boolean {
  const [, key] = FRAGMENT.exec(location.hash) ?? []
  if (key === undefined) return false
  sessionStorage.setItem(STORED_KEY, key)
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}

/** Asks for a key. `issue`: why the last one is refused. */
export function askForKey(issue = ''): void {
  field.value = readKey()
  remember.checked = localStorage.getItem(STORED_KEY) !== null
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
    if (remember.checked) localStorage.setItem(STORED_KEY, key)
    else localStorage.removeItem(STORED_KEY)
    dialog.close()
    onKey()
  })
  addEventListener('hashchange', () => {
    if (!takeKeyOfAddress()) return
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
