import type { System } from '../../../src/collect/system'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { radancy } from '../../../src/collect/systems/radancy'
import type { Exchange, RecordedBoard } from '../systems/boards'
import { jobPage, sitemap } from './site-rehearsal'

const HOST = 'jobs.acme.example'
const PATHS = ['/job/boise/cook/117/983910', '/job/boise/baker/117/983911']

/** Employers' own sites, whose postings are on pages that sitemaps name. */
export function siteBoards(): [system: System, recorded: RecordedBoard][] {
  const at = (path: string, ...text: string[]): Exchange => ({
    name: path,
    request: { url: `https://${HOST}${path}` },
    answer: { text },
  })
  const site = [
    at('/robots.txt', 'User-agent: *', `Sitemap: https://${HOST}/sitemap.xml`),
    at('/sitemap.xml', sitemap(HOST, PATHS)),
  ]
  const pages = PATHS.map((path, index) => at(path, jobPage(`Job ${index}`)))
  const total = at('/search-jobs', '<section data-total-job-results="2"></section>')
  return [
    [careerpage, recorded(careerpage, [...site, ...pages])],
    [radancy, recorded(radancy, [...site, total, ...pages])],
  ]
}

function recorded({ name }: System, exchanges: Exchange[]): RecordedBoard {
  const postings = PATHS.map((path) => ({
    external_id: `https://${HOST}${path}`,
    title: '',
    url: '',
    places: [],
  }))
  return { promise: `${name}: pages are read`, board: { slug: HOST }, exchanges, postings }
}
