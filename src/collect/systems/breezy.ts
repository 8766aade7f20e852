import Type from 'typebox'
import { boardsBySubdomain } from '../answers/addresses'
import { contentFingerprint, entrySplitter, title } from '../answers/entries'
import { primaryFirst } from '../answers/fingerprint'
import { elementOfClass, innerHtml, parseHtml } from '../answers/markup/html-elements'
import { unescapedOnce } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { completed } from '../answers/posting'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { link, word } from '../answers/row-types'
import { jobPostingOf } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { jsonList } from '../strategies/whole-list'
import type { CollectedPosting, ListEntry, PublishedPlace, System } from '../system'

const VENDOR_LABELS = ['www', 'app', 'api', 'help', 'support', 'developer', 'status', 'blog']

export const breezy: System = {
  source: 'breezy',
  name: 'Breezy',
  example: 'https://acme.breezy.hr',
  ...boardsBySubdomain('breezy.hr', VENDOR_LABELS),
  postingId: postingIdAt('/p/:id-:title'),
  // Breezy answers bursts with 403.
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...jsonList({
    // `verbose` adds the description on most boards.
    request: ({ slug }) => ({ url: `https://${slug}.breezy.hr/json?verbose=true` }),
    isVendorSite: (host) => /^(?:www\.|app\.)?breezy\.hr$/.test(host),
    read(rows) {
      const { entries, unreadable } = split(rows)
      return {
        postings: entries.map(toEntry),
        unreadable,
        organization: rows.map((row) => textAt(row, 'company', 'name')).find(Boolean),
      }
    },
  }),
  ...detail({
    request: (_board, entry) => ({ url: storedRow<CollectedPosting>(entry).url }),
    parse: parseHtml,
    read(page, { entry, url }) {
      const own = innerHtml(elementOfClass(page, 'description'))
      const html = textAt(jobPostingOf(page, url, own, 'a description'), 'description') ?? own
      return {
        ...storedRow<CollectedPosting>(entry),
        description_html: html && unescapedOnce(html),
      }
    },
  }),
}

const split = entrySplitter(Type.Object({ id: word, name: title, url: link }), 'id', 'name')

type Position = ReturnType<typeof split>['entries'][number]

/** The members of the list travel to `detail` in `reference`; the page lacks most of them. */
function toEntry(position: Position): ListEntry {
  const posting = postingOf(position)
  const { external_id } = posting
  const html = textAt(position, 'description')
  if (html === undefined) {
    return {
      external_id,
      fingerprint: contentFingerprint(posting),
      reference: JSON.stringify(posting),
    }
  }
  const whole = { ...posting, description_html: unescapedOnce(html) }
  return { external_id, fingerprint: contentFingerprint(whole), posting: whole }
}

function postingOf(position: Position): CollectedPosting {
  const all = listAt(position, 'locations')
  const locations = all.length > 0 ? all : [memberAt(position, 'location')]
  const places = placesOf(locations)
  return completed({
    external_id: position.id,
    title: position.name,
    url: position.url,
    organization: textAt(position, 'company', 'name'),
    date_posted: memberAt(position, 'published_date'),
    places,
    ...arrangementOf(locations.map(arrangement)),
    salary: salaryInText(memberAt(position, 'salary'), commonCountry(places)),
    employment_type: memberAt(position, 'type', 'id'),
    source_fields: sourceFields(position, SOURCE_FIELDS),
  })
}

/** The primary place first; Breezy does not keep the order of the others. */
function placesOf(places: readonly unknown[]): PublishedPlace[] {
  const primary = places.find((place) => memberAt(place, 'primary') === true)
  return primaryFirst(placeOf(primary), places.map(placeOf))
}

function placeOf(place: unknown): PublishedPlace | undefined {
  const text = textAt(place, 'name')
  const city = textAt(place, 'city')
  const country = textAt(place, 'country', 'id') ?? textAt(place, 'country', 'name')
  const region = textAt(place, 'state', 'id') ?? textAt(place, 'state', 'name')
  // Without a city the name tells what is meant: `United States` although a state is given.
  const isWhole = city === undefined && text === textAt(place, 'country', 'name')
  return publishedPlace({ city, region: isWhole ? undefined : region, country, text })
}

/** `is_remote` is true of hybrid places too, and false says nothing. */
function arrangement(place: unknown): 'remote' | 'hybrid' | undefined {
  if (memberAt(place, 'is_remote') !== true) return undefined
  const value = textAt(place, 'remote_details', 'value') ?? 'remote'
  if (value === 'hybrid') return 'hybrid'
  return /^remote(?:-|$)/.test(value) ? 'remote' : undefined
}

const SOURCE_FIELDS = fieldPaths(
  'friendly_id',
  { type: 'type.name' },
  'department',
  { category: 'category.name', experience: 'experience.name', education: 'education.name' },
  'salary',
  'tags',
  {
    remote_details: 'location.remote_details.label',
    streetAddress: 'location.streetAddress.streetAddress',
  },
)
