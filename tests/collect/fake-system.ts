import type { CollectedPosting, ListedPosting, System } from '../../src/collect/system'

/** An entry of the fake system's answer. */
export interface FakeJob {
  id: string
  title: string
  place: string
}

export interface FakeAnswer {
  company?: string
  total?: number
  jobs: readonly FakeJob[]
}

const API = 'https://api.fake.example'

/** A system for tests: `GET /boards/SLUG`, and `GET /boards/SLUG/ID` for boards with the setting `details`. */
export const fake: System = {
  source: 'fake',
  name: 'Fake',
  example: 'https://jobs.fake.example/acme',
  limits: { minIntervalMs: 100, maxParallel: 4 },
  boardOf({ hostname, pathname }) {
    const slug = pathname.split('/')[1]
    return hostname === 'jobs.fake.example' && slug ? { slug } : undefined
  },
  isHost: (host) => host.endsWith('.fake.example'),
  async list({ slug, settings }, fetch) {
    const request = { url: `${API}/boards/${slug}`, isConditional: true, accept: [404] }
    const { status, text } = await fetch(request)
    if (status === 404) return { kind: 'missing', reason: '404' }
    const { company, jobs, total = jobs.length }: FakeAnswer = JSON.parse(text)
    return {
      kind: 'listed',
      postings: jobs.map((job): ListedPosting => {
        const entry = { external_id: job.id, fingerprint: JSON.stringify(job) }
        return settings?.details ? entry : { ...entry, posting: toPosting(slug, job) }
      }),
      ...(company !== undefined && { organization: company }),
      ...(total !== jobs.length && { doubt: `${jobs.length} of ${total} postings` }),
    }
  },
  async detail({ slug }, { external_id }, fetch) {
    const url = `${API}/boards/${slug}/${external_id}`
    const { status, text } = await fetch({ url, accept: [404] })
    return status === 404 ? undefined : toPosting(slug, JSON.parse(text))
  },
}

function toPosting(slug: string, { id, title, place }: FakeJob): CollectedPosting {
  const url = `https://jobs.fake.example/${slug}/${id}`
  return { external_id: id, title, url, description_text: title, places: [{ text: place }] }
}
