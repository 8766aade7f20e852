import type { Queries } from '../../catalogue/database/client/drizzle'
import type { JobValue } from '../../catalogue/database/conditions/value-condition'
import {
  alternatives,
  type Near,
  type Operand,
  type Phrase,
  type PlaceTree,
  type SearchTree,
  signedLeavesOf,
} from '../../text/search/search-tree'
import type { EmploymentType } from '../../values/vocabulary'
import type { ReadFilter } from '../filters/job-filter'
import type { SearchTexts } from '../filters/text-filters'

/** The decoded parameters that name words, places, employers and sources. */
export type AskedParameters = SearchTexts & {
  /** Absent where the filter is `location`. */
  city?: string | undefined
  province?: readonly string[] | undefined
  state?: readonly string[] | undefined
  organization?: readonly string[] | undefined
  exclude_organization?: readonly string[] | undefined
  source?: readonly string[] | undefined
  exclude_source?: readonly string[] | undefined
  remote?: boolean | undefined
  /** Absent where it cannot be asked. */
  employment_type?: readonly EmploymentType[] | undefined
  /** Absent where pay cannot be asked. */
  pay_at_least?: number | undefined
}

/** An answer that is the first to a search. */
export interface ExplainedAnswer {
  queries: Queries
  parameters: AskedParameters
  /** With the window of the answer. */
  filter: ReadFilter
  /** The jobs of the answer. */
  found: number
  /** The most jobs that the answer may have. */
  limit?: number
}

/** A value that a request asks for or excludes. */
export interface AskedValue {
  parameter: keyof AskedParameters
  value: JobValue
  isExcluded: boolean
}

/** The parameters of the texts that a filter searches; the first that is sent replaces the others. */
const TEXTS = [
  { field: 'title', member: 'title', advanced: 'title_advanced', plain: ['title'] },
  {
    field: 'text',
    member: 'fullText',
    advanced: 'description_advanced',
    plain: ['q', 'description'],
  },
] as const

/** A parameter whose text people type. */
export type TextParameter = (typeof TEXTS)[number]['plain'][number]

/** The parameters of the plain texts that are searched. */
export function plainTexts(parameters: AskedParameters): TextParameter[] {
  return TEXTS.flatMap(({ advanced, plain }) => {
    const name = plain.find((one) => parameters[one] !== undefined)
    return name === undefined || parameters[advanced] !== undefined ? [] : [name]
  })
}

/** The values of a request that jobs may lack, in the order of their parameters. */
export function askedValues(parameters: AskedParameters, filter: ReadFilter): AskedValue[] {
  const { places, placeTerms: terms } = filter
  return [
    ...TEXTS.flatMap(({ field, member, advanced, plain }) => {
      const parameter = [advanced, ...plain].find((name) => parameters[name] !== undefined)
      return parameter === undefined ? [] : wordsOf(parameter, field, filter[member])
    }),
    ...(places?.kind === 'names' ? placesOf(places.tree) : []),
    ...(places?.kind === 'each' ? wordsOf('location_advanced', 'place', places.tree) : []),
    ...(parameters.city !== undefined && terms !== undefined
      ? [asked('city', { kind: 'place', place: { kind: 'place', terms, prefix: false } })]
      : []),
    ...wordsOf('organization_advanced', 'employer', filter.organizationName),
    ...askedNames(parameters),
  ]
}

/** The exact names of a request. */
export function askedNames(parameters: AskedParameters): AskedValue[] {
  return LISTS.flatMap(({ parameter, kind }) =>
    (parameters[parameter] ?? []).map((name) =>
      asked(parameter, { kind, name }, parameter.startsWith('exclude')),
    ),
  )
}

const LISTS = [
  { parameter: 'organization', kind: 'employer' },
  { parameter: 'exclude_organization', kind: 'employer' },
  { parameter: 'source', kind: 'source' },
  { parameter: 'exclude_source', kind: 'source' },
] as const

function asked(
  parameter: AskedValue['parameter'],
  value: JobValue,
  isExcluded = false,
): AskedValue {
  return { parameter, value, isExcluded }
}

/** Each word of a tree once. */
function wordsOf(
  parameter: AskedValue['parameter'],
  field: (JobValue & { kind: 'word' })['field'],
  tree: SearchTree | undefined,
): AskedValue[] {
  const words = new Map<string, AskedValue>()
  for (const { leaf, isExcluded } of tree === undefined ? [] : signedLeavesOf(tree)) {
    for (const phrase of phrasesOf(leaf)) {
      for (const [at, word] of phrase.words.entries()) {
        // A letter of `R.N.` or `l'infirmier` says nothing.
        if (word.length === 1 && phrase.words.length > 1) continue
        const prefix = phrase.prefix && at === phrase.words.length - 1
        const value = {
          kind: 'word',
          field,
          phrase: { kind: 'phrase', words: [word], prefix },
        } as const
        words.getOrInsert(`${isExcluded} ${prefix} ${word}`, asked(parameter, value, isExcluded))
      }
    }
  }
  return [...words.values()]
}

function phrasesOf(leaf: Operand | Near): readonly Phrase[] {
  if (leaf.kind !== 'near') return alternatives(leaf)
  return [...alternatives(leaf.left), ...phrasesOf(leaf.right)]
}

function placesOf(tree: PlaceTree): AskedValue[] {
  return signedLeavesOf(tree).map(({ leaf, isExcluded }) =>
    asked('location', { kind: 'place', place: leaf }, isExcluded),
  )
}

/** The text of a parameter; empty for one that is a list or absent. */
export function textOf(parameters: AskedParameters, parameter: keyof AskedParameters): string {
  const text = parameters[parameter]
  return typeof text === 'string' ? text : ''
}
