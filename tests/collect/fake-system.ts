import { countedPage, readPages } from '../../src/collect/answers/read-pages'
import type {
  Board,
  CollectedPosting,
  Fetch,
  ListedPosting,
  Listing,
  System,
} from '../../src/collect/system'

/** An entry of the fake system's answer. */
export interface FakeJob {
  id: string
  title: string
  place: string
  /** The address for applying, where it is another one than the posting's. */
  apply?: string
}

export interface FakeAnswer {
  company?: string
  total?: number
  jobs: readonly FakeJob[]
}

const API = 'https://api.fake.example'

/** Entries of a page of a board with the setting `pages`. */
export const FAKE_PAGE = 3

/**
 * A system for tests: `GET /boards/SLUG`, with `?page=` for boards with the setting `pages`, and `GET /boards/SLUG/ID` for
 * those with the setting `details`.
 */
export const fake: System = {
  source: 'fake',
  name: 'Fake',
  example: 'https://jobs.fake.example/acme',
  slug: /^[\w.-]+$/,
  settings: ['pages', 'details'],
  limits: { minIntervalMs: 100, maxParallel: 4 },
  boardOf({ hostname, pathname }) {
    const slug = pathname.split('/')[1]
    return hostname === 'jobs.fake.example' && slug ? { slug } : undefined
  },
  isHost: (host) => host.endsWith('.fake.example'),
  async list(board, fetch) {
    const isPaged = board.settings?.pages !== undefined
    const url = `${API}/boards/${board.slug}${isPaged ? '?page=1' : ''}`
    const { status, text } = await fetch({ url, isConditional: !isPaged, accept: [404] })
    if (status === 404) return { kind: 'missing', reason: '404' }
    const answer: FakeAnswer = JSON.parse(text)
    if (isPaged) return await listPages(board, answer, fetch)
    const { jobs, total = jobs.length } = answer
    const doubt = total === jobs.length ? undefined : `${jobs.length} of ${total} postings`
    return toListing(board, answer, jobs, doubt)
  },
  async detail({ slug }, { external_id }, fetch) {
    const url = `${API}/boards/${slug}/${external_id}`
    const { status, text } = await fetch({ url, accept: [404] })
    return status === 404 ? undefined : toPosting(slug, JSON.parse(text))
  },
}

async function listPages(board: Board, first: FakeAnswer, fetch: Fetch): Promise<Listing> {
  const toPage = ({ jobs, total = jobs.length }: FakeAnswer, page: number) =>
    countedPage(jobs, { total, end: page * FAKE_PAGE, size: FAKE_PAGE, next: page + 1 })
  const { rows, doubt } = await readPages<FakeJob, number>({
    start: 1,
    firstPage: toPage(first, 1),
    async read(page) {
      const { text } = await fetch({ url: `${API}/boards/${board.slug}?page=${page}` })
      return toPage(JSON.parse(text), page)
    },
    keyOf: ({ id }) => id,
  })
  return toListing(board, first, rows, doubt)
}

function toListing(
  { slug, settings }: Board,
  { company }: FakeAnswer,
  jobs: readonly FakeJob[],
  doubt: string | undefined,
): Listing {
  return {
    kind: 'listed',
    postings: jobs.map((job): ListedPosting => {
      const entry = { external_id: job.id, fingerprint: JSON.stringify(job) }
      return settings?.details ? entry : { ...entry, posting: toPosting(slug, job) }
    }),
    ...(company !== undefined && { organization: company }),
    ...(doubt !== undefined && { doubt }),
  }
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
