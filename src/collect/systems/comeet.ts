import Type from 'typebox'
import { pathParts } from '../answers/addresses'
import { entryReader, listIn, texts, title } from '../answers/entries'
import { embeddedJson } from '../answers/markup/embedded-json'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, webAddress } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { flag, flags, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { REMOTE, workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { Board, BoardAddress, System } from '../system'

const HOST = 'www.comeet.com'
const SLUG = /^[A-Za-z0-9][\w.-]*\/[0-9A-F]{2,3}\.[0-9A-F]{3}$/

/** The slug is `NAME/NUMBER`: the address of a page has both, and a name alone leads nowhere. */
export const comeet: System = {
  source: 'comeet',
  name: 'Comeet',
  aliases: ['spark-hire-recruit'],
  example: `https://${HOST}/jobs/acme/65.005`,
  slug: SLUG,
  boardOf,
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/jobs/:name/:number/:title/:id'),
  limits: { minIntervalMs: 1000, maxParallel: 2 },
  ...wholeList({
    request: (board) => ({ url: pageOf(board) }),
    isVendorSite: (host, path) =>
      /^(?:www\.)?comeet\.com?$/.test(host) && !path.startsWith('/jobs/'),
    parse: (page) => ({
      company: embeddedJson(page, /\bCOMPANY_DATA\s*=\s*(?=\{)/),
      positions: embeddedJson(page, /\bCOMPANY_POSITIONS_DATA\s*=\s*(?=\[)/),
    }),
    read({ company, positions }, board) {
      if (positions === undefined) throw new UnexpectedAnswer('answered without positions')
      const number = textAt(company, 'company_uid')
      if (number !== board.slug.split('/')[1]) {
        throw new UnexpectedAnswer(`answered with the board ${number?.slice(0, 100)}`)
      }
      return { ...readPositions(listIn(positions), board), organization: textAt(company, 'name') }
    },
  }),
}

function boardOf(address: URL): BoardAddress | undefined {
  const isVendor = /^(?:www\.)?comeet\.com?$/.test(address.hostname)
  const [folder, name = '', number = ''] = pathParts(address)
  const slug = `${name}/${number.toUpperCase()}`
  return isVendor && folder === 'jobs' && SLUG.test(slug) ? { slug } : undefined
}

function pageOf({ slug }: Board): string {
  return `https://${HOST}/jobs/${slug}`
}

/** The address of a position has its title in it: `/ai-engineer/DD.B6F`. */
function addressOf({ name, uid }: { name: string; uid: string }, board: Board): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? ['position']
  return `${pageOf(board)}/${words.join('-')}/${uid}`
}

/** `time_updated` is no date of posting, and `email` is for applicants. */
const readPositions = entryReader(
  Type.Object({
    uid: Type.String({ pattern: '^[0-9A-F]{2,3}\\.[0-9A-F]{3}$' }),
    name: title,
    ...texts('department', 'employment_type', 'workplace_type', 'company_name'),
    location: object({ ...texts('name', 'city', 'country'), is_remote: flag }),
    ...flags('is_internal'),
  }),
  'uid',
  (position, board) => {
    if (position.is_internal) return undefined
    const { location } = position
    const arrangement = workplace(position.workplace_type)
    return {
      title: position.name,
      url: webAddress(memberAt(position, 'url_comeet_hosted_page')) ?? addressOf(position, board),
      organization: textAt(position.company_name),
      places: [
        publishedPlace({ city: location?.city, country: location?.country, text: location?.name }),
      ],
      ...(arrangement.work_arrangement === null && location?.is_remote ? REMOTE : arrangement),
      employment_type: position.employment_type,
      description_html: textOf(position),
      source_fields: sourceFields(
        position,
        fieldPaths('department', 'employment_type', 'experience_level', 'workplace_type', {
          location: 'location.name',
        }),
      ),
    }
  },
)

/** The sections of the text, in the order that the employer gave them. */
function textOf(position: unknown): string | null {
  const own = listAt(position, 'custom_fields', 'details')
  const sections = own.length > 0 ? own : listAt(position, 'details')
  const inOrder = sections.toSorted((a, b) => orderOf(a) - orderOf(b))
  return joinSections(
    inOrder.map((one) => ({ title: textAt(one, 'name'), html: textAt(one, 'value') })),
  )
}

function orderOf(section: unknown): number {
  return Number(textAt(section, 'order') ?? 0) || 0
}
