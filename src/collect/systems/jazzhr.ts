import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardsBySubdomain } from '../answers/addresses'
import { listedRow } from '../answers/entries'
import {
  elementOfClass,
  elementsNamed,
  enclosing,
  type HtmlRoot,
  innerHtml,
  pageTitle,
  parseHtml,
  plainText,
} from '../answers/html-elements'
import { jobPostingMembers } from '../answers/job-posting'
import { jobPostingIn, jsonLdOfType } from '../answers/json-ld'
import { textAt } from '../answers/members'
import { sourceFields } from '../answers/source-fields'
import { isTestPosting } from '../answers/test-posting'
import { workplaceInText } from '../answers/workplace'
import type { Board, CollectedPosting, Fetch, ListedPosting, Listing, System } from '../system'

const NAME = 'JazzHR'
const DOMAIN = 'applytojob.com'

export const jazzhr: System = {
  source: 'jazzhr',
  name: NAME,
  example: 'https://acme.applytojob.com/apply',
  ...boardsBySubdomain(DOMAIN),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  list,
  detail,
}

/** A row of the list, which is a table drawn twice: for wide and for narrow screens. */
interface Row {
  id: string
  title: string
  department?: string | undefined
  location?: string | undefined
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const url = `https://${board.slug}.${DOMAIN}/apply/jobs`
  const response = await fetch({ url, isConditional: true, accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, url, (host) =>
    /^(?:www\.)?(?:jazzhr|jazz)\.(?:com|co)$/.test(host),
  )
  if (absence !== undefined) return absence
  const html = parseHtml(response.text)
  const title = pageTitle(html) ?? ''
  if (/inactive career page/i.test(title)) {
    return { kind: 'missing', reason: `${url} is an inactive career page` }
  }
  const rows = rowsOf(html)
  if (
    rows.length === 0 &&
    !/job listings/i.test(title) &&
    !/\bid="job_listings/.test(response.text)
  ) {
    throw new Error(`${NAME} answered with a page without a list of jobs`)
  }
  const isWhole = /<\/html>\s*$/i.test(response.text)
  const organization = textAt(jsonLdOfType(html, 'Organization'), 'name')
  return {
    kind: 'listed',
    postings: rows.filter((row) => !isTestPosting(row.title)).map(listedRow),
    doubt: isWhole ? undefined : 'the page ends early',
    organization,
  }
}

function rowsOf(html: HtmlRoot): Row[] {
  const rows = new Map<string, Row>()
  for (const link of elementsNamed(html, 'a')) {
    const id = /^\/apply\/jobs\/details\/([\w-]+)/.exec(link.attribs.href ?? '')?.[1]
    const title = plainText(link)
    if (id === undefined || title === undefined || rows.has(id)) continue
    const row = enclosing(link, ['tr'])
    const cells = row === undefined ? [] : elementsNamed(row, 'td')
    rows.set(id, {
      id,
      title,
      department: row && plainText(elementOfClass(row, 'resumator_department')),
      location: cells.length > 1 ? plainText(cells.at(-1)) : undefined,
    })
  }
  return [...rows.values()]
}

async function detail(
  { slug }: Board,
  { external_id, reference }: ListedPosting,
  fetch: Fetch,
): Promise<CollectedPosting | undefined> {
  const url = `https://${slug}.${DOMAIN}/apply/jobs/details/${external_id}`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  if (status !== 200) return undefined
  const html = parseHtml(text)
  const job = jobPostingIn(html)
  // Older themes have no JobPosting.
  const own = innerHtml(elementOfClass(html, 'job_description'))
  if (job === undefined && own === undefined) {
    throw new Error(`${url} has neither a JobPosting nor a description`)
  }
  // `listed` wrote it.
  const row: Row = JSON.parse(reference ?? '{}')
  const members = jobPostingMembers(job)
  const { location, department } = row
  return {
    ...members,
    external_id,
    title: textAt(job, 'title') ?? row.title,
    url,
    places: members.places.length > 0 || !location ? members.places : [{ text: location }],
    ...(members.work_arrangement ? {} : workplaceInText(location)),
    ...(textAt(job, 'description') === undefined && { description_html: own ?? null }),
    source_fields: sourceFields({ ...Object(job), department, location }, SOURCE_FIELDS),
  }
}

const SOURCE_FIELDS = {
  department: 'department',
  location: 'location',
  uniqueJobCode: 'uniqueJobCode',
  identifier: 'identifier.value',
  industry: 'industry',
  experienceRequirements: 'experienceRequirements',
  educationRequirements: 'educationRequirements',
}
