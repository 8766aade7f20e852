import Type from 'typebox'
import { entrySplitter, listEntries, parseAnswer, title } from '../answers/entries'
import { parseHtml, plainText } from '../answers/markup/html-elements'
import { countAt, listAt, memberAt, textAt } from '../answers/members'
import { placeFields, placeText } from '../answers/place-fields'
import { postingIdAt } from '../answers/posting-id'
import { countedPage, type Page } from '../answers/read-pages'
import { word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { byNumber, joinedPages } from '../strategies/paged-list'
import type { BoardAddress, CollectedPosting, System } from '../system'

const HOST = 'sjobs.brassring.com'
const HOSTS = [HOST, 'krb-sjobs.brassring.com']
/** BrassRing returns no more whatever is asked for. */
const PAGE_SIZE = 50
const { end, next } = byNumber(1, PAGE_SIZE)

export const brassring: System = {
  source: 'brassring',
  name: 'BrassRing',
  example: `https://${HOST}/TGnewUI/Search/Home/Home?partnerid=25000&siteid=5000`,
  slug: /^\d+\/\d+$/,
  settings: ['host', 'location'],
  placeSetting: 'location',
  boardOf,
  isHost: (host) => HOSTS.includes(host),
  postingId: postingIdAt('/TGnewUI/Search/home/HomeWithPreLoad?jobid'),
  limits: { minIntervalMs: 1000, maxParallel: 2 },
  ...joinedPages({
    start: 1,
    request({ slug, settings }, pageNumber) {
      const [partnerId, siteId] = slug.split('/')
      return {
        url: `https://${settings?.host ?? HOST}/TGnewUI/Search/Ajax/ProcessSortAndShowMoreJobs`,
        method: 'POST',
        body: {
          partnerId,
          siteId,
          keyword: '',
          location: '',
          activeFacetCategories: [],
          selectedFacets: [],
          pageNumber: String(pageNumber),
          pageSize: String(PAGE_SIZE),
        },
      }
    },
    // A site that does not exist is answered with 500, as is an outage: no proof.
    isVendorSite: (host) => /^(?:www\.)?(?:brassring|infinite-brassring)\.com$/.test(host),
    page: pageOf,
    id: 'reqid',
    read: (rows) => split(rows),
    join(pages, { settings }) {
      const entries = pages.flatMap((page) => page.entries)
      const named = settings?.location?.split(',').map((name) => name.trim())
      const fields = named ?? placeFields(entries, NO_PLACES) ?? [PLACE]
      const location = fields.join(',')
      return {
        postings: listEntries(entries.map((job) => postingOf(job, placeText(job, fields)))),
        unreadable: pages.flatMap(({ unreadable }) => unreadable),
        ...(!named && location !== PLACE && { foundSettings: { location } }),
      }
    },
  }),
}

/** A board is a partner's site, such as `25000/5000`. The names of the parameters have any case. */
function boardOf({ hostname, searchParams }: URL): BoardAddress | undefined {
  const numbers = ['partnerid', 'siteid'].map(
    (name) => [...searchParams].find(([key]) => key.toLowerCase() === name)?.[1] ?? '',
  )
  if (!HOSTS.includes(hostname) || !numbers.every((number) => /^\d+$/.test(number)))
    return undefined
  const slug = numbers.join('/')
  return hostname === HOST ? { slug } : { slug, settings: { host: hostname } }
}

function pageOf(text: string, page: number): Page<unknown, number> {
  const answer = parseAnswer(text)
  const total = countAt(answer, 'JobsCount')
  if (total === undefined || memberAt(answer, 'Jobs') === undefined) {
    throw new UnexpectedAnswer('answered without JobsCount and Jobs')
  }
  const rows = listAt(answer, 'Jobs', 'Job').map(withQuestions)
  return countedPage(rows, { total, end: end(page, PAGE_SIZE), size: PAGE_SIZE, next: next(page) })
}

/** A job has its members as questions; their values are HTML. */
function withQuestions(job: unknown): unknown {
  const questions = listAt(job, 'Questions').map((question): [string, string] => [
    textAt(question, 'QuestionName') ?? '',
    plainText(parseHtml(textAt(question, 'Value') ?? '')) ?? '',
  ])
  return { ...Object.fromEntries(questions), link: memberAt(job, 'Link') }
}

const split = entrySplitter(
  Type.Object({ reqid: word, jobtitle: title, link: Type.String({ pattern: '^https://' }) }),
  'reqid',
)

type Job = ReturnType<typeof split>['entries'][number]

/**
 * The question that has the place, unless the operator names others or others are found to hold it: each site has its own names
 * for them, such as `formtext5` for the city.
 */
const PLACE = 'location'

/** Questions that have no place, whatever they name. */
const NO_PLACES = ['jobtitle', 'link']

/** The list has no description and no date of posting: `lastupdated` is that of an edit. */
function postingOf(job: Job, place: string | undefined): CollectedPosting {
  return {
    external_id: job.reqid,
    title: job.jobtitle,
    url: job.link,
    places: place === undefined ? [] : [{ text: place }],
    source_fields: sourceFields({ Questions: job }, SOURCE_FIELDS),
  }
}

const SOURCE_FIELDS = fieldPaths({
  autoreq: 'Questions.autoreq',
  department: 'Questions.department',
  location: 'Questions.location',
  latitude: 'Questions.latitude',
  longitude: 'Questions.longitude',
})
