import Type from 'typebox'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardLabel } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { entrySplitter, listedPostings, listIn, parseAnswer, title } from '../answers/entries'
import { descriptionMembers, jobPostingMembers } from '../answers/job-posting'
import { memberAt, textAt } from '../answers/members'
import { type Page, readPages } from '../answers/read-pages'
import { sourceFields } from '../answers/source-fields'
import type { Board, CollectedPosting, Fetch, Listing, System } from '../system'

const NAME = 'Teamtailor'
const VENDOR_LABELS = ['www', 'api', 'app', 'docs', 'help', 'support', 'status', 'blog', 'get']

/** `career` is Teamtailor's own board. Employers of other regions have two parts: `acme.na`. */
const REGIONS = ['na', 'ap', 'us', 'eu', 'au']

export const teamtailor: System = {
  source: 'teamtailor',
  name: NAME,
  example: 'https://acme.teamtailor.com/jobs',
  boardOf({ hostname }) {
    const slug = slugOf(hostname)
    return slug === undefined ? undefined : { slug }
  },
  isHost: (host) => slugOf(host) !== undefined,
  limits: { minIntervalMs: 300, maxParallel: 3 },
  list,
}

function slugOf(host: string): string | undefined {
  for (const region of REGIONS) {
    const label = boardLabel(host, `${region}.teamtailor.com`, VENDOR_LABELS)
    if (label !== undefined) return `${label}.${region}`
  }
  return boardLabel(host, 'teamtailor.com', [...VENDOR_LABELS, ...REGIONS])
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const start = `https://${board.slug}.teamtailor.com/jobs.json`
  const response = await fetch({ url: start, accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, start, (host) =>
    /^(?:www\.|app\.)?teamtailor\.com$/.test(host),
  )
  if (absence !== undefined) return absence
  const answer = parseAnswer(response.text, NAME)
  const { rows, doubt } = await readPages({
    start,
    firstPage: pageOf(answer, start),
    read: async (url) => pageOf(parseAnswer((await fetch({ url })).text, NAME), start),
    keyOf: (row) => textAt(row, 'id') ?? JSON.stringify(row),
  })
  const organization = textAt(answer, 'title')
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: listedPostings(entries.map((item) => postingOf(item, organization))),
    unreadable,
    doubt,
    organization,
  }
}

/** A page of the JSON Feed. Only the query of `next_url` is used: its host may be the employer's own. */
function pageOf(answer: unknown, start: string): Page<unknown, string> {
  const rows = listIn(answer, 'items', NAME)
  const nextUrl = textAt(answer, 'next_url')
  return { rows, next: nextUrl === undefined ? undefined : start + new URL(nextUrl).search }
}

const split = entrySplitter(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    title,
    url: Type.String({ pattern: '^https?://' }),
  }),
  'id',
)

type Item = ReturnType<typeof split>['entries'][number]

function postingOf(item: Item, feedTitle: string | undefined): CollectedPosting {
  const job = memberAt(item, '_jobposting')
  const members = jobPostingMembers(job)
  const html = textAt(item, 'content_html') ?? textAt(job, 'description')
  const posted = memberAt(job, 'datePosted') ?? memberAt(item, 'date_published')
  return {
    ...members,
    external_id: item.id,
    title: item.title.trim(),
    url: item.url,
    organization: members.organization ?? feedTitle ?? null,
    date_posted: publishedInstant(posted) ?? null,
    ...descriptionMembers(html),
    source_fields: sourceFields(item, {
      identifier: '_jobposting.identifier.value',
      employmentType: '_jobposting.employmentType',
      industry: '_jobposting.industry',
      sameAs: '_jobposting.hiringOrganization.sameAs',
      streetAddress: '_jobposting.jobLocation[*].address.streetAddress',
      postalCode: '_jobposting.jobLocation[*].address.postalCode',
    }),
  }
}
