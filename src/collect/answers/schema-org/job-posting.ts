import { employmentTypes } from '../../../values/employment-types'
import { EMPLOYMENT_TYPES } from '../../../values/vocabulary'
import type { CollectedPosting } from '../../system'
import { writtenInstant } from '../dates'
import { type HtmlRoot, parseHtml, plainText } from '../markup/html-elements'
import { heading, joinHtml, unescapedOnce } from '../markup/html-parts'
import { memberAt, textAt, webAddress } from '../members'
import { sourceFields } from '../source-fields'
import { REMOTE, workplaceInText } from '../workplace'
import { isRemoteJob, jobPlaces } from './job-places'
import { jobSalary } from './job-salary'
import { jobPostingIn } from './json-ld'

/** The members of a posting that a schema.org JobPosting has. Without a value they are null or absent. */
export function jobPostingMembers(
  job: unknown,
): Omit<CollectedPosting, 'external_id' | 'title' | 'url'> {
  return {
    organization: oneLine(employerOf(job)) ?? null,
    date_posted: writtenInstant(oneOf(memberAt(job, 'datePosted'))) ?? null,
    date_valid_through: writtenInstant(oneOf(memberAt(job, 'validThrough'))) ?? null,
    places: jobPlaces(job),
    ...(isRemoteJob(job) && REMOTE),
    salary: jobSalary(job) ?? null,
    employment_type: typesOf(memberAt(job, 'employmentType')) ?? null,
    ...descriptionOf(job),
  }
}

/** The posting of an employer's own page, whose address is its external id. Undefined without a title. */
export function toPosting(job: unknown, address: string): CollectedPosting | undefined {
  const title = oneLine(textAt(job, 'title') ?? textAt(job, 'name'))
  if (title === undefined) return undefined
  return {
    external_id: address,
    title,
    url: address,
    ...jobPostingMembers(job),
    apply_url: applyUrl(job, address) ?? null,
    source_fields: fieldsOf(job),
  }
}

