import type { Static } from 'typebox'
import type { ExploreFigures } from '../../../resources/explore-figures'
import type { Stats as StatsSchema } from '../../../resources/stats'
import { COUNTRIES, type Country } from '../../../values/country'
import { dayPicture } from './day-picture'
import { make } from './elements'
import { countryInText, formatAge, formatNumber } from './format'
import { regionPicture } from './region-picture'
import type { Search } from './search'
import { requestJson } from './service'
import { shareTable } from './share-table'

type Stats = Static<typeof StatsSchema>

/** Addresses of the page with a search. */
export interface SearchLinks {
  toRegion: (code: string) => string
  toSource: (source: string) => string
  toEmployer: (employer: string) => string
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
    dayPicture(figures.body.days),
    section('Boards collected', BOARDS_NOTE, boardTable(figures.body.boards)),
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
  'Boards of employers in both countries that this catalogue collects. A board is overdue when it was due more than an hour ago.'

function numbersOf(stats: Stats, { days, boards }: ExploreFigures): HTMLElement {
  const today = days.at(-1)
  const overdue = boards.reduce((sum, board) => sum + board.overdue, 0)
  const numbers: [string, string][] = [
    ['active jobs', formatNumber(stats.active_jobs)],
    ['boards with active jobs', formatNumber(stats.boards)],
    ['new today (UTC)', formatNumber(today?.new ?? 0)],
    ['removed today (UTC)', formatNumber(today?.removed ?? 0)],
    ...(boards.length > 0 ? [['boards overdue', formatNumber(overdue)] as [string, string]] : []),
  ]
  return make(
    'dl',
    { class: 'numbers' },
    ...numbers.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  )
}

/** Active jobs by source, in a text that says of what. */
export function sourceSection(
  where: string,
  sources: readonly Pick<Stats['sources'][number], 'source' | 'active_jobs'>[],
  addressOf: (source: string) => string,
): HTMLElement {
  const rows = sources.map(({ source, active_jobs: count }) => ({
    name: source,
    count,
    address: addressOf(source),
  }))
  const note = `Active jobs ${where} by the system that the employer publishes them on.`
  const made = section('By source', note, shareTable(['Source', 'Active jobs'], rows))
  made.classList.add('sources')
  return made
}

function boardTable(boards: ExploreFigures['boards']): Node {
  if (boards.length === 0) {
    return make('p', {}, 'No boards are collected here: the postings come from imported files.')
  }
  const rows = boards.map(({ source, collected, overdue }) => ({
    name: source,
    count: collected,
    detail: formatNumber(overdue),
  }))
  return shareTable(['Source', 'Boards', 'Overdue'], rows)
}

export function section(title: string, note: string, content: Node): HTMLElement {
  return make(
    'section',
    { 'aria-label': title },
    make('h2', {}, title),
    make('p', { class: 'note' }, note),
    content,
  )
}
