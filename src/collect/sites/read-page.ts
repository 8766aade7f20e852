import { elementsNamed, type HtmlRoot, parseHtml } from '../answers/markup/html-elements'
import { textAt } from '../answers/members'
import { endOf, toPosting } from '../answers/schema-org/job-posting'
import { jobPostingsIn } from '../answers/schema-org/json-ld'
import { isTestPosting } from '../answers/test-posting'
import type { CollectedPosting, HttpResponse, PageAnswer } from '../system'
import { pageAddress } from './page-address'

export interface PageContext {
  /** The address that was asked for, as `pageAddress` writes it. */
  address: string
  now: Date
  /** The product name in the User-Agent, which pages may address. */
  agent: string
  isNamed: (host: string) => boolean
  /** What a system has on its pages beside a JobPosting. */
  parts?: {
    /** The posting of a page without a JobPosting. */
    posting(page: HtmlRoot, address: string): CollectedPosting | undefined
    applyAddress(page: HtmlRoot): string | undefined
  }
}

/** What the page of an employer's site says of its posting. */
export function readPage(
  { status, text, headers, url }: HttpResponse,
  context: PageContext,
): PageAnswer {
  const { address, now, agent, parts } = context
  if (status === 404 || status === 410) return { kind: 'gone', reason: `answered ${status}` }
  if (isNoIndex(headers.get('x-robots-tag') ?? '', agent)) {
    return { kind: 'gone', reason: 'X-Robots-Tag: noindex' }
  }
  const page = parseHtml(text)
  if (metaRules(page, agent).some((rules) => isNoIndex(rules, agent))) {
    return { kind: 'gone', reason: 'meta robots: noindex' }
  }
  const postings = jobPostingsIn(page)
  const job = postings.length < 2 ? postings[0] : postings.find((one) => isAt(one, address))
  const own = postings.length === 0 ? parts?.posting(page, address) : undefined
  if (job === undefined && own === undefined) {
    const found =
      postings.length === 0 ? 'no JobPosting' : `a list of ${postings.length} JobPostings`
    return { kind: 'empty', reason: `the page has ${found}` }
  }
  const read = own ?? toPosting(job, address)
  if (read === undefined) return { kind: 'empty', reason: 'the JobPosting has no title' }
  const applyUrl = parts?.applyAddress(page)
  const posting = { ...read, ...(applyUrl !== undefined && { apply_url: applyUrl }) }
  if (isTestPosting(posting.title)) return { kind: 'empty', reason: 'a test posting' }
  const validThrough = endOf(job)
  if (validThrough !== undefined && validThrough <= now) {
    return { kind: 'gone', reason: `validThrough ${textAt(job, 'validThrough')}` }
  }
  const copyOf = ownAddress(page, url ?? address, context)
  return {
    kind: 'posting',
    posting,
    ...(validThrough && { validThrough }),
    ...(copyOf !== undefined && { copyOf }),
  }
}

/** A posting among several: the page is at its own address. */
function isAt(job: unknown, address: string): boolean {
  return (
    pageAddress(textAt(job, 'url') ?? '', address) === address && textAt(job, 'url') !== undefined
  )
}

/** The contents of `<meta name="robots">`, and of those for this collector. */
function metaRules(page: HtmlRoot, agent: string): string[] {
  return elementsNamed(page, 'meta').flatMap(({ attribs }) => {
    const name = attribs.name?.trim().toLowerCase()
    return name === 'robots' || name === agent ? [attribs.content ?? ''] : []
  })
}

/**
 * Whether rules such as `noindex, nofollow` or `googlebot: nofollow, noindex` say that the page is not to be found. In the
 * header a name before a colon limits the rules after it to that collector.
 */
function isNoIndex(rules: string, agent: string): boolean {
  let isMeant = true
  return rules
    .toLowerCase()
    .split(',')
    .some((rule) => {
      const [, name, rest = ''] = /^\s*([\w-]+)\s*:(.*)$/.exec(rule) ?? []
      const isName = name !== undefined && !VALUE_RULES.has(name)
      if (isName) isMeant = name === agent
      return isMeant && /^(?:noindex|none)$/.test((isName ? rest : rule).trim())
    })
}

/** Rules with a value of their own. */
const VALUE_RULES = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
])

/** The canonical link, or the address that a redirect led to, when it is another page of the employer's hosts. */
function ownAddress(
  page: HtmlRoot,
  answered: string,
  { address, isNamed }: PageContext,
): string | undefined {
  const link = elementsNamed(page, 'link').find(
    ({ attribs }) => attribs.rel?.trim().toLowerCase() === 'canonical' && attribs.href,
  )
  const own = pageAddress(link?.attribs.href ?? answered, answered) ?? address
  return own !== address && isNamed(new URL(own).hostname) ? own : undefined
}
