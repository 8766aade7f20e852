import Type from 'typebox'
import { boardLabel } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { contentFingerprint, entryReader, texts, title } from '../answers/entries'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { anything, flag, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { REMOTE } from '../answers/workplace'
import { byOffset, jsonPages } from '../strategies/paged-list'
import type { Board, BoardAddress, Fetch, ListAnswer, System } from '../system'

const SERVICE = 'jsapi.recruiterbox.com'
const BOARDS = 'hire.trakstar.com'
const OWN_LABELS = 'www api app jsapi apply blog help support status assets cdn demo'.split(' ')
const PAGE_SIZE = 250

const openings = jsonPages({
  ...byOffset(PAGE_SIZE),
  request: (board, offset) => ({
    url: openingsOf(board, offset),
    ...(offset === 0 && { accept: [400] }),
  }),
  closed: {
    isClosed: ({ status, text }) => status === 400 && /"invalid client name"/i.test(text),
    list: async (board) => ({
      kind: 'missing',
      reason: `${openingsOf(board, 0)} does not know the name`,
    }),
  },
  rows: 'objects',
  total: 'meta.total',
  id: 'id',
  read: (rows, board) => readOpenings(rows, board),
})

/** Recruiterbox until 2021; the lists of postings are still under that name. */
export const recruiterbox: System = {
  source: 'recruiterbox',
  name: 'Trakstar Hire',
  aliases: ['trakstar', 'trakstarhire'],
  example: `https://acme.${BOARDS}`,
  slug: /^(?!(?:www|api|app|jsapi)$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  boardOf,
  isHost: (host) => host === SERVICE || boardLabel(host, BOARDS, OWN_LABELS) !== undefined,
  postingId: postingIdAt('/jobs/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const list = await openings.list(board, fetch)
    return list.kind === 'missing' || list.postings.length === 0
      ? list
      : withDates(list, await datesOf(board, fetch))
  },
}

function openingsOf({ slug }: Board, offset: number): string {
  return `https://${SERVICE}/v1/openings?client_name=${slug}&limit=${PAGE_SIZE}&offset=${offset}`
}

function boardOf({ hostname, pathname, searchParams }: URL): BoardAddress | undefined {
  const isService = hostname === SERVICE && pathname.startsWith('/v1/openings')
  const slug = isService
    ? searchParams.get('client_name')?.toLowerCase()
    : (boardLabel(hostname, BOARDS, OWN_LABELS) ??
      boardLabel(hostname, 'recruiterbox.com', OWN_LABELS))
  return slug !== undefined && recruiterbox.slug.test(slug) ? { slug } : undefined
}

const readOpenings = entryReader(
  Type.Object({
    id: Type.String({ pattern: '^[a-z0-9]+$' }),
    title,
    ...texts('description', 'position_type', 'close_date', 'team'),
    location: object(texts('city', 'state', 'country')),
    allows_remote: flag,
    hosted_url: anything,
  }),
  'id',
  (opening, { slug }) => ({
    title: opening.title,
    url: webAddress(opening.hosted_url) ?? `https://${slug}.${BOARDS}/jobs/${opening.id}`,
    date_valid_through: opening.close_date,
    places: [
      publishedPlace({
        city: opening.location?.city,
        region: opening.location?.state,
        country: opening.location?.country,
      }),
    ],
    ...(opening.allows_remote && REMOTE),
    employment_type: opening.position_type,
    description_html: textAt(opening.description),
    source_fields: sourceFields(opening, SOURCE_FIELDS),
  }),
)

const SOURCE_FIELDS = fieldPaths('team', 'position_type', 'tags', {
  postalCode: 'location.zipcode',
})

/** The dates of postings by their ids. Only the feed of the board has them. */
async function datesOf({ slug }: Board, fetch: Fetch): Promise<Map<string, string>> {
  const url = `https://${slug}.${BOARDS}/jobfeeds/${slug}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return new Map()
  const items = withinLimit(() => readXml(text, 'item'))
  if (!/<rss\b/.test(text) || incompleteEnd(text, 'rss')) {
    throw new UnexpectedAnswer('answered with a feed that is cut off')
  }
  return new Map(
    items.flatMap((item) => {
      const id = /\/jobs\/([a-z0-9]+)\/?$/.exec(textAt(item, 'link') ?? '')?.[1]
      // Midnight in India, of the day that is meant.
      const day = /\d{1,2} [A-Z][a-z]{2} \d{4}/.exec(textAt(memberAt(item, 'pubDate')) ?? '')?.[0]
      const date = publishedInstant(day && `${day} 00:00:00 GMT`)
      return id === undefined || date === undefined ? [] : [[id, date] as const]
    }),
  )
}

function withDates(
  list: Extract<ListAnswer, { kind: 'listed' }>,
  dates: ReadonlyMap<string, string>,
): ListAnswer {
  const postings = list.postings.map((entry) => {
    if (entry.posting === undefined) return entry
    const posting = { ...entry.posting, date_posted: dates.get(entry.external_id) ?? null }
    return { ...entry, posting, fingerprint: contentFingerprint(posting) }
  })
  return { ...list, postings }
}
