import Type from 'typebox'
import { boardsByHost, hostOfBoard } from '../answers/addresses'
import { entryReader, title } from '../answers/entries'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { memberAt, textAt } from '../answers/members'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { wholeList } from '../strategies/whole-list'
import type { Board, PublishedPlace, System } from '../system'

const DOMAIN = 'peopleadmin.com'
const POSTING = /^\/postings\/(\d{1,18})(?=\/|$)/

/** Boards of schools. Postings name no place: the setting `location` is the town of the campus, with `+` for a space. */
export const peopleadmin: System = {
  source: 'peopleadmin',
  name: 'PeopleAdmin',
  example: `https://acme.${DOMAIN}/postings/search`,
  ...boardsByHost(DOMAIN),
  settings: ['location'],
  postingId: ({ pathname }) => POSTING.exec(pathname)?.[1],
  limits: { minIntervalMs: 1000, maxParallel: 2, isPerHost: true },
  obeysRobots: 'own hosts',
  async list(board, fetch) {
    const found = await feedAt('/postings/all_jobs.atom').list(board, fetch)
    // Older versions have it at the root.
    return found.kind === 'missing' ? await feedAt('/all_jobs.atom').list(board, fetch) : found
  },
}

/** The feed of all postings; that of a search has a part of them. */
function feedAt(path: string): Pick<System, 'list'> {
  return wholeList({
    request: (board) => ({ url: `https://${hostOfBoard(board, DOMAIN)}${path}` }),
    parse(atom) {
      const [feed] = readXml(atom, 'feed', { html: ['content', 'summary'] })
      if (/^tag:.*:(?:\/postings)?\/all_jobs$/.test(textAt(feed, 'id') ?? '')) return { atom, feed }
      throw new UnexpectedAnswer('answered with something else than the feed of all postings')
    },
    read({ atom, feed }, board) {
      const entries = [memberAt(feed, 'entry') ?? []].flat().map(withNumber)
      return {
        ...readEntries(entries, board),
        incompleteReason: incompleteEnd(atom, 'feed'),
        organization: textAt(feed, 'title')?.replace(/:\s?All Jobs$/i, ''),
      }
    },
  })
}

function withNumber(entry: unknown): unknown {
  const address = URL.parse(textAt(entry, 'id') ?? '')
  const number = POSTING.exec(address?.pathname ?? '')?.[1]
  return { ...Object(entry), ...(number !== undefined && { number, address: address?.href }) }
}

const readEntries = entryReader(
  Type.Object({ number: Type.String(), address: Type.String({ pattern: '^https?://' }), title }),
  'number',
  (entry, board) => ({
    title: entry.title,
    url: entry.address,
    date_posted: memberAt(entry, 'published'),
    places: [placeOf(board)],
    description_html: textAt(entry, 'content') ?? textAt(entry, 'summary'),
    source_fields: sourceFields(entry, fieldPaths({ department: 'author.name' })),
  }),
)

function placeOf({ settings, country }: Board): PublishedPlace | undefined {
  const text = settings?.location?.replaceAll('+', ' ').trim()
  return text ? { text, ...(country && { country }) } : undefined
}
