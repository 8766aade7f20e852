import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Posting } from '../../../src/catalogue/import/posting'
import type { NewBoard } from '../../../src/collect/board/boards'
import { currentPostings } from '../catalogue/sample'

/** A board, and what its vendor answers: texts by `HOST/PATH`, then the token and the number of rows before a page, where a request has them. */
interface Answers {
  board: NewBoard
  files: Record<string, string>
}

/** How boards are published. */
export interface Shape {
  name: string
  postingsPerBoard: number
  answersOf(slug: string, postings: readonly Posting[], index: number): Answers
}

/** Lists with the whole content of their postings. */
export const WHOLE_LISTS: Shape = {
  name: 'whole lists',
  postingsPerBoard: 50,
  answersOf: (slug, postings, index) =>
    index % 2 === 0 ? ofGreenhouse(slug, postings) : ofLever(slug, postings),
}

/** Lists with the whole content of few postings. */
export const SMALL_LISTS: Shape = { ...WHOLE_LISTS, name: 'small lists', postingsPerBoard: 15 }

/** A list of 20 a page, and an answer for each posting. */
export const DETAILS: Shape = {
  name: 'details',
  postingsPerBoard: 1000,
  answersOf: ofWorkday,
}

/** A page with a token, a list of 100 a page, and an answer for each posting. */
export const TOKENS: Shape = { name: 'tokens', postingsPerBoard: 1000, answersOf: ofPaycom }

/** A site with robots.txt, a sitemap and pages. */
export const PAGES: Shape = { name: 'pages', postingsPerBoard: 1000, answersOf: ofSite }

/** Writes the answers of boards with the first postings of the sample into a folder, whole boards only. */
export async function writeBoardFiles(
  folder: string,
  { postingsPerBoard, answersOf }: Shape,
  postings: number,
): Promise<NewBoard[]> {
  const boards: NewBoard[] = []
  let rows: Posting[] = []
  let id = 0
  for (const posting of currentPostings(postings)) {
    // The sample has ids of many systems, which may be equal.
    id += 1
    rows.push({ ...posting, external_id: `${id}` })
    if (rows.length < postingsPerBoard) continue
    const { board, files } = answersOf(`employer-${boards.length}`, rows, boards.length)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await Bun.write(join(folder, path), text)
    }
    boards.push(board)
    rows = []
  }
  return boards
}

function ofGreenhouse(slug: string, rows: readonly Posting[]): Answers {
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
  const text = JSON.stringify({ jobs, meta: { total: jobs.length } })
  return { board: { source: 'greenhouse', slug }, files: { [path]: text } }
}

function ofLever(slug: string, rows: readonly Posting[]): Answers {
  const jobs = rows.map((row) => ({
    id: row.external_id,
    text: row.title,
    hostedUrl: `https://jobs.lever.co/${slug}/${row.external_id}`,
    createdAt: Date.parse(row.date_posted ?? ''),
    categories: { location: placeText(row), commitment: 'Full-time' },
    description: row.description_html,
  }))
  const files = { [`api.lever.co/v0/postings/${slug}`]: JSON.stringify(jobs) }
  return { board: { source: 'lever', slug }, files }
}

const WORKDAY_PAGE = 20

function ofWorkday(slug: string, rows: readonly Posting[]): Answers {
  const host = `${slug}.wd5.myworkdayjobs.com`
  const api = `${host}/wday/cxs/${slug}/External`
  const pathOf = ({ external_id }: Posting): string => `/job/Office/Position_${external_id}`
  const files: Answers['files'] = {}
  for (let offset = 0; offset < rows.length; offset += WORKDAY_PAGE) {
    const jobPostings = rows.slice(offset, offset + WORKDAY_PAGE).map((row) => ({
      title: row.title,
      externalPath: pathOf(row),
      locationsText: placeText(row),
      postedOn: 'Posted 3 Days Ago',
      bulletFields: [row.external_id],
    }))
    const total = offset === 0 ? rows.length : 0
    files[`${api}/jobs/${offset}`] = JSON.stringify({ total, jobPostings, facets: [] })
  }
  for (const row of rows) {
    const jobPostingInfo = {
      id: row.external_id,
      jobReqId: row.external_id,
      title: row.title,
      jobDescription: row.description_html,
      location: placeText(row),
      startDate: row.date_posted?.slice(0, 10),
      timeType: 'Full time',
      externalUrl: `https://${host}/External${pathOf(row)}`,
    }
    const text = JSON.stringify({ jobPostingInfo, hiringOrganization: { name: slug } })
    files[`${api}${pathOf(row)}`] = text
  }
  const board = { source: 'workday', slug: `${slug}/External`, settings: { host } }
  return { board, files }
}

