import { postingIdAt } from '../../../src/collect/answers/posting-id'
import { countedPage } from '../../../src/collect/answers/read-pages'
import { detail } from '../../../src/collect/strategies/detail'
import { inLocales } from '../../../src/collect/strategies/locales'
import { pagedList } from '../../../src/collect/strategies/paged-list'
import { withToken } from '../../../src/collect/strategies/token'
import { type Found, wholeList } from '../../../src/collect/strategies/whole-list'
import type { Board, CollectedPosting, ListEntry, System } from '../../../src/collect/system'

/** An entry of the fake system's answer. */
export interface FakeJob {
  id: string
  title: string
  place: string
  /** The address for applying, where it is another one than the posting's. */
  apply?: string
  /** The languages that have it; all when it is absent. */
  locales?: readonly string[]
}

/** A job in Toronto. */
export function job(id: string | number, more: Partial<FakeJob> = {}): FakeJob {
  return { id: String(id), title: `Job ${id}`, place: 'Toronto, ON', ...more }
}

/** Jobs with the ids from 1 on. */
export function jobs(count: number, more: Partial<FakeJob> = {}): FakeJob[] {
  return Array.from({ length: count }, (_, index) => job(index + 1, more))
}

export interface FakeAnswer {
  company?: string
  total?: number
  jobs: readonly FakeJob[]
}

const API = 'https://api.fake.example'

/** Entries of a page of a board with the setting `pages`. */
export const FAKE_PAGE = 3

const addressOf = ({ slug }: Board) => `${API}/boards/${slug}`

const readAnswer = (text: string): FakeAnswer => JSON.parse(text)

const whole = wholeList<FakeAnswer>({
  request: (board) => ({ url: addressOf(board) }),
  parse: readAnswer,
  read: foundIn,
})

/** The list in one language. An unchanged one says nothing of the others. */
const inOne = (locale: string) =>
  wholeList<FakeAnswer>({
    request: (board) => ({ url: `${addressOf(board)}?locale=${locale}`, isConditional: false }),
    parse: readAnswer,
    read: foundIn,
  })

const inPages = pagedList<FakeJob, number>({
  start: 1,
  request: (board, page) => ({ url: `${addressOf(board)}?page=${page}` }),
  page(text, page) {
    const { jobs, total = jobs.length, company } = readAnswer(text)
    const paging = { total, end: page * FAKE_PAGE, size: FAKE_PAGE, next: page + 1 }
    return { ...countedPage(jobs, paging), organization: company }
  },
  id: ({ id }) => id,
  read: (jobs, board, { organization }) => ({ postings: entriesOf(jobs, board), organization }),
})

const inLanguages = inLocales(inOne)

const reader: Required<Pick<System, 'list' | 'detail'>> = {
  list(board, fetch) {
    const { pages, locales } = board.settings ?? {}
    return (pages ? inPages : locales ? inLanguages : whole).list(board, fetch)
  },
  ...detail<FakeJob>({
    request: (board, { external_id }) => ({ url: `${addressOf(board)}/${external_id}` }),
    parse: (text) => JSON.parse(text),
    read: (job, { board }) => toPosting(board.slug, job),
  }),
}

const withTokens = withToken<string>(
  {
    async obtain(board, fetch) {
      const url = `${addressOf(board)}/token`
      const { status, text } = await fetch({ url, accept: [404] })
      if (status === 404) return { kind: 'missing', reason: '404' }
      const { token, company }: { token: string; company?: string } = JSON.parse(text)
      return { kind: 'token', token, organization: company }
    },
    authorize: ({ headers, ...request }, authorization) => ({
      ...request,
      headers: { ...headers, authorization },
    }),
  },
  reader,
)

/** How a board is read: with a token when it has that setting. */
function readerOf({ settings }: Board) {
  return settings?.token ? withTokens : reader
}

/**
 * A system for tests, by the strategies of the project: `GET /boards/SLUG`, in pages for boards with the setting `pages`, in
 * languages for those with `locales`, and `GET /boards/SLUG/ID` for those with `details`. Those with `token` ask for one first.
 */
export const fake: System = {
  source: 'fake',
  name: 'Fake',
  example: 'https://jobs.fake.example/acme',
  slug: /^[\w.-]+$/,
  settings: ['pages', 'details', 'token', 'locales'],
  limits: { minIntervalMs: 100, maxParallel: 4 },
  boardOf({ hostname, pathname }) {
    const slug = pathname.split('/')[1]
    return hostname === 'jobs.fake.example' && slug ? { slug } : undefined
  },
  postingId: postingIdAt('/:board/:id'),
  isHost: (host) => host.endsWith('.fake.example'),
  list: (board, fetch) => readerOf(board).list(board, fetch),
  async detail(board, entry, fetch) {
    return await readerOf(board).detail?.(board, entry, fetch)
  },
}

function foundIn({ jobs, total = jobs.length, company }: FakeAnswer, board: Board): Found {
  const incompleteReason = total === jobs.length ? undefined : `${jobs.length} of ${total} postings`
  return {
    postings: entriesOf(jobs, board),
    ...(company !== undefined && { organization: company }),
    ...(incompleteReason !== undefined && { incompleteReason }),
  }
}

function entriesOf(jobs: readonly FakeJob[], { slug, settings }: Board): ListEntry[] {
  return jobs.map((job) => {
    const entry = { external_id: job.id, fingerprint: JSON.stringify(job) }
    return settings?.details ? entry : { ...entry, posting: toPosting(slug, job) }
  })
}

/** The address of a posting on its board. */
export function fakeAddress(slug: string, id: string): string {
  return `https://jobs.fake.example/${slug}/${id}`
}

function toPosting(slug: string, { id, title, place, apply }: FakeJob): CollectedPosting {
  return {
    external_id: id,
    title,
    url: fakeAddress(slug, id),
    apply_url: apply ?? null,
    description_text: title,
    places: [{ text: place }],
  }
}
