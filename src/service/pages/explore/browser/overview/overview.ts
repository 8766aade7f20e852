import type { Static } from 'typebox'
import type { ExploreFigures } from '../../../../../catalogue/resources/explore-figures'
import type { Stats as StatsSchema } from '../../../../../catalogue/resources/stats'
import { COUNTRIES, type Country } from '../../../../../values/country'
import { sourceName } from '../../../../../values/source'
import { make, section } from '../page/elements'
import { countryInText, formatAge, formatNumber, plural } from '../page/format'
import { requestJson } from '../page/service'
import type { Search } from '../search/search'
import { dayPicture } from './day-picture'
import { regionPicture } from './region-picture'
import { shareTable } from './share-table'

type Stats = Static<typeof StatsSchema>

/** Addresses of the page with a search. */
export interface SearchLinks {
  toRegion: (code: string) => string
  toSource: (source: string) => string
  toEmployer: (employer: string) => string
  toDay: (day: string) => string
}

/** The pictures of a country's catalogue, with the tables behind them. */
export async function loadOverview(
  country: Country,
  links: SearchLinks,
  signal: AbortSignal,
): Promise<Node[]> {
  const [stats, figures] = await Promise.all([
    requestJson<Stats>({ path: 'v1/stats', parameters: { country } }, signal),
    requestJson<ExploreFigures>({ path: 'explore/data', parameters: { country } }, signal),
  ])
  const { regions, sources, generated_at: at } = stats.body
  return [
    numbersOf(stats.body, figures.body),
    await regionPicture(
      { country, where: `in ${countryInText(country)}`, regions },
      links.toRegion,
      signal,
    ),
    sourceSection(`in ${countryInText(country)}`, sources, links.toSource),
    dayPicture(figures.body.days, links.toDay),
    boardSection(figures.body.boards),
    make('p', { class: 'note' }, `Counted ${formatAge(at, new Date())}.`),
  ]
}

/** The sources that the catalogue has jobs of, the largest first. */
export async function loadSources(
  country: Search['country'],
  signal: AbortSignal,
): Promise<string[]> {
  const countries = country === 'both' ? COUNTRIES : [country]
  const answers = await Promise.all(
    countries.map((each) =>
      requestJson<Stats>({ path: 'v1/stats', parameters: { country: each } }, signal),
    ),
  )
  const sources = answers.flatMap(({ body }) => body.sources.map(({ source }) => source))
  return [...new Set(sources)]
}

const BOARDS_NOTE =
  'Boards of employers in both countries that this catalogue collects. Missing: their system does not know them. Quarantined: their list shrank too much to be believed. Overdue: due more than an hour ago.'

function numbersOf(stats: Stats, { days, boards }: ExploreFigures): HTMLElement {
  const today = days.at(-1)
  const numbers: [string, string][] = [
    ['active jobs', formatNumber(stats.active_jobs)],
    ['boards with active jobs', formatNumber(stats.boards)],
    ['new today (UTC)', formatNumber(today?.new ?? 0)],
    ['removed today (UTC)', formatNumber(today?.removed ?? 0)],
  ]
  if (boards.length > 0) {
    const { failing, missing } = totalsOf(boards)
    numbers.push(['boards failing or missing', formatNumber(failing + missing)])
  }
  return make(
    'dl',
    { class: 'numbers' },
    ...numbers.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  )
}

/** Active jobs by source, under a heading that says which jobs. */
export function sourceSection(
  where: string,
  sources: readonly Pick<Stats['sources'][number], 'source' | 'active_jobs'>[],
  addressOf: (source: string) => string,
): HTMLElement {
  const rows = sources.map(({ source, active_jobs: count }) => ({
    name: sourceName(source),
    count,
    address: addressOf(source),
  }))
  const note = `Active jobs ${where} by the system that the employer publishes them on.`
  const made = section('By source', note, shareTable(['Source', 'Active jobs'], rows))
  made.classList.add('sources')
  return made
}

function boardSection(boards: ExploreFigures['boards']): HTMLElement {
  if (boards.length === 0) {
    const none = 'No boards are collected here: the postings come from imported files.'
    return section('Boards collected', BOARDS_NOTE, make('p', {}, none))
  }
  const rows = boards.map((row) => ({
    name: sourceName(row.source),
    count: row.boards,
    details: [
      ...[row.failing, row.missing, row.quarantined, row.overdue].map(formatNumber),
      row.last_success_at === null ? 'never' : formatAge(row.last_success_at, new Date()),
    ],
  }))
  const names = ['Boards', 'Failing', 'Missing', 'Quarantined', 'Overdue', 'Last success']
  const table = make(
    'div',
    { class: 'wide-table', tabindex: '0', role: 'group', 'aria-label': 'Table of boards' },
    shareTable(['Source', ...names], rows),
  )
  const made = section('Boards collected', BOARDS_NOTE, table)
  table.before(...alarm(boards))
  made.classList.add('boards')
  return made
}

/** Says so where half of the boards or more are not collected. */
function alarm(rows: ExploreFigures['boards']): HTMLElement[] {
  const { boards, failing, missing } = totalsOf(rows)
  const lost = failing + missing
  if (2 * lost < boards) return []
  const last = rows
    .flatMap((row) => row.last_success_at ?? [])
    .toSorted()
    .at(-1)
  const success =
    last === undefined
      ? 'None was ever collected'
      : `The last success was ${formatAge(last, new Date())}`
  return [
    make(
      'p',
      { class: 'notice' },
      `Failing or missing: ${formatNumber(lost)} of ${plural(boards, 'board')}. ${success}.`,
    ),
  ]
}

function totalsOf(rows: ExploreFigures['boards']) {
  const sumOf = (name: 'boards' | 'failing' | 'missing') =>
    rows.reduce((sum, row) => sum + row[name], 0)
  return { boards: sumOf('boards'), failing: sumOf('failing'), missing: sumOf('missing') }
}
