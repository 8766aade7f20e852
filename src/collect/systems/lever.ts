import Type, { type Static } from 'typebox'
import { nullable } from '../../import/posting'
import { toCountry } from '../../values/country'
import { pathParts } from '../answers/addresses'
import { epochInstant } from '../answers/dates'
import { employmentTypes } from '../answers/employment-types'
import { entryReader, maybeText, title, webAddress } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { heading, joinHtml } from '../answers/html-parts'
import { textAt } from '../answers/members'
import { payUnit, salaryOf } from '../answers/pay'
import { sourceFields } from '../answers/source-fields'
import { wholeList } from '../answers/whole-list'
import { workplace } from '../answers/workplace'
import type { BoardAddress, CollectedPosting, PublishedPlace, System } from '../system'

const Job = Type.Object({
  id: Type.String({ minLength: 1 }),
  text: title,
  hostedUrl: Type.String({ pattern: '^https?://' }),
  applyUrl: maybeText,
  createdAt: nullable(Type.Number()),
  country: maybeText,
  workplaceType: maybeText,
  categories: nullable(
    Type.Object({
      location: maybeText,
      allLocations: nullable(Type.Array(Type.String())),
      commitment: maybeText,
    }),
  ),
  description: maybeText,
  lists: nullable(Type.Array(Type.Object({ text: maybeText, content: maybeText }))),
  salaryDescription: maybeText,
  additional: maybeText,
  salaryRange: nullable(
    Type.Object({
      min: Type.Optional(Type.Unknown()),
      max: Type.Optional(Type.Unknown()),
      currency: maybeText,
      interval: maybeText,
    }),
  ),
})

type Job = Static<typeof Job>

const SOURCE_FIELDS = {
  team: 'categories.team',
  department: 'categories.department',
  commitment: 'categories.commitment',
  level: 'categories.level',
  workplaceType: 'workplaceType',
  country: 'country',
}

export const lever: System = {
  source: 'lever',
  name: 'Lever',
  example: 'https://jobs.lever.co/acme',
  boardOf,
  isHost: (host) => /^api\.(?:eu\.)?lever\.co$/.test(host),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const { slug, settings } = board
    const host = settings?.region === 'eu' ? 'api.eu.lever.co' : 'api.lever.co'
    const url = `https://${host}/v0/postings/${encodeURIComponent(slug)}?mode=json`
    return await wholeList(fetch, { system: 'Lever', board: `board ${slug}`, url }, (jobs) => {
      if (!Array.isArray(jobs)) throw new Error('Lever answered without a list of postings')
      return readJobs(jobs, board)
    })
  },
}

function boardOf(address: URL): BoardAddress | undefined {
  const host = /^(jobs|api)(\.eu)?\.lever\.co$/.exec(address.hostname)
  if (host === null) return undefined
  const [first, second, third] = pathParts(address)
  const isApi = host[1] === 'api'
  if (isApi && (first !== 'v0' || second !== 'postings')) return undefined
  const slug = isApi ? third : first
  if (!slug) return undefined
  return host[2] === undefined ? { slug } : { slug, settings: { region: 'eu' } }
}

const readJobs = entryReader(
  Job,
  'id',
  (job): CollectedPosting => ({
    external_id: job.id,
    title: job.text.trim(),
    url: job.hostedUrl,
    apply_url: webAddress(job.applyUrl) ?? null,
    places: placesOf(job),
    ...workplace(job.workplaceType),
    date_posted: epochInstant(job.createdAt) ?? null,
    salary: salaryOf({ ...payOf(job), unit: payUnit(job.salaryRange?.interval) }) ?? null,
    employment_type: employmentTypes(job.categories?.commitment) ?? null,
    description_html: descriptionOf(job),
    source_fields: sourceFields(job, SOURCE_FIELDS),
  }),
)

function payOf({ salaryRange }: Job) {
  return { min: salaryRange?.min, max: salaryRange?.max, currency: salaryRange?.currency }
}

/** `country` is that of the first location. */
function placesOf({ categories, country }: Job): PublishedPlace[] {
  const name = textAt(categories?.location)
  const others = (categories?.allLocations ?? [])
    .map((text) => textAt(text))
    .filter((text) => text !== undefined)
  const primary = name ?? (others.length === 1 ? others[0] : undefined)
  const rest = others.filter((text) => text !== primary).map((text) => ({ text }))
  if (primary === undefined && rest.length > 0) return primaryFirst<PublishedPlace>(undefined, rest)
  const place = primaryPlace(primary, textAt(country))
  return place === undefined ? [] : primaryFirst<PublishedPlace>(place, rest)
}

/** A text that names neither region nor country needs the country. */
function primaryPlace(text: string | undefined, country: string | undefined) {
  if (country === undefined) return text === undefined ? undefined : { text }
  if (text === undefined) return { address: { country } }
  if (/\bremote\b/i.test(text)) {
    return /^\W*remote\W*$/i.test(text) ? { address: { country }, text } : { text }
  }
  const isName = /^[\p{L}\p{M}.'’ -]+$/u.test(text) && !/ - | or /i.test(text)
  if (!isName || toCountry(text) !== undefined) return { text }
  return { address: { city: text, country }, text }
}

function descriptionOf(job: Job): string | null {
  const lists = (job.lists ?? []).map(({ text, content }) => {
    const items = content?.trim()
    return items ? `${heading(text)}<ul>${items}</ul>` : null
  })
  return joinHtml([job.description, ...lists, job.salaryDescription, job.additional])
}
