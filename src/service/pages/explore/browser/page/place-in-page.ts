/** Where the visitor was in the results; the browser keeps it with the address, also while it loads the page again. */
interface PlaceInPage {
  shown: number
  scrollY: number
}

/** The place that the browser kept for this address. */
export function readPlace(): PlaceInPage {
  const { shown, scrollY } = Object(history.state)
  return { shown: Number(shown ?? 0), scrollY: Number(scrollY ?? 0) }
}

export function keepShown(shown: number): void {
  history.replaceState({ ...readPlace(), shown }, '')
}

/** Scrolls to where the page was before it was loaded again, once its results are there. */
export function startPlace(): { restore: () => void } {
  const { scrollY } = readPlace()
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.replaceState({ ...readPlace(), scrollY: window.scrollY }, '')
  })
  let isRestored = false
  return {
    restore() {
      if (!isRestored) window.scrollTo(0, scrollY)
      isRestored = true
    },
  }
}
