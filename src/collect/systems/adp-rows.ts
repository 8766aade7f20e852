import Type from 'typebox'
import { findRegion } from '../../values/region'
import { type Entries, rowReader, title } from '../answers/entries'
import { unordered } from '../answers/fingerprint'
import { parseHtml, plainText } from '../answers/markup/html-elements'
import { listAt, memberAt, pick, textAt } from '../answers/members'
import { inOneLanguage } from '../answers/one-language'
import { publishedPlace } from '../answers/published-place'
import { readPages } from '../answers/read-pages'
import { byOffset, jsonPage } from '../strategies/paged-list'
import type { Fetch, MissingBoard, PublishedPlace } from '../system'

/** A larger `$top` is cut to it without a word. */
const PAGE_SIZE = 20

/** The postings of a center in one language. */
export interface AdpRows {
  language: string
  rows: readonly unknown[]
  incompleteReason?: string | undefined
}

/** The parameters that ask for the page from this row on; the first row is 1. */
export function adpPage(language: string, skip: number): Record<string, string> {
  return { lang: language, $top: String(PAGE_SIZE), $skip: String(skip) }
}

/** All pages of the list in one language. Missing: the center is closed to applicants from outside. */
export async function readAdpRows(
  language: string,
  addressOf: (parameters: Record<string, string>) => string,
  fetch: Fetch,
): Promise<AdpRows | MissingBoard> {
  const urlOf = (skip: number) => addressOf(adpPage(language, skip))
  const first = await fetch({ url: urlOf(1), accept: [403] })
  if (first.status === 403) {
    if (!/not allowed for external candidates/i.test(first.text)) {
      throw new Error(`${urlOf(1)} answered 403`)
    }
    return { kind: 'missing', reason: `${urlOf(1)} is not for external candidates` }
  }
  const { pages, incompleteReason } = await readPages({
    start: 1,
    firstPage: pageOf(first.text, 1),
    firstResponse: first,
    fetch: (skip) => fetch({ url: urlOf(skip) }),
    page: ({ text }, skip) => pageOf(text, skip),
    keyOf: (row) => idOf(row) ?? JSON.stringify(row),
    keep: ({ rows }) => rows.map((row) => pick(row, ROW)),
  })
  return {
    language,
    rows: pages.flat(),
    incompleteReason: incompleteReason && `${language}: ${incompleteReason}`,
  }
}

/** Without postings in the language, and behind the last page, the answer has no total. */
const pageOf = jsonPage({
  ...byOffset(PAGE_SIZE, 1),
  rows: 'jobRequisitions',
  total: 'meta.totalNumber',
  isBareWhenEmpty: true,
})

/** The postings of several languages. A translation has the id of its original, and is no posting of its own. */
export function readTranslated(lists: readonly AdpRows[]): Entries {
  const rows = lists.flatMap(({ language, rows }) =>
    rows.map((row) => ({ ...Object(row), id: idOf(row), language })),
  )
  const postings = inOneLanguage(rows, {
    id: (row) => row.id,
    locale: (row) => row.language,
    places: (row) => listAt(row, 'requisitionLocations').map(placeOf),
  })
  return readRows(
    postings.map(({ version, versions }) => ({
      ...version,
      languages: [...new Set(versions.map(({ language }) => language))],
    })),
  )
}

const readRows = rowReader(
  Type.Object({ id: Type.String({ minLength: 1 }), requisitionTitle: title }),
  { id: 'id', title: 'requisitionTitle' },
  (row) => ({
    // Others count applicants, or tell the time of the server.
    content: [
      pick(row, CONTENT),
      unordered(listAt(row, 'requisitionLocations')),
      NAMED.map((name) => fieldOf(row, name)),
    ],
    stored: pick(row, ['language', 'languages']),
  }),
)

const CONTENT = [
  'requisitionTitle',
  'postDate',
  'payGradeRange',
  'workLevelCode',
  'clientRequisitionID',
  'language',
  'languages',
]
const ROW = ['itemID', 'customFieldGroup', 'requisitionLocations', ...CONTENT]
const NAMED = ['SalaryType', 'SalaryRange', 'JobClass']

/** `itemID` stands for it where there is none. */
function idOf(row: unknown): string | undefined {
  return fieldOf(row, 'ExternalJobID') ?? textAt(row, 'itemID')
}

/** Letters with accents come as entities. */
export function unescaped(text: string | undefined): string | undefined {
  return text?.includes('&') ? plainText(parseHtml(text)) : text
}

/** The name ends in the country: `Newton, MA, US`, or ` US` alone. */
export function placeOf(location: unknown): PublishedPlace | undefined {
  const text = unescaped(textAt(location, 'nameCode', 'shortName'))
  const city = unescaped(textAt(location, 'address', 'cityName'))
  const region = textAt(location, 'address', 'countrySubdivisionLevel1', 'codeValue')
  const last = text?.split(',').at(-1)?.trim() ?? ''
  const isCode = /^[A-Z]{2}$/.test(last)
  if (region === undefined) {
    return last === text && isCode
      ? { address: { country: last } }
      : publishedPlace({ text: text ?? city })
  }
  return publishedPlace({
    city: /^remote$/i.test(city ?? '') ? undefined : city,
    region,
    country: isCode && last !== region ? last : findRegion(region)?.country,
    text,
  })
}

/** The text or the code of the field that has this name. */
export function fieldOf(entry: unknown, name: string): string | undefined {
  const group = memberAt(entry, 'customFieldGroup')
  return [
    ...namedValues(group, 'stringFields', name, 'stringValue'),
    ...namedValues(group, 'codeFields', name, 'codeValue'),
  ]
    .map((value) => textAt({ value }, 'value'))
    .find((text) => text !== undefined)
}

/** The values of the fields of a kind that have this name. */
export function namedValues(group: unknown, kind: string, name: string, member: string): unknown[] {
  return listAt(group, kind)
    .filter((field) => textAt(field, 'nameCode', 'codeValue') === name)
    .map((field) => memberAt(field, member))
}
