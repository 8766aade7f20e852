import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entryReader, identifier, listIn, maybeText, title } from '../answers/entries'
import { heading, joinHtml } from '../answers/html-parts'
import { memberAt, textAt } from '../answers/members'
import { countryOfDollars, payUnit, type Salary, salaryInText, salaryOf } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { sourceFields } from '../answers/source-fields'
import { wholeList } from '../answers/whole-list'
import { workplace } from '../answers/workplace'
import type { Board, CollectedPosting, PublishedPlace, System } from '../system'

const Posting = Type.Object({
  id: identifier,
  title,
  url: Type.String({ pattern: '^https?://' }),
  location: nullable(Type.Object({ name: maybeText, city: maybeText, province: maybeText })),
  workplace_type: maybeText,
  employment_type: maybeText,
  compensation_visible: nullable(Type.Boolean()),
  compensation: maybeText,
  compensation_minimum: Type.Optional(Type.Unknown()),
  compensation_maximum: Type.Optional(Type.Unknown()),
  compensation_currency: maybeText,
  compensation_frequency: maybeText,
  deadline_at: maybeText,
  description: maybeText,
  key_responsibilities_header: maybeText,
  key_responsibilities: maybeText,
  skills_knowledge_expertise_header: maybeText,
  skills_knowledge_expertise: maybeText,
  benefits_header: maybeText,
  benefits: maybeText,
})

type Posting = Static<typeof Posting>

const SOURCE_FIELDS = {
  requisition_id: 'job.requisition_id',
  department: 'job.department.name',
  division: 'job.division.name',
  employment_type: 'employment_type',
  workplace_type: 'workplace_type',
  location: 'location.name',
}

export const pinpoint: System = {
  source: 'pinpoint',
  name: 'Pinpoint',
  example: 'https://acme.pinpointhq.com',
  ...boardsBySubdomain('pinpointhq.com'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const url = `https://${board.slug}.pinpointhq.com/postings.json`
    return await wholeList(
      fetch,
      { system: 'Pinpoint', board: `board ${board.slug}`, url },
      (answer) => {
        const entries = listIn(answer, 'data', 'Pinpoint')
        return readPostings(
          entries.map((entry) => withUrl(entry, board)),
          board,
        )
      },
    )
  },
}

/** Some boards give the path of a posting alone. */
function withUrl(entry: unknown, { slug }: Board): unknown {
  const path = textAt(memberAt(entry, 'path'))
  if (typeof entry !== 'object' || entry === null) return entry
  if (textAt(memberAt(entry, 'url')) !== undefined || !path?.startsWith('/')) return entry
  return { ...entry, url: `https://${slug}.pinpointhq.com${path}` }
}

const readPostings = entryReader(
  Posting,
  'id',
  (posting, board): CollectedPosting => ({
    external_id: String(posting.id),
    title: posting.title.trim(),
    url: posting.url,
    places: placesOf(posting),
    ...workplace(posting.workplace_type),
    date_valid_through: publishedInstant(posting.deadline_at) ?? null,
    salary: salaryOfPosting(posting, board) ?? null,
    employment_type: employmentTypes(posting.employment_type) ?? null,
    description_html: descriptionOf(posting),
    source_fields: sourceFields(posting, SOURCE_FIELDS),
  }),
)

function placesOf({ location }: Posting): PublishedPlace[] {
  const text = textAt(location?.name)
  const region = textAt(location?.province)
  const named = textAt(location?.city)
  // Employers enter `ALL` as the city of a whole region.
  const city = named?.toUpperCase() === 'ALL' ? undefined : named
  // A region tells the country; a city alone does not, and the name may: `CAN - Ottawa`.
  if (region === undefined && text !== undefined) return [{ text }]
  return [publishedPlace({ city, region, text }) ?? []].flat()
}

function salaryOfPosting(posting: Posting, board: Board): Salary | undefined {
  if (posting.compensation_visible !== true) return undefined
  const { compensation_minimum: min, compensation_maximum: max } = posting
  const currency = posting.compensation_currency
  const salary = salaryOf({ min, max, currency, unit: payUnit(posting.compensation_frequency) })
  // A single amount has only a minimum in the structure; the text tells it from an open band.
  const isSingle = salary?.value.minValue !== undefined && salary.value.maxValue === undefined
  if (salary !== undefined && !isSingle) return salary
  const country = countryOfDollars(currency) ?? board.country
  const written = salaryInText(posting.compensation, country)
  return salary === undefined || written?.currency === salary.currency
    ? (written ?? salary)
    : salary
}

function descriptionOf(posting: Posting): string | null {
  const sections = [
    [posting.key_responsibilities_header, posting.key_responsibilities],
    [posting.skills_knowledge_expertise_header, posting.skills_knowledge_expertise],
    [posting.benefits_header, posting.benefits],
  ] as const
  const texts = sections.map(([title, html]) => (html?.trim() ? `${heading(title)}${html}` : null))
  return joinHtml([posting.description, ...texts])
}
