import Type, { type Static } from 'typebox'
import { toCountry } from '../../values/country'
import { BOARD_NAME, pathParts } from '../answers/addresses'
import { epochInstant } from '../answers/dates'
import { entryReader, texts, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { heading, joinHtml } from '../answers/markup/html-parts'
import { textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { amount, anything, arrayOf, link, object, objects, word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { PublishedPlace, System } from '../system'

export const lever: System = {
  source: 'lever',
  name: 'Lever',
  aliases: ['lever.co'],
  example: 'https://jobs.lever.co/acme',
  slug: BOARD_NAME,
  settings: ['region'],
  boardOf(address) {
    const host = /^(jobs|api)(\.eu)?\.lever\.co$/.exec(address.hostname)
    const isApi = host?.[1] === 'api'
    const parts = pathParts(address)
    const slug = isApi ? /^v0\/postings\/(.+?)(?:\/|$)/.exec(parts.join('/'))?.[1] : parts[0]
    if (host === null || !slug) return undefined
    return host[2] === undefined ? { slug } : { slug, settings: { region: 'eu' } }
  },
  isHost: (host) => /^api\.(?:eu\.)?lever\.co$/.test(host),
  postingId: postingIdAt('/:board/:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...jsonList({
    request({ slug, settings }) {
      const host = settings?.region === 'eu' ? 'api.eu.lever.co' : 'api.lever.co'
      return { url: `https://${host}/v0/postings/${encodeURIComponent(slug)}?mode=json` }
    },
    read: (rows, board) => readJobs(rows, board),
  }),
}

const Job = Type.Object({
  ...texts(
    'applyUrl',
    'country',
    'workplaceType',
    'description',
    'salaryDescription',
    'additional',
  ),
  id: word,
  text: title,
  hostedUrl: link,
  createdAt: amount,
  categories: object({ ...texts('location', 'commitment'), allLocations: arrayOf(Type.String()) }),
  lists: objects(texts('text', 'content')),
  salaryRange: object({ ...texts('currency', 'interval'), min: anything, max: anything }),
})

type Job = Static<typeof Job>

const readJobs = entryReader(Job, 'id', (job) => {
  const { interval: unit, currency, ...amounts } = job.salaryRange ?? {}
  return {
    title: job.text,
    url: job.hostedUrl,
    apply_url: job.applyUrl,
    places: placesOf(job),
    ...workplace(job.workplaceType),
    date_posted: epochInstant(job.createdAt),
    salary: { ...amounts, currency, unit },
    employment_type: job.categories?.commitment,
    description_html: descriptionOf(job),
    source_fields: sourceFields(job, SOURCE_FIELDS),
  }
})

const SOURCE_FIELDS = fieldPaths(
  {
    team: 'categories.team',
    department: 'categories.department',
    commitment: 'categories.commitment',
    level: 'categories.level',
  },
  'workplaceType',
  'country',
)

/** `country` is that of the first location. */
function placesOf({ categories, country }: Job): PublishedPlace[] {
  const name = textAt(categories?.location)
  const others = (categories?.allLocations ?? []).flatMap((text) => textAt(text) ?? [])
  const primary = name ?? (others.length === 1 ? others[0] : undefined)
  const rest = others.filter((text) => text !== primary).map((text) => ({ text }))
  const isOfRest = primary === undefined && rest.length > 0
  const place = isOfRest ? undefined : primaryPlace(primary, textAt(country))
  return primaryFirst<PublishedPlace>(place, rest)
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
