import { arrangementOf } from '../../catalogue/resources/job'
import type { JobDocument } from '../../catalogue/resources/read-document'
import { floorToDay, formatInstant } from '../../values/instant'
import { salaryText } from '../../values/pay/salary-text'

/** What both forms of a feed say. Texts are plain, and may hold anything. */
export interface Feed {
  title: string
  /** The address of the feed, without the key. */
  address: string
  /** The page of the catalogue. */
  home: string
  /** The last change of an entry; the beginning of the day when there is no entry. */
  updated: string
  entries: readonly FeedEntry[]
}

export interface FeedEntry {
  /** Never changes while the job has its id. */
  id: string
  title: string
  url: string
  /** The employer. */
  author: string | null
  published: string
  updated: string
  /** Employer, places, arrangement, types and pay, as far as they are published. */
  facts: string
  /** As the parameter `description` asks for it. */
  description: { text: string } | { html: string } | undefined
}

interface FeedRequest {
  /** The address of the service, without a '/' at its end. */
  publicUrl: string
  path: string
  /** As sent, with the key. */
  query: string
  at: Date
}

export function feedOf(
  jobs: readonly JobDocument[],
  { publicUrl, path, query, at }: FeedRequest,
): Feed {
  const sent = new URLSearchParams(query)
  sent.delete('apiKey')
  const entries = jobs.map((job) => entryOf(job, publicUrl))
  return {
    title: feedTitle(sent),
    address: `${publicUrl}${path}${sent.size === 0 ? '' : `?${sent}`}`,
    home: `${publicUrl}/explore`,
    updated: lastUpdate(entries) ?? formatInstant(floorToDay(at)),
    entries,
  }
}

function lastUpdate(entries: readonly FeedEntry[]): string | undefined {
  const last = Math.max(...entries.map(({ updated }) => Date.parse(updated)))
  return entries.length === 0 ? undefined : formatInstant(new Date(last))
}

/** `Jobs: nurse, ON, remote`: the values of the search; for true and false, the name of the parameter. */
function feedTitle(sent: URLSearchParams): string {
  const values = [...sent]
    .filter(([name]) => name !== 'description')
    .map(([name, value]) => {
      const words = name.replaceAll('_', ' ')
      return value === 'true' ? words : value === 'false' ? `${words}: no` : value
    })
  return values.length === 0 ? 'Jobs' : `Jobs: ${values.join(', ')}`
}

function entryOf(job: JobDocument, publicUrl: string): FeedEntry {
  const { title, organization, url, date_posted, date_created, date_modified, salary } = job
  const places = job.locations_derived ?? []
  const facts = [
    organization,
    places.slice(0, MOST_PLACES).join('; '),
    arrangementOf(job),
    job.employment_type?.map((type) => type.toLowerCase().replaceAll('_', ' ')).join(', '),
    salary && salaryText(salary),
  ]
  const { description_text: text, description_html: html } = job
  return {
    id: `${publicUrl}/v1/jobs/${job.id}`,
    title,
    url,
    author: organization,
    published: date_posted ?? date_created,
    updated: date_modified ?? date_created,
    facts: facts.filter(Boolean).join(' · '),
    description: html ? { html } : text ? { text } : undefined,
  }
}

/** Places that the facts of an entry name; a posting may have hundreds. */
const MOST_PLACES = 5
