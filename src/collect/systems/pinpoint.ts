import Type, { type Static } from 'typebox'
import { countryOfDollars, type Salary, salaryOf } from '../../values/pay/salary'
import { boardsBySubdomain } from '../answers/addresses'
import { entryReader, texts, title } from '../answers/entries'
import { heading, joinHtml } from '../answers/markup/html-parts'
import { memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { anything, flag, identifier, link, object } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { Board, System } from '../system'

const Posting = Type.Object({
  ...texts('workplace_type', 'employment_type', 'compensation', 'compensation_currency'),
  ...texts('compensation_frequency', 'deadline_at', 'description', 'key_responsibilities_header'),
  ...texts(
    'key_responsibilities',
    'skills_knowledge_expertise_header',
    'skills_knowledge_expertise',
  ),
  ...texts('benefits_header', 'benefits'),
  id: identifier,
  title,
  url: link,
  location: object(texts('name', 'city', 'province')),
  compensation_visible: flag,
  compensation_minimum: anything,
  compensation_maximum: anything,
})

type Posting = Static<typeof Posting>

const SOURCE_FIELDS = fieldPaths(
  {
    requisition_id: 'job.requisition_id',
    department: 'job.department.name',
    division: 'job.division.name',
  },
  'employment_type',
  'workplace_type',
  { location: 'location.name' },
)

export const pinpoint: System = {
  source: 'pinpoint',
  name: 'Pinpoint',
  example: 'https://acme.pinpointhq.com',
  ...boardsBySubdomain('pinpointhq.com'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...jsonList({
    request: ({ slug }) => ({ url: `https://${slug}.pinpointhq.com/postings.json` }),
    rows: 'data',
    read: (entries, board) =>
      readPostings(
        entries.map((entry) => withUrl(entry, board)),
        board,
      ),
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
  title: posting.title,
  url: posting.url,
  places: placesOf(posting),
  ...workplace(posting.workplace_type),
  date_valid_through: posting.deadline_at,
  salary: salaryOfPosting(posting, board),
  employment_type: posting.employment_type,
  description_html: descriptionOf(posting),
  source_fields: sourceFields(posting, SOURCE_FIELDS),
}))

function placesOf({ location }: Posting) {
  const text = textAt(location?.name)
  const region = textAt(location?.province)
  const named = textAt(location?.city)
  // Employers enter `ALL` as the city of a whole region.
  const city = named?.toUpperCase() === 'ALL' ? undefined : named
  // A region tells the country; a city alone does not, and the name may: `CAN - Ottawa`.
  if (region === undefined && text !== undefined) return [{ text }]
  return [publishedPlace({ city, region, text })]
}

function salaryOfPosting(posting: Posting, board: Board): Salary | undefined {
  if (posting.compensation_visible !== true) return undefined
  const { compensation_minimum: min, compensation_maximum: max } = posting
  const currency = posting.compensation_currency
  const salary = salaryOf({ min, max, currency, unit: posting.compensation_frequency })
  // A single amount is a minimum without a maximum, as an open band is; the text tells them apart.
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
