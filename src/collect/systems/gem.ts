import Type, { type Static } from 'typebox'
import { absenceOf, absenceStatuses } from '../answers/absence'
import { BOARD_NAME, pathParts } from '../answers/addresses'
import { entryReader, texts, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { link, object, objects, word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { BoardAddress, PublishedPlace, System } from '../system'

const JobPost = Type.Object({
  ...texts('content', 'employment_type', 'first_published_at', 'location_type'),
  id: word,
  title,
  absolute_url: link,
  location: object(texts('name')),
  offices: objects({ ...texts('name'), location: object(texts('name')) }),
})

type JobPost = Static<typeof JobPost>

const BOARDS = 'https://jobs.gem.com'
const SERVICE = 'https://api.gem.com/job_board/v0'

const posts = jsonList({
  request: ({ slug }) => ({ url: `${SERVICE}/${encodeURIComponent(slug)}/job_posts/` }),
  read: (rows, board) => readPosts(rows, board),
})

export const gem: System = {
  source: 'gem',
  name: 'Gem',
  example: `${BOARDS}/acme`,
  slug: BOARD_NAME,
  boardOf,
  isHost: (host) => host === 'api.gem.com' || host === 'jobs.gem.com',
  postingId: postingIdAt('/:board/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const answer = await posts.list(board, fetch)
    const isEmpty = answer.kind === 'listed' && answer.postings.length === 0
    if (!isEmpty || answer.unreadable?.length) return answer
    // Boards that do not exist may have an empty list too; they have no page.
    const url = `${BOARDS}/${encodeURIComponent(board.slug)}`
    return absenceOf(await fetch({ url, accept: absenceStatuses(undefined) }), url) ?? answer
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  const parts = pathParts(address)
  const [first, second, third] = parts
  if (address.hostname === 'jobs.gem.com') {
    return first === undefined || first === 'api' ? undefined : { slug: first }
  }
  const isService = address.hostname === 'api.gem.com' && first === 'job_board' && second === 'v0'
  return isService && third !== undefined ? { slug: third } : undefined
}

const readPosts = entryReader(JobPost, 'id', (post) => ({
  title: post.title,
  url: post.absolute_url,
  places: placesOf(post),
  ...workplace(post.location_type),
  date_posted: post.first_published_at,
  employment_type: post.employment_type,
  description_html: textAt(post.content),
  source_fields: sourceFields(
    post,
    fieldPaths('requisition_id', 'employment_type', 'location_type', 'departments', 'offices', {
      location: 'location.name',
    }),
  ),
}))

/** Offices are those of the employer that look after the posting; they count where the posting names no place. */
function placesOf({ location, offices }: JobPost): PublishedPlace[] {
  const place = publishedPlace({ text: location?.name })
  const ofOffices = (offices ?? []).map((office) =>
    publishedPlace({ text: textAt(office.location?.name) ?? office.name }),
  )
  return place === undefined ? distinct(ofOffices) : [place]
}