/** When the posting ends. A date, or a time without a zone, holds until that day is over in every time zone. */
export function endOf(job: unknown): Date | undefined {
  const published = oneOf(memberAt(job, 'validThrough'))
  const instant = writtenInstant(published)
  if (instant === undefined) return undefined
  // A date alone may end like a zone: `27-7-2026`.
  const text = textAt({ published }, 'published') ?? ''
  const hasZone = text.includes(':') && /(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i.test(text)
  return new Date(Date.parse(instant) + (hasZone ? 0 : WHOLE_DAY_MS))
}

/** From midnight UTC to the end of the day at UTC-12. */
const WHOLE_DAY_MS = 36 * 3_600_000

function oneOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

/** A text of one line, without entities and tags. */
function oneLine(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainText(parseHtml(text))
}

function employerOf(job: unknown): string | undefined {
  const employer = oneOf(memberAt(job, 'hiringOrganization'))
  return (
    textAt({ employer }, 'employer') ?? textAt(employer, 'name') ?? textAt(employer, 'legalName')
  )
}

/** Where to apply: on the page when it says so, or at its `url` when that is on another site. */
function applyUrl(job: unknown, address: string): string | undefined {
  const url = webAddress(URL.parse(textAt(job, 'url') ?? '', address)?.href)
  const isDirect = /^true$/i.test(String(memberAt(job, 'directApply')))
  const isElsewhere = url !== undefined && new URL(url).host !== new URL(address).host
  return isDirect ? (url ?? address) : isElsewhere ? url : undefined
}

/** Labels of a text that are looked at. */
const MAX_LABELS = 50

/** The types that a list, or a text such as `FULL_TIME, CONTRACTOR`, names; unknown ones are left out. */
function typesOf(value: unknown): CollectedPosting['employment_type'] {
  const labels = [value].flat().flatMap((one) => {
    const label = textAt({ one }, 'one') ?? textAt(one, 'name') ?? ''
    return label.split(/[,;|/]/, MAX_LABELS)
  })
  const found = new Set(labels.flatMap((label) => employmentTypes(label) ?? []))
  return found.size > 0 ? EMPLOYMENT_TYPES.filter((type) => found.has(type)) : undefined
}

const SECTIONS = { responsibilities: 'Responsibilities', qualifications: 'Qualifications' }

type Description = Pick<CollectedPosting, 'description_html' | 'description_text'>

/** The description, with the sections that are members of their own. */
function descriptionOf(job: unknown): Description {
  const description = oneOf(memberAt(job, 'description'))
  const text = (typeof description === 'string' ? description : '').trim()
  const sections = Object.entries(SECTIONS).flatMap(([name, title]) => {
    const section = [memberAt(job, name)].flat().filter((one) => typeof one === 'string')
    const body = section.join('\n').trim()
    return body === '' || text.includes(body) ? [] : [`${heading(title)}\n${toHtml(body)}`]
  })
  if (sections.length === 0) return descriptionMembers(text)
  return { description_html: joinHtml([toHtml(text), ...sections]) }
}

/** A description is HTML, HTML that is escaped once or twice, Markdown, or plain text. */
export function descriptionMembers(published: string | undefined): Description {
  const html = unescaped(published ?? '')
  if (html === '') return { description_html: null }
  return isHtml(html) || isMarkdown(html)
    ? { description_html: toHtml(html) }
    : { description_html: null, description_text: html }
}

function toHtml(text: string): string {
  const html = unescaped(text)
  if (isHtml(html) || html === '') return html
  // A plain text is Markdown without marks: its paragraphs stay.
  return Bun.markdown.html(html).trim()
}

function unescaped(text: string): string {
  const once = unescapedOnce(text)
  return isHtml(once) ? once : unescapedOnce(once)
}

/** Whether a text has a tag. A tag with attributes ends at any `>` after it, so the last one decides. */
function isHtml(text: string): boolean {
  return /<\/?[a-z][a-z0-9]*(?:\s|\/?>)/i.test(text.slice(0, text.lastIndexOf('>') + 1))
}

/** Headings, lists or bold words. */
function isMarkdown(text: string): boolean {
  return /^#{1,6} \S/m.test(text) || hasList(text) || /\*\*\S[^*]*\*\*/.test(text)
}

/** Two lines in a row are items of a list; blank lines between them do not count. */
function hasList(text: string): boolean {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const isItem = (line: string | undefined) => line !== undefined && /^[*-] \S/.test(line)
  return lines.some((line, index) => isItem(line) && isItem(lines[index + 1]))
}

/** A closed list: `applicationContact` and others may name people. */
function fieldsOf(job: unknown): ReturnType<typeof sourceFields> {
  const valuePath = (name: string, ...members: readonly string[]) => {
    const inner = members.find((member) => memberAt(job, name, member) !== undefined)
    return inner === undefined ? name : `${name}.${inner}`
  }
  const places = Array.isArray(memberAt(job, 'jobLocation')) ? 'jobLocation[*]' : 'jobLocation'
  return sourceFields(job, {
    identifier: valuePath('identifier', 'value', '@value'),
    industry: valuePath('industry', 'name'),
    occupationalCategory: valuePath('occupationalCategory', 'name'),
    employmentType: 'employmentType',
    experienceRequirements: valuePath(
      'experienceRequirements',
      'monthsOfExperience',
      'description',
    ),
    educationRequirements: valuePath('educationRequirements', 'credentialCategory', 'description'),
    jobBenefits: 'jobBenefits',
    incentiveCompensation: 'incentiveCompensation',
    skills: valuePath('skills', 'name', 'description'),
    workHours: 'workHours',
    directApply: 'directApply',
    jobImmediateStart: 'jobImmediateStart',
    jobStartDate: 'jobStartDate',
    totalJobOpenings: 'totalJobOpenings',
    securityClearanceRequirement: 'securityClearanceRequirement',
    department: valuePath('employmentUnit', 'name'),
    sameAs: 'hiringOrganization.sameAs',
    streetAddress: `${places}.address.streetAddress`,
    postalCode: `${places}.address.postalCode`,
  })
}

/** The JobPosting of a page, which may lack it when it has something of its `own` instead, such as a description. */
export function jobPostingOf(page: HtmlRoot, url: string, own?: unknown, name?: string): unknown {
  const job = jobPostingIn(page)
  if (job !== undefined || own !== undefined) return job
  const lacks = name === undefined ? 'no JobPosting' : `neither a JobPosting nor ${name}`
  throw new Error(`${url} has ${lacks}`)
}

interface OwnWords {
  /** The title of the list. */
  title: string
  place: string | undefined
  /** A text that may name the arrangement, as a place or in parentheses. */
  arrangement: string | undefined
  /** The page's own HTML, which older themes have instead of a JobPosting. */
  description: string | undefined
}

/** The members of a posting whose page has a JobPosting; missing members are taken from the list and from the page itself. */
export function jobPostingOfPage(
  job: unknown,
  { title, place, arrangement, description }: OwnWords,
) {
  const members = jobPostingMembers(job)
  return {
    ...members,
    title: textAt(job, 'title') ?? title,
    places: members.places.length > 0 || !place ? members.places : [{ text: place }],
    ...(members.work_arrangement ? {} : workplaceInText(arrangement)),
    ...(textAt(job, 'description') === undefined && { description_html: description }),
  }
}
