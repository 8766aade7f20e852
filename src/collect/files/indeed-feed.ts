import { decodeHTMLStrict } from 'entities'
import { Parser } from 'htmlparser2'
import { MAX_LINE_BYTES } from '../../catalogue/import/line/read-lines'
import { toCountry } from '../../values/country'
import { employmentTypes } from '../../values/employment-types'
import { writtenInstant } from '../answers/dates'
import { textAt, webAddress } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { publishedPlace } from '../answers/published-place'
import { descriptionMembers } from '../answers/schema-org/job-posting'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { workplace } from '../answers/workplace'
import type { CollectedPosting } from '../system'

/** The elements of a `<job>` by name, with their texts. */
export type FeedJob = Readonly<Record<string, string>>

/** The contact of a feed is a person, so this is a closed list. */
const SOURCE_FIELDS = fieldPaths(
  'requisitionid',
  'category',
  'experience',
  'education',
  'salary',
  'jobtype',
  'remotetype',
  'streetaddress',
  'postalcode',
  'sourcename',
)

/** The posting of a `<job>` of Indeed's XML. Undefined without a title or an address. */
export function feedPosting(job: FeedJob): CollectedPosting | undefined {
  const url = webAddress(job.url)
  const title = textAt(job, 'title')
  if (url === undefined || title === undefined) return undefined
  const { city, state: region, country } = job
  const place = publishedPlace({ city, region, country })
  const remote = textAt(job, 'remotetype')
  return {
    external_id: textAt(job, 'referencenumber') ?? url,
    title,
    url,
    organization: textAt(job, 'company') ?? null,
    date_posted: writtenInstant(job.date) ?? null,
    date_valid_through: writtenInstant(job.expirationdate) ?? null,
    places: place === undefined ? [] : [place],
    ...workplace(remote?.toLowerCase() === 'hybrid remote' ? 'hybrid' : remote),
    salary: salaryInText(job.salary, toCountry(country ?? '')) ?? null,
    employment_type: employmentTypes(job.jobtype) ?? null,
    ...descriptionMembers(job.description),
    source_fields: sourceFields(job, SOURCE_FIELDS),
  }
}

/** Reads the jobs of Indeed's XML as it arrives: a feed may be larger than the memory. Throws when the feed is none, or is cut off. */
export class FeedReader {
  private readonly decoder = new TextDecoder()
  private readonly open: string[] = []
  private jobs: FeedJob[] = []
  private job: Map<string, string> | undefined
  private length = 0
  private root: string | undefined
  private hasJob = false
  private isWhole = false
  private readonly parser = new Parser(
    {
      onopentag: (name) => this.begin(name),
      ontext: (text) => this.add(text),
      onclosetag: (name, isImplied) => this.close(name, isImplied),
    },
    { xmlMode: true },
  )

  /** The jobs that this part completes. */
  push(bytes: Uint8Array): FeedJob[] {
    this.parser.write(this.decoder.decode(bytes, { stream: true }))
    const { jobs } = this
    this.jobs = []
    return jobs
  }

  end(): void {
    this.parser.end()
    if (!this.hasJob && this.root !== 'source') {
      throw new Error("expected Indeed's XML, a <source> with a <job> for each posting")
    }
    if (!this.isWhole) throw new Error('the XML ends early')
  }

  private begin(name: string): void {
    this.root ??= name
    this.open.push(name)
    if (this.job !== undefined || name !== 'job') return
    this.job = new Map()
    this.length = 0
    this.hasJob = true
  }

  private add(text: string): void {
    const [member] = this.open.slice(this.open.lastIndexOf('job') + 1)
    if (this.job === undefined || member === undefined) return
    this.length += text.length
    if (this.length > MAX_LINE_BYTES) throw new Error('a <job> is longer than 16 MB')
    this.job.set(member, (this.job.get(member) ?? '') + text)
  }

  private close(name: string, isImplied: boolean): void {
    this.open.pop()
    if (this.open.length === 0) this.isWhole = !isImplied
    if (name !== 'job' || this.job === undefined || this.open.includes('job')) return
    this.jobs.push(plainTexts(this.job))
    this.job = undefined
  }
}

/** All elements but the description are plain text, in which feeds escape `&` once more, also in CDATA. */
function plainTexts(job: ReadonlyMap<string, string>): FeedJob {
  return Object.fromEntries(
    [...job].map(([name, text]) => [
      name,
      name === 'description' ? text.trim() : decodeHTMLStrict(text).trim(),
    ]),
  )
}
