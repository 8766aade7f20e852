import Type from 'typebox'
import { employmentTypes } from '../../values/employment-types'
import { ABSENCE_STATUSES, absenceOf } from '../answers/absence'
import { boardLabel } from '../answers/addresses'
import { entryReader, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import { joinSections } from '../answers/markup/html-parts'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { listAt, memberAt, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import type { Board, CollectedPosting, Fetch, ListAnswer, PublishedPlace, System } from '../system'

const DOMAINS = ['jobs.personio.com', 'jobs.personio.de'] as const

export const personio: System = {
  source: 'personio',
  name: 'Personio',
  example: 'https://acme.jobs.personio.com',
  slug: /^[a-z0-9_-]+$/,
  settings: ['domain'],
  boardOf({ hostname }) {
    const domain = DOMAINS.find((candidate) => boardLabel(hostname, candidate, []) !== undefined)
    const slug = domain && boardLabel(hostname, domain, [])
    return domain && slug ? { slug, settings: { domain } } : undefined
  },
  isHost: (host) => DOMAINS.some((domain) => boardLabel(host, domain, []) !== undefined),
  postingId: postingIdAt('/job/:id'),
  // Personio counts requests for the vendor as a whole, also those to unknown subdomains.
  limits: { minIntervalMs: 1500, maxParallel: 1 },
  list,
}

/** A board is missing only when no domain has it; most boards answer on both. */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const known = board.settings?.domain
  const domains = [...DOMAINS].sort((a, b) => Number(b === known) - Number(a === known))
  let absence: ListAnswer | undefined
  for (const domain of domains) {
    const origin = `https://${board.slug}.${domain}`
    const url = `${origin}/xml?language=en`
    const response = await fetch({ url, isConditional: true, accept: ABSENCE_STATUSES })
    const ofDomain = absenceOf(response, url, isVendorSite)
    if (ofDomain === undefined) return toListAnswer(response.text, origin)
    absence ??= ofDomain
  }
  return absence ?? { kind: 'missing', reason: `no domain has the board ${board.slug}` }
}

function isVendorSite(host: string): boolean {
  return /^(?:www\.)?personio\.(?:com|de)$/.test(host)
}

function toListAnswer(xml: string, origin: string): ListAnswer {
  if (!/<workzag-jobs\b/.test(xml)) throw new UnexpectedAnswer('answered without workzag-jobs')
  return {
    kind: 'listed',
    ...readPositions(mergeOffices(readXml(xml, 'position', { html: ['value'] })), origin),
    incompleteReason: incompleteEnd(xml, 'workzag-jobs'),
  }
}

/** Positions of one id, which differ in their office, as one with the offices in `offices`. */
function mergeOffices(positions: readonly unknown[]): unknown[] {
  const byId = Map.groupBy(positions, (position) => textAt(position, 'id') ?? position)
  return [...byId.values()].map(([first, ...others]) => {
    if (typeof first !== 'object' || first === null) return first
    const own = officesOf(first)
    const offices = [first, ...others].flatMap(officesOf)
    const isSame = offices.every((office) => own.includes(office))
    // `office` is the main one, so it stays first, unless several positions each have their own.
    const [main, ...more] = own
    return {
      ...first,
      offices: isSame && main ? [...new Set([main, ...more.sort()])] : distinct(offices),
    }
  })
}

function officesOf(position: unknown): string[] {
  const additional = memberAt(position, 'additionalOffices', 'office')
  const offices = [memberAt(position, 'office'), additional].flat()
  return offices.filter((office) => typeof office === 'string' && office !== '').map(String)
}

const readPositions = entryReader(
  Type.Object({ id: Type.String({ pattern: '^\\d+$', expected: 'a number' }), name: title }),
  'id',
  (position, origin: string) => ({
    title: position.name,
    url: `${origin}/job/${position.id}`,
    organization: textAt(position, 'subcompany'),
    date_posted: memberAt(position, 'createdAt'),
    places: listAt(position, 'offices').map((office): PublishedPlace => ({ text: String(office) })),
    salary: {
      min: memberAt(position, 'salaryInformation', 'min'),
      max: memberAt(position, 'salaryInformation', 'max'),
      currency: memberAt(position, 'salaryInformation', 'currencyCode'),
      unit: memberAt(position, 'salaryInformation', 'type'),
    },
    employment_type: typesOf(position),
    description_html: descriptionOf(position),
    source_fields: sourceFields(position, SOURCE_FIELDS),
  }),
)

/** `schedule` says full or part time, `employmentType` the kind of contract. `trainee` and others have no equivalent. */
function typesOf(position: unknown): CollectedPosting['employment_type'] {
  const schedule = textAt(position, 'schedule') ?? ''
  const known = schedule === 'full-or-part-time' ? 'full-time or part-time' : schedule
  const kind = textAt(position, 'employmentType') ?? ''
  const types = [employmentTypes(known), employmentTypes(kind)].flatMap((list) => list ?? [])
  return types.length > 0 ? [...new Set(types)] : undefined
}

function descriptionOf(position: unknown): string | null {
  const sections = [memberAt(position, 'jobDescriptions', 'jobDescription')].flat()
  return joinSections(
    sections.map((section) => ({
      title: textAt(section, 'name'),
      html: textAt(section, 'value'),
    })),
  )
}

const SOURCE_FIELDS = fieldPaths(
  'subcompany',
  'department',
  'recruitingCategory',
  'employmentType',
  'seniority',
  'schedule',
  'yearsOfExperience',
  'keywords',
  'occupation',
  'occupationCategory',
)
