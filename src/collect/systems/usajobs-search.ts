import Type from 'typebox'
import { payUnit } from '../../values/pay/salary'
import { entryReader, listIn, parseAnswer } from '../answers/entries'
import { joinSections } from '../answers/markup/html-parts'
import { listAt, memberAt, textAt, webAddress } from '../answers/members'
import { publishedPlace } from '../answers/published-place'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import { REMOTE } from '../answers/workplace'
import type { Fetch, HttpRequest, ListAnswer, System } from '../system'
import { isCity, SERVICE } from './usajobs-announcements'

const PAGE_SIZE = 500

/** No search returns more. */
const CAP = 10_000

/**
 * The search of USAJOBS, whose list has whole postings. It takes a key, with the mail address that it was given for as the User-Agent. A list
 * that reaches the cap is split by occupational series.
 */
export function usajobsSearch(key: string, contact: string): Pick<System, 'list'> {
  const headers = { 'authorization-key': key, 'user-agent': contact }
  return {
    async list(board, fetch) {
      const search = new Search((request) => fetch({ ...request, headers }))
      const { items, incompleteReason } = await search.all()
      // Somebody always hires.
      if (items.length === 0) throw new UnexpectedAnswer('answered without an announcement')
      const list: ListAnswer = { kind: 'listed', ...readItems(items, board), incompleteReason }
      return list
    },
  }
}

interface Items {
  items: unknown[]
  incompleteReason: string | undefined
}

class Search {
  constructor(private readonly fetch: Fetch) {}

  async all(): Promise<Items> {
    const response = await this.fetch(searchRequest('', 1))
    const firstPage = withinLimit(() => pageOf(response.text, 1))
    const { total = 0 } = firstPage
    if (total < CAP) return await this.read('', firstPage)
    const byId = new Map<string, unknown>()
    let incompleteReason: string | undefined
    for (const series of await this.series()) {
      const filter = `&JobCategoryCode=${series}`
      const first = await this.fetch(searchRequest(filter, 1))
      const part = await this.read(
        filter,
        withinLimit(() => pageOf(first.text, 1)),
      )
      for (const item of part.items) byId.set(idOf(item), item)
      if (part.incompleteReason !== undefined)
        incompleteReason ??= `series ${series}: ${part.incompleteReason}`
    }
    if (byId.size !== total)
      incompleteReason ??= `the series have ${byId.size} announcements, and the total is ${total}`
    return { items: [...byId.values()], incompleteReason }
  }

  private async series(): Promise<string[]> {
    const { text } = await this.fetch({ url: `${SERVICE}/api/codelist/occupationalseries` })
    const [list] = withinLimit(() => listIn(parseAnswer(text), 'CodeList'))
    const codes = listAt(list, 'ValidValue').map((one) => textAt(one, 'Code') ?? '')
    const series = [...new Set(codes.filter((code) => /^\d{4}$/.test(code)))]
    if (series.length === 0) throw new UnexpectedAnswer('answered without occupational series')
    return series
  }

  private async read(filter: string, firstPage: Page<unknown, number>): Promise<Items> {
    const { pages, incompleteReason } = await readPages({
      start: 1,
      firstPage,
      fetch: (page) => this.fetch(searchRequest(filter, page)),
      page: ({ text }, page) => pageOf(text, page),
      keyOf: idOf,
      keep: ({ rows }) => rows,
    })
    const isCut = (firstPage.total ?? 0) >= CAP
    return {
      items: pages.flat(),
      incompleteReason: isCut ? `a search ends at ${CAP} announcements` : incompleteReason,
    }
  }
}

function searchRequest(filter: string, page: number): HttpRequest {
  return { url: `${SERVICE}/api/Search?ResultsPerPage=${PAGE_SIZE}&Page=${page}${filter}` }
}

/** The total may be a text. */
function pageOf(text: string, at: number): Page<unknown, number> {
  const answer = parseAnswer(text)
  const rows = listIn(answer, 'SearchResult.SearchResultItems')
  const said = textAt(answer, 'SearchResult', 'SearchResultCountAll') ?? ''
  if (!/^\d{1,9}$/.test(said)) throw new UnexpectedAnswer('answered without SearchResultCountAll')
  const total = Number(said)
  return countedPage(rows, { total, end: at * PAGE_SIZE, size: PAGE_SIZE, next: at + 1 })
}

