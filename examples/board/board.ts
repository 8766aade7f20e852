/** A small job board over a catalogue. docs/tutorial.md explains it: CATALOGUE_KEY=... bun examples/board/board.ts */
import type { JobWithStatus } from '../clients/typescript/src/index'

const { escapeHTML } = Bun
const { CATALOGUE_KEY = '', CATALOGUE = 'http://127.0.0.1:3000', BOARD_PORT = '8080' } = process.env

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: Number(BOARD_PORT),
  routes: {
    '/': (request) => listPage(new URL(request.url).searchParams),
    '/jobs/:id': (request) => jobPage(request.params.id),
  },
  fetch: () => page('Not found', '<p>There is no such page.</p>', 404),
  error: (error) => page('Error', alert(error), error instanceof Refused ? error.status : 502),
})
console.log(`the board is at ${server.url.origin}`)

/** What the catalogue answered in place of jobs. The message says what to correct. */
class Refused extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail)
  }
}

/** Asks the catalogue. The key stays here: browsers never see it. */
async function ask<Answer>(path: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${CATALOGUE_KEY}` }
  const response = await fetch(CATALOGUE + path, { headers })
  const answer = (await response.json()) as Answer & { detail: string }
  if (!response.ok) throw new Refused(response.status, answer.detail)
  return answer
}

interface Found {
  jobs: JobWithStatus[]
  next_cursor: string | null
}

async function listPage(search: URLSearchParams): Promise<Response> {
  const country = search.get('country') === 'US' ? 'US' : 'CA'
  const query = new URLSearchParams({ country, limit: '20' })
  for (const name of ['q', 'remote', 'has_salary', 'cursor']) {
    const value = search.get(name)
    if (value) query.set(name, value)
  }
  try {
    const { jobs, next_cursor } = await ask<Found>(`/v1/jobs?${query}`)
    const items = jobs.map(
      (job) => `<li><a href="/jobs/${job.id}">${escapeHTML(job.title)}</a> ${summary(job)}</li>`,
    )
    const list = jobs.length === 0 ? '<p>No jobs are found.</p>' : `<ol>${items.join('')}</ol>`
    return page('Jobs', form(search) + list + nextLink(search, next_cursor))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return page('Jobs', form(search) + alert(error), error.status)
  }
}

async function jobPage(id: string): Promise<Response> {
  const job = await ask<JobWithStatus>(`/v1/jobs/${encodeURIComponent(id)}`)
  const gone = job.status === 'active' ? '' : '<p><strong>This job is gone.</strong></p>'
  const description = `<pre>${escapeHTML(job.description_text ?? '')}</pre>`
  return page(job.title, `${gone}<p>${summary(job)}</p>${description}${applyLink(job)}`)
}

function summary({ organization, locations_derived: places, salary }: JobWithStatus): string {
  const { minValue, maxValue, value, unitText } = salary?.value ?? {}
  const amounts = [minValue ?? value, maxValue].filter((amount) => amount != null)
  const pay = salary ? `${amounts.join(' to ')} ${salary.currency} (${unitText})` : ''
  return [organization ?? '', places?.[0] ?? '', pay]
    .filter(Boolean)
    .map((text) => escapeHTML(text))
    .join(' · ')
}

/** The employer wrote the address: only http and https become links. */
function applyLink({ apply_url: address, url }: JobWithStatus): string {
  const target = /^https?:\/\//i.test(address ?? '') ? (address ?? url) : url
  return `<p><a href="${escapeHTML(target)}" rel="nofollow noopener">Apply at the employer</a></p>`
}

function alert({ message }: Error): string {
  return `<p role="alert">${escapeHTML(message)}</p>`
}

function nextLink(search: URLSearchParams, cursor: string | null): string {
  if (cursor === null) return ''
  const next = new URLSearchParams(search)
  next.set('cursor', cursor)
  return `<p><a href="/?${escapeHTML(next.toString())}">More jobs</a></p>`
}

function form(search: URLSearchParams): string {
  const checked = (name: string) => (search.get(name) === 'true' ? ' checked' : '')
  const selected = (country: string) => (search.get('country') === country ? ' selected' : '')
  return `<form>
<input name="q" aria-label="Words" placeholder="nurse -senior" value="${escapeHTML(search.get('q') ?? '')}">
<select name="country" aria-label="Country">
<option value="CA">Canada</option><option value="US"${selected('US')}>United States</option>
</select>
<label><input type="checkbox" name="remote" value="true"${checked('remote')}> remote</label>
<label><input type="checkbox" name="has_salary" value="true"${checked('has_salary')}> with pay</label>
<button>Search</button>
</form>`
}

function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHTML(title)}</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 45rem; margin: 2rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; font: inherit }</style>
<h1><a href="/">Jobs</a>${title === 'Jobs' ? '' : `: ${escapeHTML(title)}`}</h1>
${body}
</html>`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  }
  return new Response(html, { status, headers })
}
