import { make } from '../page/elements'
import { BASE } from '../page/service'
import {
  feedReason,
  hourlyRequest,
  interfaceLacks,
  isCityLikeRegion,
  listRequest,
  needsFeed,
  readerRequest,
} from '../search/requests'
import type { Search } from '../search/search'
import { toolArguments, toolLack, toolNotes } from '../search/tool-call'
import { codeSample, LANGUAGES, type Language, toolSample } from './code-samples'

/** Whether the service has `/mcp`. The bundler puts the value in. */
declare const SERVES_MCP: boolean

let language: Language | 'MCP' = 'curl'

/** The requests that give the results, as code to copy. */
export function requestContent(search: Search, now: Date): Node[] {
  const content = make('div', { class: 'requests' })
  const draw = () => {
    const samples = language === 'MCP' ? [toolCall(search, now)] : requests(search, now, language)
    content.replaceChildren(...samples)
  }
  draw()
  const heading = make('h2', { id: 'pane-heading', tabindex: '-1' }, 'The request')
  return [heading, languageChoice(draw), content]
}

function requests(search: Search, now: Date, language: Language): HTMLElement[] {
  const hourly = hourlyRequest(search, now)
  const list = codeSample(language, BASE, listRequest(search, now))
  return [
    sampleOf('These results', listNote(search), list),
    hourly === undefined
      ? noteOf(
          'The feeds cannot filter by type of employment, arrangement or amount of pay. Without these, this search can be polled as a feed.',
        )
      : sampleOf('To keep a copy', feedNote(search), codeSample(language, BASE, hourly)),
    readerAddress(search),
  ]
}

function readerAddress(search: Search): HTMLElement {
  const request = readerRequest(search)
  if (request === undefined) {
    const reason = feedReason(search) || 'Searches by arrangement or amount of pay'
    return noteOf(`${reason} are not for feed readers.`)
  }
  const { path, parameters } = request
  const query = new URLSearchParams({ ...parameters, apiKey: 'FEED_KEY' })
  return sampleOf('In a feed reader', READER_NOTE, `${BASE}${path}?${query}`)
}

const READER_NOTE =
  'Subscribe to this address: it has the newest 100 of these jobs. In place of FEED_KEY, write a key that the operator makes with: bun run keys create NAME --feed'

/** The call that an assistant makes for these results. */
function toolCall(search: Search, now: Date): HTMLElement {
  const lack = toolLack(search)
  if (lack !== '') return noteOf(lack)
  const note = ['The next page: send next_cursor as cursor.', ...toolNotes(search)].join(' ')
  return sampleOf('These results', note, toolSample(BASE, toolArguments(search, now)))
}

const FEED_NOTE =
  'To keep a copy of these jobs, send this a few minutes past every hour: each answer has the jobs of the last full hour. Read it to its end: send the last id as cursor until a page is shorter than the limit.'

function feedNote(search: Search): string {
  const { city } = search
  const both = `The feed finds jobs in the region ${city} too, not only in the city.`
  return isCityLikeRegion(search) ? `${FEED_NOTE} ${both}` : FEED_NOTE
}

function listNote(search: Search): string {
  const note = needsFeed(search)
    ? `${feedReason(search)} use the feed of new jobs, which reaches back 183 days.`
    : 'The next page: send next_cursor as cursor.'
  const lacks = interfaceLacks(search)
  if (lacks.length === 0) return note
  const named = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(lacks)
  return `The interface has no ${named}: this request finds these jobs and others. ${note}`
}

/** `draw` runs when another language is chosen. */
function languageChoice(draw: () => void): HTMLElement {
  const names = [...LANGUAGES, ...(SERVES_MCP ? (['MCP'] as const) : [])]
  const options = names.map((name) => {
    const input = make('input', { type: 'radio', name: 'language', value: name })
    input.checked = name === language
    input.addEventListener('change', () => {
      language = name
      draw()
    })
    return make('label', {}, input, ' ', make('span', {}, name))
  })
  const legend = make('legend', { class: 'hidden' }, 'Language')
  return make('fieldset', { class: 'segments' }, legend, ...options)
}

function sampleOf(title: string, note: string, code: string): HTMLElement {
  const shown = make('code', {}, code)
  const said = make('span', { role: 'status', class: 'note' })
  const attributes = { type: 'button', class: 'quiet copy', 'aria-label': `Copy: ${title}` }
  const copy = make('button', attributes, 'Copy')
  copy.addEventListener('click', async () => {
    said.textContent = await copyText(code, shown)
  })
  return make(
    'section',
    { 'aria-label': title },
    make('div', { class: 'sample-top' }, make('h3', {}, title), said, copy),
    noteOf(note),
    make('pre', { tabindex: '0', role: 'group', 'aria-label': `Code: ${title}` }, shown),
  )
}

function noteOf(text: string): HTMLElement {
  return make('p', { class: 'note' }, text)
}

/** Copies a text, or selects it where the browser does not let pages copy. Returns what to tell the visitor. */
async function copyText(text: string, shown: HTMLElement): Promise<string> {
  try {
    if (!isSecureContext) throw new TypeError('without HTTPS a page cannot copy')
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    getSelection()?.selectAllChildren(shown)
    return 'Selected: copy it with the keyboard'
  }
}
