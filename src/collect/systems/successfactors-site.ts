import Type from 'typebox'
import { absenceStatuses } from '../answers/absence'
import { entryReader, title } from '../answers/entries'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { textAt, webAddress } from '../answers/members'
import { inOneLanguage } from '../answers/one-language'
import { descriptionMembers } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { withinLimit } from '../answers/within-limit'
import type { Board, Fetch, ListAnswer } from '../system'
import { incompleteByResults, SEARCH } from './successfactors-results'

/** The feeds of a site, which hold its postings with their texts. The first name is the vendor's spelling. */
const FEEDS = ['/sitemal.xml', '/sitemap.xml']

const MAX_BYTES = 64 * 1024 * 1024

const ABSENT = absenceStatuses(undefined)

/**
 * The list of a career site on an employer's host: its feed, proved by its results. A feed is made anew only now and then, and some have one
 * language: a posting that only the results have puts it in doubt.
 */
export async function listSite(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const feed = await feedOf(board, fetch)
  if (typeof feed !== 'string') return feed
  const rows = withinLimit(() => readXml(feed, 'item', { html: ['description'] }).map(withId))
  const ids = new Set(rows.flatMap(({ id }) => id ?? []))
  const incompleteReason =
    incompleteEnd(feed, 'rss') ?? (await incompleteByResults(board, ids, fetch))
  return {
    kind: 'listed',
    ...withinLimit(() => readItems(oneLanguage(rows), board)),
    incompleteReason,
  }
}

async function feedOf({ slug }: Board, fetch: Fetch): Promise<string | ListAnswer> {
  const ask = (path: string) =>
    fetch({ url: `https://${slug}${path}`, accept: ABSENT, maxBytes: MAX_BYTES })
  for (const path of FEEDS) {
    const { status, text } = await ask(path)
    if (status === 200 && /<rss\b/.test(text.slice(0, 1000))) return text
  }
  const { status } = await ask(SEARCH)
  if (ABSENT.includes(status)) {
    return { kind: 'missing', reason: `https://${slug}${SEARCH} answered ${status}` }
  }
  throw new Error(
    `${slug} has no feed of postings at ${FEEDS.join(' or ')}; add careerpage/${slug} to read its pages`,
  )
}

/** An item of the feed, with the id at the end of its address: `/job/Guelph-Cook-ON/755919802/`, `/job/Cook/31099-en_US`. */
function withId(item: unknown) {
  const path = URL.parse(textAt(item, 'link') ?? '')?.pathname ?? ''
  const [, id, locale] = /\/(\d+)(?:-([a-z]{2}_[A-Z]{2}))?\/?$/.exec(path) ?? []
  return { ...(typeof item === 'object' && item), ...(id && { id }), ...(locale && { locale }) }
}

const Item = Type.Object({ id: Type.String(), link: Type.String(), title })

/** A posting in several languages has an item in each. */
function oneLanguage(rows: ReturnType<typeof withId>[]) {
  const postings = inOneLanguage(rows, {
    id: ({ id, locale }) => locale && id,
    locale: localeOf,
    order: localeOf,
    places: (row) => [{ text: textAt(row, 'g:location') ?? '' }],
  })
  return postings.map(({ version }) => version)
}

function localeOf({ locale = '' }: ReturnType<typeof withId>): string {
  return locale
}

const SOURCE_FIELDS = fieldPaths({ id: 'g:id', job_function: 'g:job_function' }, 'locale')

/** `g:expiration_date` is a number of days after the moment at which the feed is made, and there is no other date. */
const readItems = entryReader(Item, 'id', (item) => {
  const named = nameAndPlace(item.title, textAt(item, 'g:location'))
  return {
    title: named.title,
    url: webAddress(item.link) ?? item.link,
    organization: textAt(item, 'g:employer'),
    places: [named.place === undefined ? undefined : { text: named.place }],
    employment_type: textAt(item, 'g:job_type'),
    ...descriptionMembers(textAt(item, 'description')),
    source_fields: sourceFields(item, SOURCE_FIELDS),
  }
})

/** A title ends with its place: `Cook (Guelph, ON, CA)`. Other words in brackets stay. */
function nameAndPlace(text: string, location: string | undefined) {
  const written = text.trim()
  const start = written.lastIndexOf(' (')
  const inside = written.endsWith(')') ? written.slice(start + 2, -1) : ''
  const isPlace =
    location === undefined ? /, ?[A-Z]{2}$/.test(inside) : firstPart(inside) === firstPart(location)
  return start > 0 && inside !== '' && isPlace
    ? { title: written.slice(0, start).trim(), place: location ?? inside }
    : { title: written, place: location }
}

function firstPart(place: string): string | undefined {
  return place.split(',')[0]?.trim().toLowerCase()
}
