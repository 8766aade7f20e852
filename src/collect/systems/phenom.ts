import type { Country } from '../../values/country'
import { employmentTypes } from '../../values/employment-types'
import type { Salary } from '../../values/pay/salary'
import { type WorkArrangement, workArrangement } from '../../values/work-arrangement'
import { boardsOnOwnHosts } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { parseAnswer } from '../answers/entries'
import { unescapedOnce } from '../answers/markup/html-parts'
import { memberAt, textAt, webAddress } from '../answers/members'
import { commonSalary, salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry } from '../answers/published-place'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { withinLimit } from '../answers/within-limit'
import { arrangementOf } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import type { Board, Fetch, ListAnswer, System } from '../system'
import { type LanguageRows, languagesOf, readLanguage, widgets } from './phenom-list'
import { readTranslated, type Stored } from './phenom-rows'

/** `/us/en/search-results`, and the pages of postings. */
const PAGE = /^\/[a-z]{2,9}\/[a-z]{2}\/(?:search-results|job\/[^/]+)(?:\/|$)/

/**
 * Career sites of Phenom, on employers' own hosts: the slug is the host. Most show the postings of another system, to which
 * their addresses for applying lead.
 */
export const phenom: System = {
  source: 'phenom',
  name: 'Phenom',
  aliases: ['phenom_people', 'phenompeople'],
  ownHostSign: 'cdn.phenompeople.com',
  example: 'https://jobs.acme.example/us/en/search-results',
  ...boardsOnOwnHosts(({ pathname }) => PAGE.test(pathname)),
  postingId: postingIdAt('/:country/:language/job/:id'),
  limits: { minIntervalMs: 300, maxParallel: 3, isPerHost: true },
  obeysRobots: true,
  list,
  ...detail({
    request(board, entry) {
      const { locale, jobSeqNo } = storedRow<Stored>(entry)
      const posting = { jobId: entry.external_id, jobSeqNo }
      return widgets(board, locale, { pageName: 'job-details', ddoKey: 'jobDetail', ...posting })
    },
    parse: parseAnswer,
    read(answer, { board, entry, url }) {
      const found = memberAt(answer, 'jobDetail', 'data', 'job')
      if (typeof found !== 'object' || found === null) {
        // A posting that is gone, as any id that there never was.
        if (memberAt(answer, 'jobDetail', 'status') === 200) return undefined
        throw new Error(`${url} answered without jobDetail`)
      }
      const row = storedRow<Stored>(entry)
      const { path, places, locale, locales } = row
      const job = { ...row, ...found, locale, locales }
      const name = textAt(job, 'title')
      return {
        title: name && unescapedOnce(name),
        url: `https://${board.slug}${path}/job/${encodeURIComponent(entry.external_id)}`,
        apply_url: webAddress(memberAt(job, 'applyUrl')) ?? null,
        organization: textAt(job, 'companyName') ?? null,
        date_posted: publishedInstant(memberAt(job, 'postedDate')),
        places,
        ...arrangementOf([arrangement(job)]),
        salary: payOf(job, commonCountry(places)),
        employment_type: TYPES.map((type) => employmentTypes(memberAt(job, type))).find(Boolean),
        description_html: textAt(job, 'description'),
        source_fields: sourceFields(job, SOURCE_FIELDS),
      }
    },
  }),
}

/** The union over the languages of the site. It is complete when the list in each of them is. */
async function list(board: Board, fetch: Fetch): Promise<ListAnswer> {
  const languages = await languagesOf(board, fetch)
  if ('kind' in languages) return languages
  const lists: LanguageRows[] = []
  for (const language of languages) {
    const read = await readLanguage(board, language, fetch)
    if ('kind' in read) {
      if (lists.length === 0) return read
      // The site has answered in another language.
      throw new Error(read.reason)
    }
    lists.push(read)
  }
  const incompleteReasons = lists.flatMap(({ locale, incompleteReason }) =>
    incompleteReason === undefined ? [] : [`${locale}: ${incompleteReason}`],
  )
  if (lists.every(({ rows }) => rows.length === 0))
    incompleteReasons.push('an empty list is no proof')
  return {
    kind: 'listed',
    ...withinLimit(() => readTranslated(lists)),
    incompleteReason: incompleteReasons[0],
  }
}

/** Employers fill different ones. */
const TYPES = ['type', 'jobType', 'employmentType']
const ARRANGEMENTS = ['checkRemote', 'RemoteType', 'remoteType', 'remote', 'city']

/** Undefined when members contradict each other. */
function arrangement(job: object): WorkArrangement | undefined {
  const named = ARRANGEMENTS.flatMap((name) => workArrangement(textAt(job, name) ?? '') ?? [])
  const [first, other] = new Set(named)
  return other === undefined ? first : undefined
}

/** Each employer has members of its own, most of them grades or amounts without a unit: only a text that is pay as a whole counts. */
function payOf(job: object, country: Country | undefined): Salary | undefined {
  const ofPay = Object.entries(job).filter(([name]) => /salary|compensation|wage|pay/i.test(name))
  return commonSalary(ofPay.map(([, text]) => salaryInText(text, country)))
}

/** Others hold names of persons, `department` among them. */
const SOURCE_FIELDS = fieldPaths(
  'reqId',
  'jobSeqNo',
  'locale',
  'locales',
  'ats',
  'category',
  'subCategory',
  'type',
  'jobType',
  'shift',
  'jobShift',
  'compensationGrade',
  'compensationRange',
)