const PAYCOM_PAGE = 100

function ofPaycom(name: string, rows: readonly Posting[], index: number): Answers {
  const slug = index.toString(16).padStart(32, '0')
  const sessionJWT = `token-of-${name}`
  const service = 'portal-applicant-tracking.us-cent.paycomonline.net'
  const libConfig = JSON.stringify({ atsPortalMantleServiceUrl: `https://${service}/` })
  const settings = JSON.stringify({ sessionJWT, libConfig })
  const jobs = rows.map((row) => ({
    jobId: Number(row.external_id),
    jobTitle: row.title,
    locations: placeText(row),
  }))
  const files: Answers['files'] = {
    [`www.paycomonline.net/v4/ats/web.php/portal/${slug}/career-page`]: `<!doctype html><html><head><title>${name}</title></head><body><script>var configsFromHost = ${settings};</script></body></html>`,
  }
  // The page behind a full last one is asked for, and has no rows.
  for (let skip = 0; skip <= jobs.length; skip += PAYCOM_PAGE) {
    files[`${service}/api/ats/job-posting-previews/search/${sessionJWT}/${skip}`] = JSON.stringify({
      jobPostingPreviews: jobs.slice(skip, skip + PAYCOM_PAGE),
      jobPostingPreviewsCount: jobs.length,
    })
  }
  for (const [at, row] of rows.entries()) {
    const googleJobJson = JSON.stringify({
      hiringOrganization: { name },
      datePosted: row.date_posted,
      jobLocation: row.locations,
    })
    const jobPosting = {
      ...jobs[at],
      location: placeText(row),
      positionType: 'Full Time',
      description: row.description_html,
      googleJobJson,
    }
    const path = `${service}/api/ats/job-postings/${row.external_id}/${sessionJWT}`
    files[path] = JSON.stringify({ jobPosting })
  }
  return { board: { source: 'paycom', slug }, files }
}

/** Links of a page beside its posting, so that it has about 30 kB. */
const PAGE_LINKS = 250

function ofSite(slug: string, rows: readonly Posting[]): Answers {
  const host = `${slug}.example.com`
  const urlOf = ({ external_id }: Posting): string => `https://${host}/jobs/${external_id}.html`
  const urls = rows.map((row) => `<url><loc>${urlOf(row)}</loc></url>`)
  const links = Array.from(
    { length: PAGE_LINKS },
    (_, index) => `<li class="menu-item"><a href="/about/page-${index}">The page ${index}</a></li>`,
  )
  const files: Answers['files'] = {
    [`${host}/robots.txt`]: `User-agent: *\nDisallow: /admin\nSitemap: https://${host}/sitemap.xml\n`,
    [`${host}/sitemap.xml`]: `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>`,
  }
  for (const row of rows) {
    const job = {
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      title: row.title,
      datePosted: row.date_posted,
      hiringOrganization: { '@type': 'Organization', name: slug },
      jobLocation: row.locations,
      description: row.description_html,
    }
    const json = JSON.stringify(job).replaceAll('</', '<\\/')
    const head = `<title>${Bun.escapeHTML(row.title)}</title><script type="application/ld+json">${json}</script>`
    const body = `<ul>${links.join('')}</ul><main>${row.description_html}</main>`
    const path = urlOf(row).replace('https://', '')
    files[path] = `<!doctype html><html><head>${head}</head><body>${body}</body></html>`
  }
  return { board: { source: 'careerpage', slug: host }, files }
}

function placeText({ locations }: Posting): string {
  const address = locations?.[0]?.address
  return [address?.addressLocality, address?.addressRegion, address?.addressCountry]
    .filter(Boolean)
    .join(', ')
}
