import Type from 'typebox'
import { findRegion } from '../../values/region'
import { ABSENCE_STATUSES, absenceOf } from '../absence'
import { boardLabel } from '../addresses'
import { arrangementOf } from '../arrangement'
import { publishedInstant } from '../dates'
import { employmentTypes } from '../employment-types'
import { entrySplitter, listedPostings, listIn, parseAnswer } from '../entries'
import { distinct } from '../fingerprint'
import { unescapedOnce } from '../html-parts'
import { listAt, memberAt, textAt } from '../members'
import { payUnit, type Salary, salaryOf } from '../pay'
import { type Page, readPages } from '../read-pages'
import { sourceFields } from '../source-fields'
import type { Board, CollectedPosting, Fetch, Listing, PublishedPlace, System } from '../system'

const NAME = 'Teamtailor'
const VENDOR_LABELS = ['www', 'api', 'app', 'docs', 'help', 'support', 'status', 'blog', 'get']

/** `career` is Teamtailor's own board. Employers of other regions have two parts: `acme.na`. */
const REGIONS = ['na', 'ap', 'us', 'eu', 'au']

export const teamtailor: System = {
  source: 'teamtailor',
  name: NAME,
  example: 'https://acme.teamtailor.com/jobs',
  boardOf({ hostname }) {
    const slug = slugOf(hostname)
    return slug === undefined ? undefined : { slug }
  },
  isHost: (host) => slugOf(host) !== undefined,
  limits: { minIntervalMs: 300, maxParallel: 3 },
  list,
}

function slugOf(host: string): string | undefined {
  for (const region of REGIONS) {
    const label = boardLabel(host, `${region}.teamtailor.com`, VENDOR_LABELS)
    if (label !== undefined) return `${label}.${region}`
  }
  return boardLabel(host, 'teamtailor.com', [...VENDOR_LABELS, ...REGIONS])
}

async function list(board: Board, fetch: Fetch): Promise<Listing> {
  const start = `https://${board.slug}.teamtailor.com/jobs.json`
  const response = await fetch({ url: start, accept: ABSENCE_STATUSES })
  const absence = absenceOf(response, start, (host) => host.endsWith('teamtailor.com'))
  if (absence !== undefined) return absence
  const answer = parseAnswer(response.text, NAME)
  const { rows, doubt } = await readPages({
    start,
    firstPage: pageOf(answer, start),
    read: async (url) => pageOf(parseAnswer((await fetch({ url })).text, NAME), start),
    keyOf: (row) => textAt(row, 'id') ?? JSON.stringify(row),
  })
  const organization = textAt(answer, 'title')
  const { entries, unreadable } = split(rows)
  return {
    kind: 'listed',
    postings: listedPostings(entries.map((item) => postingOf(item, organization))),
    unreadable,
    ...(doubt === undefined ? {} : { doubt }),
    ...(organization === undefined ? {} : { organization }),
  }
}

/** A page of the JSON Feed. Only the query of `next_url` is used: its host may be the employer's own. */
function pageOf(answer: unknown, start: string): Page<unknown, string> {
  const rows = listIn(answer, 'items', NAME)
  const nextUrl = textAt(answer, 'next_url')
  return { rows, next: nextUrl === undefined ? undefined : start + new URL(nextUrl).search }
}

const split = entrySplitter(
  Type.Object({
    id: Type.String({ minLength: 1 }),
    title: Type.String({ pattern: '\\S' }),
    url: Type.String({ pattern: '^https?://' }),
  }),
  'id',
)

type Item = ReturnType<typeof split>['entries'][number]

function postingOf(item: Item, feedTitle: string | undefined): CollectedPosting {
  const job = memberAt(item, '_jobposting')
  const isRemote = textAt(job, 'jobLocationType') === 'TELECOMMUTE'
  const html = textAt(item, 'content_html') ?? textAt(job, 'description')
  return {
    external_id: item.id,
    title: item.title.trim(),
    url: item.url,
    organization: textAt(job, 'hiringOrganization', 'name') ?? feedTitle ?? null,
    date_posted:
      publishedInstant(memberAt(job, 'datePosted') ?? memberAt(item, 'date_published')) ?? null,
    date_valid_through: publishedInstant(memberAt(job, 'validThrough')) ?? null,
    places: placesOf(job),
    ...arrangementOf([isRemote ? 'remote' : undefined]),
    salary: salaryOfJob(job) ?? null,
    employment_type: typesOf(job) ?? null,
    description_html: html === undefined ? null : unescapedOnce(html),
    source_fields:
      sourceFields(item, {
        identifier: '_jobposting.identifier.value',
        employmentType: '_jobposting.employmentType',
        industry: '_jobposting.industry',
        sameAs: '_jobposting.hiringOrganization.sameAs',
        streetAddress: '_jobposting.jobLocation[*].address.streetAddress',
        postalCode: '_jobposting.jobLocation[*].address.postalCode',
      }) ?? null,
  }
}

/** Remote jobs without a place have the countries that applicants may live in. */
function placesOf(job: unknown): PublishedPlace[] {
  const places = listOrOne(memberAt(job, 'jobLocation')).flatMap((place) => placeOf(place) ?? [])
  if (places.length > 0) return distinct(places)
  const countries = listOrOne(memberAt(job, 'applicantLocationRequirements'))
  return distinct(
    countries.flatMap((country): PublishedPlace[] => {
      const name = textAt(country, 'name')
      return name === undefined ? [] : [{ text: name }]
    }),
  )
}

function listOrOne(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function placeOf(place: unknown): PublishedPlace | undefined {
  const address = memberAt(place, 'address')
  const city = textAt(address, 'addressLocality')
  const country = textAt(address, 'addressCountry') ?? textAt(address, 'addressCountry', 'name')
  const region = textAt(address, 'addressRegion')
  // The region is often the country or a part of the world: `Canada`, `Europe`, `APAC`.
  const isRegion = region !== undefined && (country === undefined || findRegion(region))
  if (city === undefined && country === undefined && region === undefined) return undefined
  return {
    address: {
      ...(city === undefined ? {} : { city }),
      ...(isRegion ? { region } : {}),
      ...(country === undefined ? {} : { country }),
    },
  }
}

function salaryOfJob(job: unknown): Salary | undefined {
  const pay = memberAt(job, 'baseSalary', 'value')
  const single = memberAt(pay, 'value')
  return salaryOf({
    min: memberAt(pay, 'minValue') ?? single,
    max: memberAt(pay, 'maxValue') ?? single,
    currency: memberAt(job, 'baseSalary', 'currency'),
    unit: payUnit(memberAt(pay, 'unitText')),
  })
}

function typesOf(job: unknown): CollectedPosting['employment_type'] {
  const list = listAt(job, 'employmentType')
  const labels = list.length > 0 ? list : [memberAt(job, 'employmentType')]
  return employmentTypes(labels.filter((label) => typeof label === 'string').join(' '))
}
