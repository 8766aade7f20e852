import Type from 'typebox'
import { type Salary, salaryOf } from '../../values/pay/salary'
import { pathParts } from '../answers/addresses'
import { parseAnswer, rowReader, title } from '../answers/entries'
import { joinHtml, withoutPictures } from '../answers/markup/html-parts'
import { memberAt, pick, textAt } from '../answers/members'
import { postingIdAt } from '../answers/posting-id'
import { publishedPlace } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { REMOTE } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { byNumber, jsonPages } from '../strategies/paged-list'
import type { Board, Fetch, PublishedPlace, System } from '../system'

const PAGE_SIZE = 200
/** The environments of the vendor, each under several brands. */
const HOST =
  /^(?:[a-z0-9-]+\.){1,3}(?:saashr\.com|entertimeonline\.com|onehcm\.com|yourpayrollhr\.com|mykronos\.com|workforceready\.(?:com|com\.au|ca|eu))$/
const PAGE_NAME = /^([\w-]+)\.(?:careers|jobs)$/i
const COMPANY = /^\|([\w-]+)$/

/** The slug is the tenant, whose case means nothing. It lives on some hosts of the vendor only: one is the setting `host`. */
export const ukgready: System = {
  source: 'ukgready',
  name: 'UKG Ready',
  aliases: ['saashr', 'ukg_ready'],
  example: 'https://secure6.saashr.com/ta/1234567.careers',
  slug: /^[A-Z0-9_-]+$/,
  boardOf(address) {
    const [ta, page = '', ...rest] = pathParts(address)
    const company = rest[rest.indexOf('companies') + 1] ?? ''
    const tenant = (page === 'rest' ? COMPANY.exec(company) : PAGE_NAME.exec(page))?.[1]
    if (!HOST.test(address.hostname) || ta !== 'ta' || tenant === undefined) return undefined
    return { slug: tenant.toUpperCase(), settings: { host: address.hostname } }
  },
  isHost: (host) => HOST.test(host),
  settings: ['host'],
  requires: () => ['host'],
  postingId: postingIdAt('/ta/:page?ShowJob', '/ta/:page?ApplyToJob'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  async list(board, fetch) {
    const answer = await rows.list(board, fetch)
    if (answer.kind === 'missing') return answer
    if (!answer.postings.some((entry) => hasPay(storedRow(entry)))) return answer
    const currency = await currencyOf(board, fetch)
    const postings = answer.postings.map((entry) => ({
      ...entry,
      reference: JSON.stringify({ ...storedRow<object>(entry), currency }),
    }))
    return { ...answer, postings }
  },
  ...detail({
    request: (board, { external_id }) => ({ url: `${requisitionsOf(board)}/${external_id}` }),
    parse: parseAnswer,
    read(answer, { board, entry }) {
      const job = { ...storedRow<object>(entry), ...Object(answer) }
      const page = `${originOf(board)}/ta/${board.slug}.careers`
      return {
        // An answer of errors has none: it is no posting, and no proof that one has left.
        title: textAt(answer, 'job_title'),
        url: `${page}?ShowJob=${entry.external_id}`,
        apply_url: `${page}?ApplyToJob=${entry.external_id}`,
        places: [placeOf(job)],
        ...(memberAt(job, 'is_remote_job') === true && REMOTE),
        salary: payOf(job),
        employment_type: memberAt(job, 'employee_type', 'name'),
        // `job_preview` presents the employer, with the same words in all postings.
        description_html: joinHtml(
          ['job_description', 'job_requirement'].map((name) =>
            withoutPictures(textAt(job, name) ?? ''),
          ),
        ),
        source_fields: sourceFields(job, SOURCE_FIELDS),
      }
    },
  }),
}

/** `offset` is the number of a page. */
const rows = jsonPages({
  ...byNumber(1, PAGE_SIZE),
  request: (board, page) => ({
    url: `${requisitionsOf(board)}?offset=${page}&size=${PAGE_SIZE}`,
  }),
  rows: 'job_requisitions',
  total: '_paging.total',
  id: 'id',
  read: (rows) => readRows(rows),
})

function originOf({ slug, settings }: Board): string {
  const host = settings?.host
  if (host !== undefined && HOST.test(host)) return `https://${host}`
  throw new Error(
    `the host of ${slug} is not known; add the board by its address, such as https://secure6.saashr.com/ta/${slug}.careers`,
  )
}

function requisitionsOf(board: Board): string {
  return `${originOf(board)}/ta/rest/ui/recruitment/companies/%7C${board.slug}/job-requisitions`
}

/** The currency of all pay of the tenant, which postings do not name. */
async function currencyOf(board: Board, fetch: Fetch): Promise<string | undefined> {
  const url = `${originOf(board)}/ta/rest/ui/bootstrap/companies/%7C${board.slug}/format-settings`
  const { status, text } = await fetch({ url, accept: [404, 410] })
  return status === 200 ? textAt(parseAnswer(text), 'locale', 'currency_code') : undefined
}

/** `job_description` of the list is cut. */
const readRows = rowReader(
  Type.Object({
    id: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^\\d+$' })]),
    job_title: title,
  }),
  { id: 'id', title: 'job_title' },
  (row) => ({
    content: [pick(row, CONTENT), memberAt(row, 'job_description')],
    stored: pick(row, CONTENT),
  }),
)

/** No member has a date. */
const CONTENT = [
  'job_title',
  'location',
  'employee_type',
  'is_remote_job',
  'base_pay_from',
  'base_pay_to',
  'base_pay_frequency',
]

function hasPay(row: object): boolean {
  return payOf({ ...row, currency: 'USD' }) !== undefined
}

function payOf(job: object): Salary | undefined {
  return salaryOf({
    min: memberAt(job, 'base_pay_from'),
    max: memberAt(job, 'base_pay_to'),
    currency: memberAt(job, 'currency'),
    unit: memberAt(job, 'base_pay_frequency'),
  })
}

function placeOf(job: object): PublishedPlace | undefined {
  const [city, region, country] = ['city', 'state', 'country'].map((name) =>
    textAt(job, 'location', name),
  )
  return publishedPlace({ city, region, country })
}

const SOURCE_FIELDS = fieldPaths({
  employee_type: 'employee_type.name',
  streetAddress: 'location.address_line_1',
  postalCode: 'location.zip',
})
