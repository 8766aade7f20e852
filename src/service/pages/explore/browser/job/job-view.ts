import { salaryText } from '../../../../../values/pay/salary-text'
import { sourceName } from '../../../../../values/source'
import { linkOut, make } from '../page/elements'
import { formatAge, formatCode, formatDate, formatPlaces, type ShownJob } from '../page/format'
import { explain, isAborted, requestJson } from '../page/service'
import { readDescription } from './description'
import { loadLife } from './life'

/** The job with this id, with its description. */
export async function loadJob(id: string, signal: AbortSignal): Promise<Node[]> {
  const [{ body }, life] = await Promise.all([
    requestJson<ShownJob>({ path: `v1/jobs/${id}`, parameters: {} }, signal),
    // The job is shown without its history if that cannot be read.
    loadLife(id, signal).catch((error) => {
      if (isAborted(error)) throw error
      return make('p', { class: 'note' }, `The history cannot be shown. ${explain(error)}`)
    }),
  ])
  return [...jobContent(body), life]
}

function jobContent(job: ShownJob): Node[] {
  const apply = linkOut(job.apply_url, 'Apply ↗')
  const posting = linkOut(job.url, 'Open the posting ↗')
  const removed = job.date_removed
    ? ` It left the catalogue on ${formatDate(job.date_removed)}.`
    : ''
  const gone =
    job.status === undefined || job.status === 'active'
      ? undefined
      : make('p', { class: 'notice' }, `This job is ${job.status}.${removed}`)
  const links = make('p', { class: 'links' }, posting, apply)
  return [
    make('h2', { id: 'pane-heading', tabindex: '-1' }, job.title),
    make('p', { class: 'employer' }, job.organization ?? 'Employer not named'),
    ...(gone ? [gone] : []),
    links,
    factList(job),
    make('div', { class: 'description' }, descriptionOf(job)),
  ]
}

function factList(job: ShownJob): HTMLElement {
  const types = (job.employment_type ?? []).map(formatCode).join(', ')
  const dateAndAge = (instant: string | null | undefined) =>
    instant ? `${formatDate(instant)}, ${formatAge(instant, new Date())}` : ''
  const closing = job.date_valid_through ? formatDate(job.date_valid_through) : ''
  const facts: [string, string][] = [
    ['Places', formatPlaces(job.locations_alt, 12)],
    ['Pay', job.salary === null ? '' : salaryText(job.salary)],
    ['Type', types],
    ['Arrangement', arrangementOf(job)],
    ['Posted', dateAndAge(job.date_posted)],
    ['Closes', closing],
    ['Source', [sourceName(job.source), job.source_slug].filter(Boolean).join(' / ')],
    ['Job id', String(job.id)],
  ]
  const rows = facts.filter(([, value]) => value !== '')
  return make(
    'dl',
    { class: 'fact-list' },
    ...rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
  )
}

/** Most postings that are marked as remote name the arrangement too: it is said once. */
function arrangementOf({ work_arrangement: arrangement, location_type: type }: ShownJob): string {
  if (arrangement) return formatCode(arrangement)
  return type === 'TELECOMMUTE' ? 'Remote' : ''
}

function descriptionOf({ description_html: html, description_text: text }: ShownJob): Node {
  if (html) return readDescription(html)
  const paragraphs = (text ?? 'The employer gave no description.').split(/\n{2,}/)
  return make('div', {}, ...paragraphs.map((each) => make('p', {}, each)))
}
