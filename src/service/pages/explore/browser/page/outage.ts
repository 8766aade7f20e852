import { byId, make } from './elements'

const notice = byId('notice', HTMLElement)

/** Seconds until the next attempt; the last one repeats. */
const PAUSES_S = [2, 5, 10, 30]

interface Outage {
  since: Date
  attempts: number
  /** Until the next attempt; undefined during one. */
  timer: ReturnType<typeof setTimeout> | undefined
}

let outage: Outage | undefined

/**
 * Says that the service cannot be reached and since when, and tries again until `endOutage` is called. `resultsOf`: when the
 * results on the page were asked for.
 */
export function startOutage(tryAgain: () => void, resultsOf: Date | undefined): void {
  // Several requests of a search fail at once.
  if (outage?.timer !== undefined) return
  const attempts = (outage?.attempts ?? 0) + 1
  const seconds = PAUSES_S[Math.min(attempts, PAUSES_S.length) - 1] ?? 0
  const attempt = () => {
    clearTimeout(outage?.timer)
    if (outage !== undefined) outage.timer = undefined
    tryAgain()
  }
  outage = {
    since: outage?.since ?? new Date(),
    attempts,
    timer: setTimeout(attempt, seconds * 1_000),
  }
  const button = make('button', { type: 'button', class: 'quiet small' }, 'Try now')
  button.addEventListener('click', attempt)
  const kept = resultsOf === undefined ? '' : ` The results are of ${timeOf(resultsOf)}.`
  const text = `The service cannot be reached since ${timeOf(outage.since)}.${kept} Trying again every ${seconds} s. `
  // The same sentence is not read out again.
  if (notice.textContent !== text + button.textContent) notice.replaceChildren(text, button)
  notice.hidden = false
}

/** The service answers. */
export function endOutage(): void {
  if (outage === undefined) return
  clearTimeout(outage.timer)
  outage = undefined
  notice.hidden = true
}

// The network is back.
addEventListener('online', () => {
  const button = outage === undefined ? null : notice.querySelector('button')
  button?.click()
})

/** Whether the service could not be reached at the last attempt. */
export function isOutage(): boolean {
  return outage !== undefined
}

/** `14:05`, as the visitor's clock shows it. */
function timeOf(instant: Date): string {
  return instant.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
