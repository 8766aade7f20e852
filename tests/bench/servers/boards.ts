import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Posting } from '../../../src/import/posting'
import { currentPostings } from '../catalogue/sample'

export interface BoardFile {
  source: 'greenhouse' | 'lever'
  slug: string
}

export const POSTINGS_A_BOARD = 50

/** Writes what Greenhouse and Lever would answer for boards with the sample's postings, as files `HOST/PATH` of a folder. */
export async function writeBoardFiles(folder: string, postings: number): Promise<BoardFile[]> {
  const boards: BoardFile[] = []
  let rows: Posting[] = []
  for (const posting of currentPostings(postings)) {
    rows.push(posting)
    if (rows.length < POSTINGS_A_BOARD) continue
    const slug = `employer-${boards.length}`
    const source = boards.length % 2 === 0 ? 'greenhouse' : 'lever'
    const { path, body } = source === 'greenhouse' ? ofGreenhouse(slug, rows) : ofLever(slug, rows)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await Bun.write(join(folder, path), JSON.stringify(body))
    boards.push({ source, slug })
    rows = []
  }
  return boards
}

/** Answers the requests of a collector with the files, each with an `ETag`. */
export function serveBoardFiles(folder: string) {
  const state = { isConditional: true, requests: 0, bytes: 0 }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url, headers }) {
      const { pathname } = new URL(url)
      const etag = `"${Bun.hash(pathname).toString(36)}"`
      state.requests += 1
      if (state.isConditional && headers.get('if-none-match') === etag) {
        return new Response(null, { status: 304 })
      }
      const file = Bun.file(join(folder, pathname))
      state.bytes += file.size
      return new Response(file, { headers: { etag } })
    },
  })
  return { url: server.url.origin, state, stop: () => server.stop(true) }
}

function ofGreenhouse(slug: string, rows: readonly Posting[]) {
  const jobs = rows.map((row) => ({
    id: row.external_id,
    title: row.title,
    absolute_url: `https://boards.greenhouse.io/${slug}/jobs/${row.external_id}`,
    company_name: slug,
    location: { name: placeText(row) },
    first_published: row.date_posted,
    content: Bun.escapeHTML(row.description_html ?? ''),
  }))
  const path = `boards-api.greenhouse.io/v1/boards/${slug}/jobs`
  return { path, body: { jobs, meta: { total: jobs.length } } }
}

function ofLever(slug: string, rows: readonly Posting[]) {
  const body = rows.map((row) => ({
    id: row.external_id,
    text: row.title,
    hostedUrl: `https://jobs.lever.co/${slug}/${row.external_id}`,
    createdAt: Date.parse(row.date_posted ?? ''),
    categories: { location: placeText(row), commitment: 'Full-time' },
    description: row.description_html,
  }))
  return { path: `api.lever.co/v0/postings/${slug}`, body }
}

function placeText({ locations }: Posting): string {
  const address = locations?.[0]?.address
  return [address?.addressLocality, address?.addressRegion, address?.addressCountry]
    .filter(Boolean)
    .join(', ')
}