function idOf(item: unknown): string {
  return textAt(item, 'MatchedObjectId') ?? JSON.stringify(item)
}

/** `PositionID` is the number of the agency, and not of the announcement. */
const readItems = entryReader(
  Type.Object({
    MatchedObjectId: Type.String({ pattern: '^\\d+$' }),
    MatchedObjectDescriptor: Type.Object({
      PositionTitle: Type.String({ pattern: '[\\p{L}\\p{N}]', maxLength: 1000 }),
    }),
  }),
  'MatchedObjectId',
  ({ MatchedObjectId: id, MatchedObjectDescriptor: job }) => {
    const details = memberAt(job, 'UserArea', 'Details')
    const [pay] = listAt(job, 'PositionRemuneration')
    const [apply] = listAt(job, 'ApplyURI')
    return {
      title: job.PositionTitle,
      url: `https://www.usajobs.gov/job/${id}`,
      apply_url: webAddress(apply),
      organization: textAt(job, 'OrganizationName') ?? textAt(job, 'DepartmentName'),
      date_posted: dayOf(job, 'PublicationStartDate'),
      date_valid_through: dayOf(job, 'ApplicationCloseDate'),
      places: listAt(job, 'PositionLocation').map(placeOf),
      ...(/^true$/i.test(String(memberAt(details, 'RemoteIndicator'))) && REMOTE),
      salary: {
        min: memberAt(pay, 'MinimumRange'),
        max: memberAt(pay, 'MaximumRange'),
        currency: 'USD',
        unit: payUnit(memberAt(pay, 'Description')) ?? unitOf(memberAt(pay, 'RateIntervalCode')),
      },
      employment_type: listAt(job, 'PositionSchedule')
        .map((schedule) => textAt(schedule, 'Name') ?? '')
        .join(', '),
      description_html: joinSections([
        { title: 'Summary', html: textAt(details, 'JobSummary') },
        { title: 'Duties', html: dutiesOf(details) },
        { title: 'Qualifications', html: textAt(job, 'QualificationSummary') },
      ]),
      source_fields: sourceFields(job, SOURCE_FIELDS),
    }
  },
)

const SOURCE_FIELDS = fieldPaths({
  announcementNumber: 'PositionID',
  hiringDepartmentName: 'DepartmentName',
  appointmentType: 'PositionOfferingType[*].Name',
  workSchedule: 'PositionSchedule[*].Name',
  series: 'JobCategory[*].Code',
  totalOpenings: 'UserArea.Details.TotalOpenings',
  teleworkEligible: 'UserArea.Details.TeleworkEligible',
  hiringPaths: 'UserArea.Details.HiringPath',
})

/** A date, or a time without a zone and with four digits of a fraction. */
function dayOf(job: object, name: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(textAt(job, name) ?? '')?.[0]
}

function dutiesOf(details: unknown): string | undefined {
  const duties = listAt(details, 'MajorDuties').flatMap((duty) => textAt(duty) ?? [])
  return duties.length === 0 ? undefined : duties.map((duty) => `<p>${duty}</p>`).join('\n')
}

const UNITS: ReadonlyMap<unknown, string> = new Map([
  ['PA', 'year'],
  ['PM', 'month'],
  ['PD', 'day'],
  ['PH', 'hour'],
])

/** A word, or in newer answers a code. */
function unitOf(code: unknown): unknown {
  return UNITS.get(code) ?? code
}

/** The city has its state behind it: `Fort Meade, Maryland`. */
function placeOf(place: unknown) {
  const name = textAt(place, 'CityName') ?? ''
  return publishedPlace({
    city: isCity(name) ? name.split(',')[0] : undefined,
    region: textAt(place, 'CountrySubDivisionCode'),
    country: textAt(place, 'CountryCode'),
    latitude: memberAt(place, 'Latitude'),
    longitude: memberAt(place, 'Longitude'),
  })
}
