import { CSV_HEAD, csvLine } from './csv'
import { byId, make } from './elements'
import { formatNumber, plural, type ShownJob } from './format'
import { needsFeed, pageRequest, type ServiceRequest } from './requests'
import type { Search } from './search'
import { ask, explain, isAborted } from './service'

/** The page holds the file in memory until it is saved. */
const MAX_JOBS = 50_000

/** The most that a request gives. */
const PAGE_SIZE = 1_000

const dialog = byId('export-dialog', HTMLDialogElement)
const open = byId('export', HTMLButtonElement)
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
  byId('export-cancel', HTMLButtonElement).addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => running.abort())
}

/** Offers to export a search that finds so many jobs. */
export function offerExport(search: Search, count: number): void {
  open.hidden = count === 0
  open.onclick = () => {
    const isTooMany = count > MAX_JOBS
    byId('export-note', HTMLElement).textContent = isTooMany
      ? `This search finds ${plural(count, 'job')}; this page exports ${formatNumber(MAX_JOBS)} at most. Narrow it, or copy the requests beside the results.`
      : `${plural(count, 'job')} without descriptions. They count as ${plural(count, 'job')} of what your key may read, in ${plural(Math.ceil(count / PAGE_SIZE), 'request')}.`
    for (const [format, button] of Object.entries(buttons) as [Format, HTMLButtonElement][]) {
      button.disabled = isTooMany
      button.onclick = () => save(search, count, format)
    }
    progress.hidden = true
    state.textContent = ''
    dialog.showModal()
  }
}

async function save(search: Search, count: number, format: Format): Promise<void> {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const { head, line, type } = FORMATS[format]
  for (const button of Object.values(buttons)) button.disabled = true
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
  } catch (error) {
    if (!isAborted(error)) state.textContent = explain(error)
  } finally {
    for (const button of Object.values(buttons)) button.disabled = false
  }
}

type Page = ShownJob[] | { jobs: ShownJob[]; next_cursor: string | null }

/** All jobs of a search, a page at a time: by `next_cursor`, or in a feed by the last id. */
async function* readPages(search: Search, signal: AbortSignal): AsyncGenerator<ShownJob[]> {
  const now = new Date()
  let cursor = needsFeed(search) ? '0' : ''
  while (true) {
    const request: ServiceRequest = pageRequest(search, now, { limit: PAGE_SIZE, cursor })
    const { body } = await ask<Page>(request, signal)
    const jobs = Array.isArray(body) ? body : body.jobs
    yield jobs
    if (Array.isArray(body)) cursor = jobs.length < PAGE_SIZE ? '' : String(jobs.at(-1)?.id)
    else cursor = body.next_cursor ?? ''
    if (cursor === '') return
  }
}

function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  make('a', { href: address, download: name }).click()
  // The browser has read it when the page has nothing else to do.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
