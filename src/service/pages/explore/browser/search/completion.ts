import { byId } from '../page/elements'
import { proposeCities } from './cities'
import { proposeEmployers } from './employers'
import type { Search } from './search'

/** How long the visitor does not type before names are asked for. */
const PAUSE_MS = 150

/** One letter begins too many names. */
const MIN_LENGTH = 2

const COMPLETED = [
  { field: byId('city', HTMLInputElement), propose: proposeCities },
  { field: byId('employer', HTMLInputElement), propose: proposeEmployers },
]

/** While a city or an employer is typed in plain syntax, proposes the names that begin so. */
export function startCompletion(read: () => Search, onFailure: (error: unknown) => void): void {
  for (const { field, propose } of COMPLETED) {
    let timer: ReturnType<typeof setTimeout> | undefined
    let running = new AbortController()
    field.addEventListener('input', () => {
      clearTimeout(timer)
      running.abort()
      running = new AbortController()
      const { signal } = running
      const isName = read().syntax === 'plain' && field.value.trim().length >= MIN_LENGTH
      if (!isName || isProposed(field)) return
      timer = setTimeout(() => propose(read(), signal).catch(onFailure), PAUSE_MS)
    })
  }
}

/** Whether a field holds the beginning of a name, which is not searched before it is chosen, entered or left. */
export function isUnfinishedName(field: HTMLInputElement): boolean {
  const isCompleted = COMPLETED.some((completed) => completed.field === field)
  return isCompleted && field.value.trim() !== '' && !isProposed(field)
}

function isProposed({ value, list }: HTMLInputElement): boolean {
  return [...(list?.options ?? [])].some((option) => option.value === value)
}
