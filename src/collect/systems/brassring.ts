import Type from 'typebox'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { entrySplitter, listedPostings, parseAnswer, title } from '../answers/entries'
import { parseHtml, plainText } from '../answers/html-elements'
import { countAt, listAt, memberAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { sourceFields } from '../answers/source-fields'
import type { Board, BoardAddress, CollectedPosting, Fetch, Listing, System } from '../system'

const NAME = 'BrassRing'
const HOST = 'sjobs.brassring.com'
const HOSTS = [HOST, 'krb-sjobs.brassring.com']
/** BrassRing returns no more whatever is asked for. */
const PAGE_SIZE = 50

export const brassring: System = {
  source: 'brassring',
  name: NAME,
  example: `https://${HOST}/TGnewUI/Search/Home/Home?partnerid=25000&siteid=5000`,
  slug: /^\d+\/\d+$/,
  settings: ['host', 'location'],
  boardOf,
  isHost: (host) => HOSTS.includes(host),
  limits: { minIntervalMs: 1000, maxParallel: 2 },
  list,
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

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const [partnerId, siteId] = board.slug.split('/')
  const url = `https://${board.settings?.host ?? HOST}/TGnewUI/Search/Ajax/ProcessSortAndShowMoreJobs`
  const read = (pageNumber: number) =>
    fetch({
      url,
      method: 'POST',
      accept: ABSENCE_STATUSES,
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
    })
  const response = await read(1)
  // A site that does not exist is answered with 500, as is an outage: no proof.
  const absence = absenceOf(response, url, (host) =>
    /^(?:www\.)?(?:brassring|infinite-brassring)\.com$/.test(host),
  )
  if (absence !== undefined) return absence
  const { rows, doubt } = await readPages({
    start: 1,
    firstPage: pageOf(response.text, 1),
    read: async (page) => pageOf((await read(page)).text, page),
    keyOf: (row) => textAt(row, 'reqid') ?? JSON.stringify(row),
  })
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: listedPostings(entries.map((job) => postingOf(job, board))),
    unreadable,
    doubt,
  }
}

function pageOf(text: string, page: number): Page<unknown, number> {
  const answer = parseAnswer(text, NAME)
  const total = countAt(answer, 'JobsCount')
  if (total === undefined || memberAt(answer, 'Jobs') === undefined) {
    throw new Error(`${NAME} answered without JobsCount and Jobs`)
  }
  const rows = listAt(answer, 'Jobs', 'Job').map(withQuestions)
  return countedPage(rows, { total, end: page * PAGE_SIZE, size: PAGE_SIZE, next: page + 1 })
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
  Type.Object({
    reqid: Type.String({ minLength: 1 }),
    jobtitle: title,
    link: Type.String({ pattern: '^https://' }),
  }),
  'reqid',
)

type Job = ReturnType<typeof split>['entries'][number]

/** The list has no description and no date of posting: `lastupdated` is that of an edit. */
function postingOf(job: Job, board: Board): CollectedPosting {
  const text = placeText(job, board)
  return {
    external_id: job.reqid,
    title: job.jobtitle,
    url: job.link,
    places: text === undefined ? [] : [{ text }],
    source_fields: sourceFields({ Questions: job }, SOURCE_FIELDS),
  }
}

/**
 * Each site has its own names for the questions of a place, such as `formtext5` for the city: the setting `location` lists them,
 * with commas. Without it the question `location` counts.
 */
function placeText(job: Job, { settings }: Board): string | undefined {
  const names = settings?.location?.split(',') ?? ['location']
  const parts = names.flatMap((name) => textAt(job, name.trim()) ?? [])
  return parts.length > 0 ? parts.join(', ') : undefined
}

const SOURCE_FIELDS = {
  autoreq: 'Questions.autoreq',
  department: 'Questions.department',
  location: 'Questions.location',
  latitude: 'Questions.latitude',
  longitude: 'Questions.longitude',
}
