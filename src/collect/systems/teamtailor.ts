import Type from 'typebox'
import { boardLabel, boardOfOwnHost, isOwnHost, LABEL_OR_HOST } from '../answers/addresses'
import { entryReader, listIn, parseAnswer, title } from '../answers/entries'
import { memberAt, textAt } from '../answers/members'
import { lastPage } from '../answers/read-pages'
import { link, word } from '../answers/row-types'
import { descriptionMembers, jobPostingMembers } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { pagedList } from '../strategies/paged-list'
import type { System } from '../system'

const VENDOR_LABELS = ['www', 'api', 'app', 'docs', 'help', 'support', 'status', 'blog', 'get']

/** Teamtailor returns no more at once. */
const PAGE_SIZE = 100

/** `career` is Teamtailor's own board. Employers of other regions have two parts: `acme.na`. */
const REGIONS = ['na', 'ap', 'us', 'eu', 'au']

/** Of a board on a host of the vendor: `acme.na` is no host of an employer. */
const LABEL = /^[a-z0-9_-]+(?:\.(?:na|ap|us|eu|au))?$/

export const teamtailor: System = {
  source: 'teamtailor',
  name: 'Teamtailor',
  ownHostSign: 'teamtailor-cdn.com',
  example: 'https://acme.teamtailor.com/jobs',
  slug: LABEL_OR_HOST,
  boardOf({ hostname }) {
    const slug = slugOf(hostname)
    return slug === undefined ? undefined : { slug }
  },
  ownBoardOf: (address) => (LABEL.test(address.host) ? undefined : boardOfOwnHost(address)),
  isHost: (host, board) =>
    slugOf(host) !== undefined || (isOwnHost(host, board) && !LABEL.test(host)),
  limits: { minIntervalMs: 300, maxParallel: 3, isPerHost: true },
  ...pagedList({
    start: '',
    // Only the query of `next_url` is used: its host may be the employer's own.
    request: ({ slug }, query) => ({ url: `https://${hostOf(slug)}/jobs.json${query}` }),
    isVendorSite: (host) => /^(?:www\.|app\.)?teamtailor\.com$/.test(host),
    page(text, query) {
      const answer = parseAnswer(text)
      const rows = listIn(answer, 'items')
      const organization = textAt(answer, 'title')
      const nextUrl = textAt(answer, 'next_url')
      if (nextUrl !== undefined) return { rows, next: new URL(nextUrl).search, organization }
      return { ...lastPage(rows, { size: PAGE_SIZE, behind: behind(query) }), organization }
    },
    id: 'id',
    read: (rows, _board, { organization }) => ({
      ...readItems(rows, organization),
      organization,
    }),
  }),
}

/** The query of the page behind that of `query`. */
function behind(query: string): string {
  const page = Number(new URLSearchParams(query).get('page') ?? 1)
  return `?page=${page + 1}&per_page=${PAGE_SIZE}`
}

function hostOf(slug: string): string {
  return LABEL.test(slug) ? `${slug}.teamtailor.com` : slug
}

function slugOf(host: string): string | undefined {
  for (const region of REGIONS) {
    const label = boardLabel(host, `${region}.teamtailor.com`, VENDOR_LABELS)
    if (label !== undefined) return `${label}.${region}`
  }
  return boardLabel(host, 'teamtailor.com', [...VENDOR_LABELS, ...REGIONS])
}

const readItems = entryReader(
  Type.Object({ id: word, title, url: link }),
  'id',
  (item, feedTitle: string | undefined) => {
    const job = memberAt(item, '_jobposting')
    const members = jobPostingMembers(job)
    const html = textAt(item, 'content_html') ?? textAt(job, 'description')
    const posted = memberAt(job, 'datePosted') ?? memberAt(item, 'date_published')
    return {
      ...members,
      title: item.title,
      url: item.url,
      organization: members.organization ?? feedTitle,
      date_posted: posted,
      ...descriptionMembers(html),
      source_fields: sourceFields(item, SOURCE_FIELDS),
    }
  },
)

const SOURCE_FIELDS = fieldPaths({
  identifier: '_jobposting.identifier.value',
  employmentType: '_jobposting.employmentType',
  industry: '_jobposting.industry',
  sameAs: '_jobposting.hiringOrganization.sameAs',
  streetAddress: '_jobposting.jobLocation[*].address.streetAddress',
  postalCode: '_jobposting.jobLocation[*].address.postalCode',
})
