import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import type { EmploymentType } from '../../values/vocabulary'
import type { WorkArrangement } from '../../values/work-arrangement'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { pathParts } from '../answers/addresses'
import { listIn, rowReader, title } from '../answers/entries'
import { embeddedJson } from '../answers/markup/embedded-json'
import {
  elementAfter,
  elementsOfClass,
  type HtmlElement,
  type HtmlRoot,
  innerHtml,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { joinSections } from '../answers/markup/html-parts'
import { memberAt, pick, textAt } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { jobPostingMembers, jobPostingOf } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf, workplaceInText } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { wholeList } from '../strategies/whole-list'
import type { PublishedPlace, System } from '../system'

const HOST = 'recruiting.paylocity.com'
const JOBS = `https://${HOST}/Recruiting/Jobs`
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const BOARD_PATH = /^recruiting\/(?:jobs\/all|v2\/api\/feed\/jobs)\/([^/]+)(?:\/|$)/

/** The slug is the GUID of the board, which the addresses of its postings do not name. */
export const paylocity: System = {
  source: 'paylocity',
  name: 'Paylocity',
  aliases: ['paylocity.com'],
  example: `https://${HOST}/recruiting/jobs/All/11111111-2222-3333-4444-555555555555/Acme`,
  slug: GUID,
  boardOf(address) {
    const path = pathParts(address).join('/').toLowerCase()
    const slug = BOARD_PATH.exec(path)?.[1] ?? ''
    return address.hostname === HOST && GUID.test(slug) ? { slug } : undefined
  },
  isHost: (host) => host === HOST,
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...wholeList({
    request: ({ slug }) => ({ url: `${JOBS}/All/${slug}` }),
    isVendorSite: isNotFound,
    parse: (page) => embeddedJson(page, PAGE_DATA),
    read: (data) => ({
      ...readRows(listIn(data, 'Jobs').filter((row) => memberAt(row, 'IsInternal') !== true)),
      organization: textAt(data, 'ModuleTitle'),
    }),
  }),
  ...detail({
    request: (_board, { external_id }) => ({
      url: `${JOBS}/Details/${external_id}`,
      accept: ABSENCE_STATUSES,
    }),
    isGone: (response, url) => absenceOf(response, url, isNotFound) !== undefined,
    parse: parseHtml,
    read(page, { entry, url }) {
      const sections = sectionsOf(page)
      const job = jobPostingOf(page, url, sections[0], 'sections')
      const row = storedRow<object>(entry)
      const place = placeOf(row)
      const members = jobPostingMembers(job)
      return {
        ...members,
        title: textAt(row, 'JobTitle'),
        url,
        apply_url: `${JOBS}/Apply/${entry.external_id}`,
        // That of the JobPosting is the moment at which the page was made.
        date_posted: memberAt(row, 'PublishedDate'),
        places: place === undefined ? members.places : [place],
        ...arrangementOf([arrangement(row) ?? members.work_arrangement ?? undefined]),
        employment_type: members.employment_type ?? jobType(sections),
        ...(textAt(job, 'description') === undefined && { description_html: textOf(sections) }),
        source_fields: sourceFields(row, SOURCE_FIELDS),
      }
    },
  }),
}

/** The vendor redirects to it for boards and postings that do not exist. */
function isNotFound(host: string, path: string): boolean {
  return host === HOST && /^\/recruiting\/jobs\/jobnotfound(?:\/|$)/i.test(path)
}

const PAGE_DATA = /\bwindow\.pageData\s*=\s*/

const readRows = rowReader(
  Type.Object({ JobId: Type.Integer({ minimum: 1 }), JobTitle: title }),
  { id: 'JobId', title: 'JobTitle' },
  (row) => {
    const place = pick(memberAt(row, 'JobLocation'), PLACE)
    return {
      content: [pick(row, CONTENT), memberAt(row, 'Description'), place],
      stored: { ...pick(row, CONTENT), JobLocation: place },
    }
  },
)

/** `IndeedRemoteType` is the same for all postings. */
const CONTENT = ['JobTitle', 'LocationName', 'PublishedDate', 'HiringDepartment', 'IsRemote']
const PLACE = ['Name', 'Address', 'Metro', 'City', 'State', 'Zip', 'Country']

const SOURCE_FIELDS = fieldPaths('HiringDepartment', 'LocationName', {
  metro: 'JobLocation.Metro',
  streetAddress: 'JobLocation.Address',
  postalCode: 'JobLocation.Zip',
})

/** `Home Office` names the seat of the employer, and no work from home. */
function placeOf(row: object): PublishedPlace | undefined {
  const [city, region, country] = ['City', 'State', 'Country'].map((name) =>
    textAt(row, 'JobLocation', name),
  )
  const name = textAt(row, 'LocationName') ?? textAt(row, 'JobLocation', 'Name')
  const text =
    name !== undefined && /^(?:home|head|main|corporate) office$/i.test(name) ? undefined : name
  return publishedPlace({ city, region, country, text })
}

/** Employers call a location `Hybrid` or `Remote`. */
function arrangement(row: object): WorkArrangement | undefined {
  if (memberAt(row, 'IsRemote') === true) return 'remote'
  return workplaceInText(textAt(row, 'LocationName')).work_arrangement ?? undefined
}

interface Section {
  title: string | undefined
  element: HtmlElement | undefined
}

/** What a page shows. Those of some boards have no JobPosting. */
function sectionsOf(page: HtmlRoot): Section[] {
  return elementsOfClass(page, 'job-listing-header').map((header) => ({
    title: plainText(header),
    element: elementAfter(header),
  }))
}

const JOB_TYPE = 'Job Type'

function jobType(sections: readonly Section[]): EmploymentType[] | undefined {
  const section = sections.find(({ title }) => title === JOB_TYPE)
  return employmentTypes(plainText(section?.element))
}

function textOf(sections: readonly Section[]): string | null {
  const texts = sections.filter(({ title }) => title !== JOB_TYPE)
  return joinSections(texts.map(({ title, element }) => ({ title, html: innerHtml(element) })))
}
