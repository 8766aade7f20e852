import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { countryOfDollars, payUnit, type Salary, salaryOf } from '../../import/salary'
import { employmentTypes } from '../../values/employment-types'
import { boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { anything, entryReader, identifier, listAnswer, texts, title } from '../answers/entries'
import { heading, joinHtml } from '../answers/html-parts'
import { memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { wholeList } from '../strategies/whole-list'
import type { Board, PublishedPlace, System } from '../system'

const Posting = Type.Object({
  ...texts('workplace_type employment_type compensation compensation_currency'),
  ...texts('compensation_frequency deadline_at description key_responsibilities_header'),
  ...texts('key_responsibilities skills_knowledge_expertise_header skills_knowledge_expertise'),
  ...texts('benefits_header benefits'),
  id: identifier,
  title,
  url: Type.String({ pattern: '^https?://' }),
  location: nullable(Type.Object(texts('name city province'))),
  compensation_visible: nullable(Type.Boolean()),
  compensation_minimum: anything,
  compensation_maximum: anything,
})

type Posting = Static<typeof Posting>

const SOURCE_FIELDS = fieldPaths(`
  requisition_id=job.requisition_id department=job.department.name division=job.division.name
  employment_type workplace_type location=location.name`)

export const pinpoint: System = {
  source: 'pinpoint',
  name: 'Pinpoint',
  example: 'https://acme.pinpointhq.com',
  ...boardsBySubdomain('pinpointhq.com'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...wholeList({
    request: ({ slug }) => ({ url: `https://${slug}.pinpointhq.com/postings.json` }),
    parse: listAnswer('Pinpoint', 'data'),
    read(entries, board) {
      const whole = entries.map((entry) => withUrl(entry, board))
      return readPostings(whole, board)
    },
  }),
}

/** Some boards give the path of a posting alone. */
function withUrl(entry: unknown, { slug }: Board): unknown {
  const path = textAt(memberAt(entry, 'path'))
  if (typeof entry !== 'object' || entry === null) return entry
  if (textAt(memberAt(entry, 'url')) !== undefined || !path?.startsWith('/')) return entry
  return { ...entry, url: `https://${slug}.pinpointhq.com${path}` }
}

const readPostings = entryReader(Posting, 'id', (posting, board) => ({
  external_id: String(posting.id),
  title: posting.title.trim(),
  url: posting.url,
  places: placesOf(posting),
  ...workplace(posting.workplace_type),
  date_valid_through: publishedInstant(posting.deadline_at),
  salary: salaryOfPosting(posting, board),
  employment_type: employmentTypes(posting.employment_type),
  description_html: descriptionOf(posting),
  source_fields: sourceFields(posting, SOURCE_FIELDS),
}))

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
  // A single anything has only a minimum in the structure; the text tells it from an open band.
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
