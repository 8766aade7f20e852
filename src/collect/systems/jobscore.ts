import Type, { type Static } from 'typebox'
import { payUnit, type Salary, salaryOf } from '../../values/pay/salary'
import { pathParts } from '../answers/addresses'
import { entryReader, texts, title } from '../answers/entries'
import { textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { amount, link, word } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplace } from '../answers/workplace'
import { jsonList } from '../strategies/whole-list'
import type { System } from '../system'

const HOST = 'careers.jobscore.com'

const Job = Type.Object({
  ...texts(
    'apply_url',
    'city',
    'state',
    'country',
    'location',
    'remote',
    'job_type',
    'opened_date',
    'description',
  ),
  ...texts('public_compensation_interval', 'currency_code'),
  id: word,
  title,
  detail_url: link,
  public_salary_minimum: amount,
  public_salary_maximum: amount,
})

type Job = Static<typeof Job>

const SOURCE_FIELDS = fieldPaths('department', 'experience_level', 'job_type', 'remote', 'location')

export const jobscore: System = {
  source: 'jobscore',
  name: 'JobScore',
  example: `https://${HOST}/careers/acme`,
  slug: /^[a-z0-9][a-z0-9_-]*$/,
  boardOf(address) {
    const [folder = '', slug] = pathParts(address).map((part) => part.toLowerCase())
    const isVendor = address.hostname === HOST || /^(?:www\.)?jobscore\.com$/.test(address.hostname)
    return isVendor && /^(?:careers|jobs)$/.test(folder) && slug ? { slug } : undefined
  },
  isHost: (host) => host === HOST,
  postingId: postingIdAt('/careers/:board/jobs/:title-:id'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...jsonList({
    request: ({ slug }) => ({ url: `https://${HOST}/jobs/${slug}/feed.json` }),
    rows: 'jobs',
    read(jobs, board, feed) {
      // An employer that was renamed answers under its earlier names too.
      const code = textAt(feed, 'company_code')
      if (code !== undefined && code.toLowerCase() !== board.slug) {
        throw new UnexpectedAnswer(`answered with the board ${code.slice(0, 100)}`)
      }
      const isUnsure = code === undefined && jobs.length === 0
      return {
        ...readJobs(jobs, board),
        organization: textAt(feed, 'company_name'),
        incompleteReason: isUnsure ? 'the feed is empty and names no company' : undefined,
      }
    },
  }),
}

const readJobs = entryReader(Job, 'id', (job) => ({
  title: job.title,
  url: withoutReferrer(job.detail_url) ?? job.detail_url,
  apply_url: withoutReferrer(job.apply_url ?? ''),
  places: [
    publishedPlace({ city: job.city, region: job.state, country: job.country, text: job.location }),
  ],
  ...workplaceOf(job),
  date_posted: job.opened_date,
  salary: salaryOfJob(job),
  employment_type: job.job_type,
  description_html: textAt(job.description),
  source_fields: sourceFields(job, SOURCE_FIELDS),
}))

/** The feed marks its addresses with `ref` and `sid`. */
function withoutReferrer(address: string): string | undefined {
  const url = URL.parse(address)
  url?.searchParams.delete('ref')
  url?.searchParams.delete('sid')
  return url?.href
}

const WORKPLACES: Readonly<Record<string, string>> = {
  yes: 'remote',
  hybrid: 'hybrid',
  no: 'onsite',
}

/** `Yes | Can telecommute / work remotely 100% of the time`, `Hybrid | …`, `No | …`. */
function workplaceOf({ remote }: Job) {
  const [word = ''] = (remote ?? '').split('|')
  return workplace(WORKPLACES[word.trim().toLowerCase()])
}

/** Amounts are in the currency's smallest unit: cents, but whole yen. */
function salaryOfJob(job: Job): Salary | undefined {
  const { public_salary_minimum, public_salary_maximum, currency_code: currency } = job
  const unit = payUnit(textAt(job.public_compensation_interval)?.replace(/^per /i, ''))
  if (!/^[A-Z]{3}$/.test(currency ?? '')) return undefined
  const [min, max] = [public_salary_minimum, public_salary_maximum].map((amount) =>
    amount ? amount / 10 ** fractionDigits(currency ?? '') : undefined,
  )
  return salaryOf({ min, max, currency, unit })
}

function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
