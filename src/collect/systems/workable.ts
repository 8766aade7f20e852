import Type, { type Static } from 'typebox'
import { BOARD_NAME, boardLabel, pathParts } from '../answers/addresses'
import { entryReader, texts, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { flag, link, objects, word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE, workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { BoardAddress, System } from '../system'

const Row = Type.Object({
  ...texts(
    'application_url',
    'workplace_type',
    'employment_type',
    'published_on',
    'description',
    'country',
  ),
  ...texts('state', 'city'),
  shortcode: word,
  title,
  url: link,
  telecommuting: flag,
  locations: objects({ ...texts('country', 'countryCode', 'region', 'city'), hidden: flag }),
})

type Row = Static<typeof Row>

const SOURCE_FIELDS = fieldPaths(
  'code',
  'department',
  'employment_type',
  'industry',
  'function',
  'experience',
  'education',
)

export const workable: System = {
  source: 'workable',
  name: 'Workable',
  example: 'https://apply.workable.com/acme',
  slug: BOARD_NAME,
  boardOf,
  isHost: (host) => host === 'apply.workable.com',
  postingId: postingIdAt('/:board/j/:id', '/j/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 1 },
  ...jsonList({
    // The newer interface (v3) has a daily quota for each address that asks.
    request: ({ slug }) => ({
      url: `https://apply.workable.com/api/v1/widget/accounts/${encodeURIComponent(slug)}?details=true`,
      isConditional: false,
    }),
    rows: 'jobs',
    read: (rows, board, answer) => ({
      ...readRows(rows, board),
      organization: textAt(answer, 'name'),
    }),
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  if (address.hostname !== 'apply.workable.com') {
    const api = /^\/api\/accounts\/([^/]+)/.exec(address.pathname)?.[1]
    const isWidget = address.hostname === 'www.workable.com' && api !== undefined
    const slug = isWidget ? api : boardLabel(address.hostname, 'workable.com')
    return slug === undefined ? undefined : { slug }
  }
  const parts = pathParts(address)
  const account = parts.indexOf('accounts')
  const slug = parts[0] === 'api' ? account > 0 && parts[account + 1] : parts[0]
  // `/j/CODE` names a posting without its account.
  return slug && slug !== 'j' ? { slug } : undefined
}

/** Workable repeats a posting for each of its locations. */
const readRows = entryReader(Row, 'shortcode', (row) => ({
  title: row.title,
  url: row.url,
  apply_url: row.application_url,
  places: placesOf(row),
  ...(row.telecommuting ? REMOTE : workplace(row.workplace_type)),
  date_posted: row.published_on,
  employment_type: row.employment_type,
  description_html: textAt(row.description),
  source_fields: sourceFields(row, SOURCE_FIELDS),
}))

function placesOf({ locations, country, state, city }: Row) {
  const listed = (locations ?? []).filter(({ hidden }) => hidden !== true)
  const places = listed.map((place) =>
    publishedPlace({ ...place, country: textAt(place.countryCode) ?? place.country }),
  )
  const named = distinct(places)
  return named.length > 0 ? named : [publishedPlace({ city, region: state, country })]
}
