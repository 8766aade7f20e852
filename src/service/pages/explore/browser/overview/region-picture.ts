import type { Static } from 'typebox'
import type { Stats } from '../../../../../catalogue/resources/stats'
import type { Country } from '../../../../../values/country'
import { make, section } from '../page/elements'
import { formatNumber, plural } from '../page/format'
import { BASE } from '../page/service'
import { shareTable } from './share-table'

type Regions = Static<typeof Stats>['regions']

/**
 * Active jobs by region: a map whose regions lead to their jobs, and the same as a table.
 * `where` says which jobs are shown, such as `in Canada`.
 */
export async function regionPicture(
  { country, where, regions }: { country: Country; where: string; regions: Regions },
  addressOf: (code: string) => string,
  signal: AbortSignal,
): Promise<HTMLElement> {
  const map = await loadOutlines(country, signal)
  paint(map, regions, addressOf)
  const rows = regions.map(({ region, code, active_jobs: jobs }) => ({
    name: region,
    count: jobs,
    address: addressOf(code),
  }))
  const heading = country === 'CA' ? 'By province and territory' : 'By state'
  const made = section(
    heading,
    `Active jobs ${where}. A job with places in several regions counts in each.`,
    make('div', { class: 'map', 'aria-hidden': 'true' }, map, legendOf(regions)),
    make(
      'div',
      { class: 'map-table', tabindex: '0', role: 'group', 'aria-label': 'Table of regions' },
      shareTable(['Region', 'Active jobs'], rows),
    ),
  )
  made.classList.add('regions')
  return made
}

async function loadOutlines(country: Country, signal: AbortSignal): Promise<SVGElement> {
  const response = await fetch(`${BASE}explore/${country}.svg`, { signal })
  const parsed = new DOMParser().parseFromString(await response.text(), 'image/svg+xml')
  const { documentElement } = parsed
  if (!(documentElement instanceof SVGElement)) throw new TypeError('the outlines are no SVG')
  return documentElement
}

/** What the colours mean: the number of jobs in the middle of each of its steps. */
function legendOf(regions: Regions): HTMLElement {
  const largest = largestOf(regions)
  const steps = [0, 1 / 16, 1 / 4, 9 / 16, 1].map((share) => Math.round(share * largest))
  return make(
    'p',
    { class: 'legend scale' },
    ...[...new Set(steps)].map((jobs) => {
      const step = make('span', {}, formatNumber(jobs))
      step.style.setProperty('--share', `${shareOf(jobs, largest)}%`)
      return step
    }),
    make('span', {}, 'active jobs'),
  )
}

function largestOf(regions: Regions): number {
  return Math.max(1, ...regions.map(({ active_jobs: jobs }) => jobs))
}

/** The strength of the colour, in percent. The scale is the square root, so that small regions differ too. */
function shareOf(jobs: number, largest: number): number {
  return jobs === 0 ? 0 : 8 + 92 * Math.sqrt(jobs / largest)
}

/** Colours each region by its jobs. */
function paint(map: SVGElement, regions: Regions, addressOf: (code: string) => string): void {
  const largest = largestOf(regions)
  for (const path of map.querySelectorAll('path')) {
    const { active_jobs: jobs = 0, region = path.id } =
      regions.find(({ code }) => code === path.id) ?? {}
    path.style.setProperty('--share', `${shareOf(jobs, largest)}%`)
    const title = document.createElementNS(map.namespaceURI, 'title')
    title.textContent = `${region}: ${plural(jobs, 'job')}`
    path.append(title)
    const link = document.createElementNS('http://www.w3.org/2000/svg', 'a')
    link.setAttribute('href', addressOf(path.id))
    // The table has the same links for the keyboard.
    link.setAttribute('tabindex', '-1')
    path.replaceWith(link)
    link.append(path)
  }
}
