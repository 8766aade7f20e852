import Type, { type Static } from 'typebox'
import { workArrangement } from '../../values/work-arrangement'
import { boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { parseAnswer, rowReader, texts, title } from '../answers/entries'
import { unescapedOnce } from '../answers/markup/html-parts'
import { listAt, memberAt, pick, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { arrayOf } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { byNumber, jsonPages } from '../strategies/paged-list'
import { withToken } from '../strategies/token'
import type { Board, Fetch, ListAnswer, ListEntry, PublishedPlace, System } from '../system'
import { ANY_SERVICE, hostOf, SERVICE, session } from './cornerstone-session'

/** The service gives no more rows in a page. */
const PAGE_SIZE = 1000
/** The largest client has 114. */
const MAX_SITES = 500
const boards = boardsBySubdomain('csod.com')

/** The board is the client with all of its career sites: the same posting is on several. */
export const cornerstone: System = {
  source: 'cornerstone',
  name: 'Cornerstone',
  aliases: ['cornerstoneondemand', 'csod'],
  example: 'https://acme.csod.com/ux/ats/careersite/1/home?c=acme',
  ...boards,
  isHost: (host) => boards.isHost(host) || SERVICE.test(host),
  knownHost: 'us.api.csod.com',
  postingId: postingIdAt('/ux/ats/careersite/:site/home/requisition/:id'),
  limits: { minIntervalMs: 300, maxParallel: 3 },
  ...withToken(session, {
    list,
    ...detail({
      request: ({ slug }, entry) => ({
        url: `${hostOf(slug)}/Services/API/ATS/CareerSite/${storedRow<Stored>(entry).site}/JobRequisitions/${entry.external_id}?useMobileAd=false&cultureId=1`,
      }),
      parse: parseAnswer,
      read(answer, { board, entry }) {
        const row = storedRow<Stored>(entry)
        const [data] = listAt(answer, 'data')
        const fields = memberAt(listAt(data, 'items')[0], 'fields')
        const name = textAt(fields, 'title')
        const locations = row.locations ?? []
        return {
          // An answer without it is of no posting, and no proof that one has left.
          title: name && unescapedOnce(name),
          url: `${hostOf(board.slug)}/ux/ats/careersite/${row.site}/home/requisition/${entry.external_id}?c=${board.slug}`,
          places: locations.map(placeOf),
          ...arrangementOf(locations.map(remoteIn)),
          date_posted: instantOf(row.postingEffectiveDate),
          date_valid_through: instantOf(row.postingExpirationDate),
          description_html: textAt(fields, 'ad'),
          description_text: textAt(fields, 'ad') === undefined ? wordsOf(row) : undefined,
          source_fields: sourceFields(fields, SOURCE_FIELDS),
        }
      },
    }),
  }),
}

/** Sites are numbered from 1 to the first that does not exist; those that are not active list nothing. */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const postings = new Map<string, ListEntry>()
  const unreadable: { external_id?: string; reason: string }[] = []
  const incompleteReasons: string[] = []
  let site = 1
  for (; site <= MAX_SITES; site += 1) {
    const url = `${hostOf(board.slug)}/services/x/career-site/v1/careersites/${site}`
    // A few sites answer 500, and others follow.
    const { status, text } = await fetch({ url, accept: [404, 500] })
    if (status === 404) break
    if (status === 200 && memberAt(parseAnswer(text), 'data', 'active') === false) continue
    const found = await ofSite(site).list(board, fetch)
    if (found.kind === 'missing') continue
    if (found.incompleteReason !== undefined)
      incompleteReasons.push(`site ${site}: ${found.incompleteReason}`)
    unreadable.push(...(found.unreadable ?? []))
    for (const entry of found.postings) {
      // The first site counts: the page of the posting is one of it.
      if (!postings.has(entry.external_id)) postings.set(entry.external_id, entry)
    }
  }
  if (site === 1) incompleteReasons.push('the first career site does not exist')
  if (site > MAX_SITES) incompleteReasons.push(`there are more than ${MAX_SITES} career sites`)
  return {
    kind: 'listed',
    postings: [...postings.values()],
    unreadable,
    incompleteReason: incompleteReasons.length === 0 ? undefined : incompleteReasons.join('; '),
  }
}

/** The postings of one career site. */
function ofSite(site: number): Pick<System, 'list'> {
  return jsonPages({
    ...byNumber(1, PAGE_SIZE),
    request: (_, page) => ({
      url: `${ANY_SERVICE}/rec-job-search/external/jobs`,
      method: 'POST',
      body: {
        careerSiteId: site,
        careerSitePageId: site,
        pageNumber: page,
        pageSize: PAGE_SIZE,
        // They decide how dates are written, and not which postings are listed.
        cultureId: 1,
        cultureName: 'en-US',
      },
    }),
    rows: 'data.requisitions',
    total: 'data.totalCount',
    id: 'requisitionId',
    otherwise: {
      list: async () => ({
        kind: 'listed',
        postings: [],
        incompleteReason: 'the search answered 404',
      }),
    },
    read(rows) {
      const { postings, unreadable } = readRows(rows)
      const withSite = postings.map((entry) => ({
        ...entry,
        reference: JSON.stringify({ ...storedRow<object>(entry), site }),
      }))
      return { postings: withSite, unreadable }
    },
  })
}

const Location = Type.Object(texts('city', 'state', 'country'))

type Location = Static<typeof Location>

const Row = Type.Object({
  ...texts('postingEffectiveDate', 'postingExpirationDate', 'externalDescription'),
  requisitionId: Type.Integer({ minimum: 1 }),
  displayJobTitle: title,
  locations: arrayOf(Location),
})

type Stored = Omit<Static<typeof Row>, 'requisitionId' | 'displayJobTitle'> & { site: number }

const STORED = ['postingEffectiveDate', 'postingExpirationDate', 'locations', 'externalDescription']

const readRows = rowReader(Row, { id: 'requisitionId', title: 'displayJobTitle' }, (row) => ({
  content: [row.displayJobTitle, pick(row, STORED)],
  stored: pick(row, STORED),
}))

const SOURCE_FIELDS = fieldPaths('reqId', 'location')

function placeOf(location: Location): PublishedPlace | undefined {
  const { city, state: region, country } = location
  return publishedPlace({
    city: remoteIn(location) === undefined ? city : undefined,
    region,
    country,
  })
}

/** Employers write it as the city. */
function remoteIn({ city }: Location): 'remote' | undefined {
  return workArrangement(city ?? '') === 'remote' ? 'remote' : undefined
}

/** `9/3/2026`: the search is asked for the dates of `en-US`. */
function instantOf(text: string | null | undefined): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? []
  return publishedInstant(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** The text of the list, from which all signs of HTML are gone, unless it only stands for one: `See JD`, `<<TEXT>>`. */
function wordsOf({ externalDescription }: Stored): string | undefined {
  const text = textAt(externalDescription)
  const words = text?.replace(/<<[^<>]*>>/g, '').match(/[\p{L}\p{N}]/gu) ?? []
  return words.length < LEAST_LETTERS ? undefined : text
}

const LEAST_LETTERS = 30
