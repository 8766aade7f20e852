import Type, { type Static } from 'typebox'
import { findRegion, type Region } from '../../values/region'
import { pathParts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { commonOrganization, entryReader, texts, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { elementsNamed, findElements, parseHtml, plainText } from '../answers/markup/html-elements'
import { textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { incompleteByRows } from '../answers/read-pages'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplaceInText } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { Board, BoardAddress, Fetch, PublishedPlace, System } from '../system'
import { type ApplitrackList, type ApplitrackRow, readApplitrack } from './applitrack-script'

const HOST = 'www.applitrack.com'
const SLUG = /^[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?$/
/** A posting takes some 52 kB of the list, and the pool of a state has 870. */
const MAX_BYTES = 64 * 1024 * 1024

/** The slug is the name of a school district, or of several that share a board. */
export const applitrack: System = {
  source: 'applitrack',
  name: 'AppliTrack',
  aliases: ['frontline', 'frontlineeducation'],
  example: `https://${HOST}/acme/onlineapp/`,
  slug: SLUG,
  boardOf,
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/:board/onlineapp/jobpostings/view.asp?AppliTrackJobId'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const town = await townOf(board, fetch)
    return await postingsIn(town).list(board, fetch)
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  const [name = '', folder] = pathParts(address).map((part) => part.toLowerCase())
  const isOurs = /^(?:[a-z0-9-]+\.)?applitrack\.com$/.test(address.hostname)
  return isOurs && folder === 'onlineapp' && SLUG.test(name) ? { slug: name } : undefined
}

const baseOf = ({ slug }: Board) => `https://${HOST}/${slug}/onlineapp`

interface Town {
  city: string
  region: Region
}

/** The town of the district's office, from the foot of its page; a posting names no more than a school. */
async function townOf(board: Board, fetch: Fetch): Promise<Town | undefined> {
  const url = `${baseOf(board)}/default.aspx`
  const { text } = await fetch({ url, accept: [404, 410] })
  const contacts = findElements(parseHtml(text), ({ attribs }) => attribs.id === 'contactInfo')
  const lines = contacts.flatMap((contact) => elementsNamed(contact, 'li').map(plainText))
  const [town] = lines.flatMap((line) => {
    const [, city, code = ''] = TOWN.exec(line ?? '') ?? []
    const region = findRegion(code)
    return city === undefined || region === undefined ? [] : [{ city, region }]
  })
  return town
}

/** `East Helena, MT 59635`, `Saskatoon, SK S7K 1M7`. */
const TOWN = /^([^,]+), ?([A-Z]{2}),? (?:\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/

/** The postings of a board, all of them in one answer. */
function postingsIn(town: Town | undefined) {
  return wholeList<ApplitrackList>({
    request: (board) => ({
      url: `${baseOf(board)}/jobpostings/Output.asp?all=1`,
      maxBytes: MAX_BYTES,
    }),
    parse(script) {
      const list = readApplitrack(script)
      if (list === undefined) throw new UnexpectedAnswer('answered without a list of postings')
      return list
    },
    read(list, board) {
      const { postings, unreadable } = readRows(withAllTypes(list.rows), { board, list, town })
      return {
        postings,
        unreadable,
        organization: commonOrganization(postings),
        incompleteReason: incompleteReasonOf(list),
      }
    },
  })
}

/** The number that the page names is that of its rows, of which a posting may have several. */
function incompleteReasonOf({
  rows,
  total,
  saysEmpty,
  isWhole,
}: ApplitrackList): string | undefined {
  if (!isWhole) return 'the script ends early'
  if (total === undefined && rows.length === 0 && saysEmpty) return undefined
  if (total === undefined) return 'the list does not say how many postings it has'
  return incompleteByRows(rows.length, total)
}

/** A posting has a row for each of its types. */
function withAllTypes(rows: readonly ApplitrackRow[]): unknown[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofId) => {
    const types = ofId.flatMap(({ fields }) => fields.get('Position Type') ?? [])
    return ofId.slice(0, 1).map(({ id, fields, ...row }) => ({
      ...row,
      id,
      positionTypes: distinct(types),
      isShared: id.includes('_') || fields.has('District') || fields.has('Institution'),
      location: fields.get('Location'),
      datePosted: fields.get('Date Posted'),
      closingDate: fields.get('Closing Date'),
      dateAvailable: fields.get('Date Available'),
    }))
  })
}

interface Context {
  board: Board
  list: ApplitrackList
  town: Town | undefined
}

const Posting = Type.Object({
  ...texts('organization', 'description', 'location', 'datePosted', 'closingDate'),
  id: Type.String(),
  title,
  isShared: Type.Boolean(),
})

const readRows = entryReader(Posting, 'id', (row, context: Context) => {
  const posted = instantOf(row.datePosted)
  const today = instantOf(context.list.day)
  return {
    external_id: row.id,
    title: row.title,
    url: `${baseOf(context.board)}/jobpostings/view.asp?AppliTrackJobId=${row.id}&${VIEW}`,
    organization: textAt(row.organization),
    // Districts also write days to come.
    date_posted: today !== undefined && posted !== undefined && posted > today ? undefined : posted,
    date_valid_through: instantOf(row.closingDate),
    places: placesOf(row, context),
    ...workplaceInText(textAt(row.location)),
    description_html: textAt(row.description),
    source_fields: sourceFields(row, SOURCE_FIELDS),
  }
})

const VIEW = 'AppliTrackLayoutMode=detail&AppliTrackViewPosting=1'
const SOURCE_FIELDS = fieldPaths(
  'positionTypes',
  'location',
  'datePosted',
  'closingDate',
  'dateAvailable',
)

/** `6/8/2026`; a text such as `Until filled` is none. */
function instantOf(text: string | null | undefined): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text ?? '') ?? []
  return publishedInstant(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/**
 * The town of the district, else the state. The postings of a board that several employers share are in none of their towns
 * for certain: what they name as their location counts where it ends in the state.
 */
function placesOf(row: Static<typeof Posting>, { board, list, town }: Context): PublishedPlace[] {
  if (town !== undefined && !row.isShared) return [placeIn(town.region, town.city)]
  const state = town?.region ?? findRegion(list.state ?? '')
  const location = textAt(row.location)
  const stated = findRegion(location?.split(',').at(-1) ?? '')
  if (location !== undefined && stated !== undefined && stated === state)
    return [{ text: location }]
  if (state !== undefined) return [placeIn(state)]
  return board.country === undefined ? [] : [{ address: { country: board.country } }]
}

function placeIn({ name, country }: Region, city?: string): PublishedPlace {
  return { address: { city, region: name, country } }
}
