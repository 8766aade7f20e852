import Type from 'typebox'
import { boardLabel, boardsBySubdomain } from '../answers/addresses'
import { publishedInstant } from '../answers/dates'
import { rowReader, title } from '../answers/entries'
import { distinct } from '../answers/fingerprint'
import {
  elementAfter,
  elementOfClass,
  elementsOfClass,
  type HtmlRoot,
  innerHtml,
  parseHtml,
  plainText,
} from '../answers/markup/html-elements'
import { incompleteEnd, readXml } from '../answers/markup/xml'
import { listAt, memberAt, pick, textAt } from '../answers/members'
import { salaryInText } from '../answers/pay'
import { postingIdAt } from '../answers/posting-id'
import { commonCountry, publishedPlace } from '../answers/published-place'
import { digits } from '../answers/row-types'
import { fieldPaths, sourceFields } from '../answers/source-fields'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { workplaceInText } from '../answers/workplace'
import { detail, storedRow } from '../strategies/detail'
import { wholeList } from '../strategies/whole-list'
import type { System } from '../system'

const DOMAIN = 'hrmdirect.com'
const OWN_LABELS = [
  'www',
  'api',
  'app',
  'apply',
  'careers-api',
  'careers-page',
  'cc-client-cdn',
  'images',
]
const boards = boardsBySubdomain(DOMAIN, OWN_LABELS)

/** The public career sites are those of HRM Direct; a label of clearcompany.com names the same employer. */
export const clearcompany: System = {
  source: 'clearcompany',
  name: 'ClearCompany',
  aliases: ['hrmdirect'],
  example: `https://acme.${DOMAIN}/employment/job-openings.php`,
  ...boards,
  boardOf(address) {
    const slug = boardLabel(address.hostname, 'clearcompany.com', OWN_LABELS)
    return slug === undefined ? boards.boardOf(address) : { slug }
  },
  postingId: postingIdAt('/employment/job-opening.php?req'),
  limits: { minIntervalMs: 500, maxParallel: 2 },
  ...wholeList({
    request: ({ slug }) => ({ url: `https://${slug}.${DOMAIN}/employment/xml.php` }),
    parse(text) {
      const xml = repaired(text)
      if (!/<source>/.test(xml)) throw new UnexpectedAnswer('answered without a source of jobs')
      return xml
    },
    read(xml) {
      const rows = readXml(xml, 'job', { html: ['descriptionrich'] })
      const [company, other] = new Set(rows.map((row) => textAt(row, 'company')))
      return {
        ...readRows(withAllPlaces(rows)),
        incompleteReason: incompleteEnd(xml, 'source'),
        organization: other === undefined ? company : undefined,
      }
    },
  }),
  ...detail({
    request: ({ slug }, { external_id }) => ({
      url: `https://${slug}.${DOMAIN}/employment/job-opening.php?req=${external_id}`,
    }),
    parse: (text) => parseHtml(repaired(text)),
    read(page, { entry, url }) {
      const text = elementOfClass(page, 'jobDesc')
      if (text === undefined) {
        if (isClosed(page)) return undefined
        throw new Error(`${url} has neither a description nor says that the posting is closed`)
      }
      const row = storedRow<object>(entry)
      const places = placesOf(row)
      const field = fieldsOf(page)
      return {
        title: textAt(row, 'title'),
        url,
        apply_url: textAt(row, 'applylink'),
        date_posted: dateOf(row),
        places,
        ...workplaceInText(field.get('workplace type') ?? textAt(row, 'office')),
        salary: salaryInText(field.get('salary'), commonCountry(places)),
        employment_type: field.get('employment type') ?? field.get('job type'),
        description_html: innerHtml(text),
        source_fields: sourceFields(row, SOURCE_FIELDS),
      }
    },
  }),
}

/** Answers mix encodings: what was Windows-1252 may have been read as Latin-1 before it became UTF-8. */
function repaired(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) =>
    WINDOWS_1252.decode(Uint8Array.of(control.charCodeAt(0))),
  )
}

const WINDOWS_1252 = new TextDecoder('windows-1252')

const CONTENT = ['title', 'office', 'department', 'date', 'customreqid', 'applylink', 'places']

const readRows = rowReader(
  Type.Object({ referencenumber: digits, title }),
  { id: 'referencenumber', title: 'title' },
  (row) => {
    const stored = pick(row, CONTENT)
    // Of the text, the list has the first 1,000 characters.
    return { content: [stored, memberAt(row, 'descriptionrich')], stored }
  },
)

const SOURCE_FIELDS = fieldPaths('customreqid', 'department', 'office')

/** A posting has a row for each of its places, which are alike but for the place. */
function withAllPlaces(rows: readonly unknown[]): unknown[] {
  const byId = Map.groupBy(rows, (row) => textAt(row, 'referencenumber') ?? row)
  return [...byId.values()].map((ofId) => {
    const [first] = ofId
    if (typeof first !== 'object' || first === null) return first
    return {
      ...first,
      places: distinct(ofId.map((row) => pick(row, ['city', 'state', 'country']))),
    }
  })
}

function placesOf(row: object) {
  return listAt(row, 'places').map((place) =>
    publishedPlace({ ...pick(place, ['city', 'country']), region: memberAt(place, 'state') }),
  )
}

/** `Fri, 07 Aug 2026 04:00:00 +0100` is midnight in the east of the US, whatever its offset says. */
function dateOf(row: object) {
  const day = /\d{1,2} [A-Z][a-z]{2} \d{4}/.exec(textAt(row, 'date') ?? '')?.[0]
  return publishedInstant(day && `${day} 00:00:00 GMT`)
}

/** The fields above the text by their names in lower case; employers choose them. */
function fieldsOf(page: HtmlRoot): Map<string, string> {
  const fields = elementsOfClass(page, 'viewFieldName').map((name): [string, string] => [
    plainText(name)?.replace(/:$/, '').toLowerCase() ?? '',
    plainText(elementAfter(name)) ?? '',
  ])
  return new Map(fields)
}

function isClosed(page: HtmlRoot): boolean {
  return /\bposition you're looking for does not exist\b/.test(plainText(page) ?? '')
}
