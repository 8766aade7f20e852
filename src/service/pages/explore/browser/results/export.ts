import { byId, make } from '../page/elements'
import type { ServiceRequest } from '../page/exchange'
import { formatDate, formatNumber, type ListAnswer, plural, type ShownJob } from '../page/format'
import { explain, isAborted, requestJson } from '../page/service'
import { countRequest, pageRequest } from '../search/requests'
import type { Search } from '../search/search'
import { CSV_HEAD, csvLine } from './csv'

/** The page holds the file in memory until it is saved. */
const MAX_JOBS = 50_000

/** The most that a request gives. */
const PAGE_SIZE = 1_000

const dialog = byId('export-dialog', HTMLDialogElement)
const allowance = byId('export-allowance', HTMLElement)
const open = byId('export', HTMLButtonElement)
const cancel = byId('export-cancel', HTMLButtonElement)
const progress = byId('export-progress', HTMLProgressElement)
const state = byId('export-state', HTMLElement)
const buttons = {
  csv: byId('export-csv', HTMLButtonElement),
  ndjson: byId('export-ndjson', HTMLButtonElement),
}
let running = new AbortController()

type Format = keyof typeof buttons

const FORMATS = {
  csv: { head: CSV_HEAD, line: csvLine, type: 'text/csv' },
  ndjson: {
    head: '',
    line: (job: ShownJob) => `${JSON.stringify(job)}\n`,
    type: 'application/x-ndjson',
  },
}

/** Makes the button export the search that it was offered for last. Called once. */
export function startExport(): void {
  cancel.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => running.abort())
}

/** Offers to export a search that finds this many jobs. */
export function offerExport(search: Search, count: number): void {
  open.hidden = count === 0
  open.onclick = async () => {
    const isTooMany = count > MAX_JOBS
    byId('export-note', HTMLElement).textContent = isTooMany
      ? `This search finds ${plural(count, 'job')}; this page exports ${formatNumber(MAX_JOBS)} at most. Narrow it, or copy the requests beside the results.`
      : `${plural(count, 'job')} without descriptions. This uses ${plural(count, 'job')} and ${plural(Math.ceil(count / PAGE_SIZE), 'request')} of your quota.`
    for (const [format, button] of Object.entries(buttons) as [Format, HTMLButtonElement][]) {
      button.onclick = () => save(search, count, format)
    }
    setDisabled(true)
    progress.hidden = true
    allowance.textContent = ''
    state.textContent = ''
    dialog.showModal()
    running = new AbortController()
    if (!isTooMany) await checkAllowance(search, count, running.signal)
  }
}

/**
 * Shows what is left of the allowance of the key, if it has one. An export that needs more could not finish, so it is not
 * offered.
 */
async function checkAllowance(search: Search, count: number, signal: AbortSignal): Promise<void> {
  try {
    const { headers } = await requestJson(countRequest(search, new Date()), signal)
    const [remaining, reset] = [headers.get('X-Jobs-Remaining'), headers.get('X-Jobs-Reset')]
    const isTooFew = remaining !== null && Number(remaining) < count
    if (remaining !== null && reset !== null) {
      const left = `Your key may read ${plural(Number(remaining), 'more job')} until ${formatDate(reset)}`
      allowance.textContent = isTooFew ? `${left}: too few. Narrow the search.` : `${left}.`
    }
    setDisabled(isTooFew)
  } catch (error) {
    fail(error, allowance)
  }
}

/** The export can be asked for again. */
function fail(error: unknown, place: HTMLElement): void {
  if (isAborted(error)) return
  place.textContent = explain(error)
  setDisabled(false)
}

function setDisabled(isDisabled: boolean): void {
  for (const button of Object.values(buttons)) button.disabled = isDisabled
}

async function save(search: Search, count: number, format: Format): Promise<void> {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const { head, line, type } = FORMATS[format]
  // A disabled button would lose the focus.
  cancel.focus()
  setDisabled(true)
  progress.hidden = false
  progress.max = count
  progress.value = 0
  state.textContent = ''
  const lines = [head]
  let read = 0
  try {
    for await (const jobs of readPages(search, signal)) {
      lines.push(...jobs.map(line))
      read += jobs.length
      progress.value = read
      state.textContent = `${formatNumber(read)} of ${plural(count, 'job')}`
    }
    download(new Blob(lines, { type }), `jobs.${format}`)
    state.textContent = `Saved ${plural(read, 'job')}.`
    await checkAllowance(search, count, signal)
  } catch (error) {
    fail(error, state)
  }
}

/** All jobs of a search, a page at a time. */
async function* readPages(search: Search, signal: AbortSignal): AsyncGenerator<ShownJob[]> {
  const now = new Date()
  let cursor = ''
  while (true) {
    const request: ServiceRequest = pageRequest(search, now, { limit: PAGE_SIZE, cursor })
    const { body } = await requestJson<ListAnswer>(request, signal)
    yield body.jobs
    if (body.next_cursor === null) return
    cursor = body.next_cursor
  }
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  make('a', { href: address, download: name }).click()
  // The browser has read it when the page has nothing else to do.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
