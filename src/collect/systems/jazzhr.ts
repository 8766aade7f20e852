import { boardsBySubdomain } from '../answers/addresses'
import {
  elementOfClass,
  elementsNamed,
  enclosing,
  type HtmlRoot,
  innerHtml,
  pageTitle,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { textAt } from '../answers/members'
import { firstOfEach, pageEntries } from '../answers/page-rows'
import { postingIdAt } from '../answers/posting-id'
import { jobPostingOf, jobPostingOfPage } from '../answers/schema-org/job-posting'
import { jsonLdOfType } from '../answers/schema-org/json-ld'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { detail, storedRow } from '../strategies/detail'
import { wholeList } from '../strategies/whole-list'
import type { Board, System } from '../system'

const DOMAIN = 'applytojob.com'

const SUBDOMAINS = boardsBySubdomain(DOMAIN)
/** What employers put on their own pages. */
const WIDGET = /^app\.(?:jazz\.co|jazzhr\.com)\/widgets\/\w+\/create\/([a-z0-9_-]+)/

export const jazzhr: System = {
  source: 'jazzhr',
  name: 'JazzHR',
  example: 'https://acme.applytojob.com/apply',
  ...SUBDOMAINS,
  boardOf(address) {
    const widget = WIDGET.exec(address.host + address.pathname)?.[1]
    return widget === undefined ? SUBDOMAINS.boardOf(address) : { slug: widget }
  },
  postingId: postingIdAt('/apply/jobs/details/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...wholeList({
    request: (board) => ({ url: jobsOf(board) }),
    isVendorSite: (host) => /^(?:www\.)?(?:jazzhr|jazz)\.(?:com|co)$/.test(host),
    parse: (text) => ({ html: parseHtml(text), text }),
    read({ html, text }, board) {
      const title = pageTitle(html) ?? ''
      if (/inactive career page/i.test(title)) {
        return { kind: 'missing', reason: `${jobsOf(board)} is an inactive career page` }
      }
      const rows = rowsOf(html)
      const isList = /job listings/i.test(title) || text.includes('id="job_listings')
      if (rows.length === 0 && !isList) {
        throw new UnexpectedAnswer('answered with a page without a list of jobs')
      }
      const isWhole = text.trimEnd().toLowerCase().endsWith('</html>')
      return {
        ...pageEntries(rows),
        incompleteReason: isWhole ? undefined : 'the page ends early',
        organization: textAt(jsonLdOfType(html, 'Organization'), 'name'),
      }
    },
  }),
  ...detail({
    request: (board, { external_id }) => ({ url: `${jobsOf(board)}/details/${external_id}` }),
    parse: parseHtml,
    read(html, { entry, url }) {
      // Older themes have no JobPosting.
      const description = innerHtml(elementOfClass(html, 'job_description'))
      const job = jobPostingOf(html, url, description, 'a description')
      const { title, location, department } = storedRow<Row>(entry)
      return {
        ...jobPostingOfPage(job, { title, place: location, arrangement: location, description }),
        url,
        source_fields: sourceFields({ ...Object(job), department, location }, SOURCE_FIELDS),
      }
    },
  }),
}

const jobsOf = ({ slug }: Board) => `https://${slug}.${DOMAIN}/apply/jobs`

/** A row of the list, which is a table drawn twice: for wide and for narrow screens. */
interface Row {
  id: string
  title: string
  department?: string | undefined
  location?: string | undefined
}

function rowsOf(html: HtmlRoot): Row[] {
  const rows = elementsNamed(html, 'a').flatMap((link) => {
    const id = /^\/apply\/jobs\/details\/([\w-]+)/.exec(link.attribs.href ?? '')?.[1]
    const title = plainText(link)
    if (id === undefined || title === undefined) return []
    const row = enclosing(link, ['tr'])
    const cells = row === undefined ? [] : elementsNamed(row, 'td')
    const department = row && plainText(elementOfClass(row, 'resumator_department'))
    return {
      id,
      title,
      department,
      location: cells.length > 1 ? plainText(cells.at(-1)) : undefined,
    }
  })
  return firstOfEach(rows)
}

const SOURCE_FIELDS = fieldPaths(
  'department',
  'location',
  'uniqueJobCode',
  { identifier: 'identifier.value' },
  'industry',
  'experienceRequirements',
  'educationRequirements',
)
