import { byId } from './elements'

const text = byId('text', HTMLInputElement)
const cards = byId('cards', HTMLOListElement)
const next = byId('next', HTMLButtonElement)

/** Steps through the results. The arrows do so from a card, and down from the words. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** `/` goes to the words, `j`, `k` and the arrows through the results. `onCard`: called with the job that was gone to. */
export function startShortcuts(onCard: (id: string) => void): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
    if (target.closest('dialog') || byId('search', HTMLElement).hidden) return
    if (!isMeant(key, target)) return
    event.preventDefault()
    const step = STEPS[key]
    if (step === undefined) text.select()
    else goBy(step, onCard)
  })
}

/** Whether a key is a shortcut here, and not a letter that is typed or an arrow that scrolls. */
function isMeant(key: string, target: Element): boolean {
  if (key === 'ArrowDown' && target === text) return true
  if (key.startsWith('Arrow')) return cards.contains(target)
  const isTyped = target.closest('input:not([type=radio], [type=checkbox]), select') !== null
  return !isTyped && (key === '/' || key in STEPS)
}

function goBy(step: number, onCard: (id: string) => void): void {
  const all = [...cards.children]
  const focused = all.findIndex((card) => card.contains(document.activeElement))
  const open = all.findIndex((card) => card.querySelector('[aria-current]') !== null)
  const from = focused !== -1 || document.activeElement === text ? focused : open
  const card = all[from + step]
  if (from + step < 0) text.focus()
  // It shows more and goes to the first of them.
  else if (card === undefined && !next.hidden) next.click()
  else if (card instanceof HTMLElement) {
    card.querySelector('a')?.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
    onCard(card.dataset.id ?? '')
  }
}
