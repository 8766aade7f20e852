import { Compile } from 'typebox/compile'
import { formatInstant } from '../values/instant'
import { JobContent, LEADING_FIELDS, MIDDLE_FIELDS, TRAILING_FIELDS } from './job'

/**
 * The finished JSON texts of a posting in one country view: everything of a Job but `id` and `date_created`,
 * which the catalogue gives. The descriptions and source fields are JSON values; the other three are members
 * without braces.
 */
export interface ContentTexts {
  leading: string
  middle: string
  trailing: string
  descriptionText: string
  descriptionHtml: string
  sourceFields: string
}

const validator = Compile(JobContent)

/** Writes the fields of a Job in the order of the specification. Throws when they do not hold against its schema. */
export function contentTexts(
  content: JobContent,
  description: { text: string | null; html: string | null },
  sourceFields: unknown,
): ContentTexts {
  if (!validator.Check(content)) {
    throw new Error(`not a Job: ${JSON.stringify(validator.Errors(content)[0])}`)
  }
  return {
    leading: members(content, LEADING_FIELDS),
    middle: members(content, MIDDLE_FIELDS),
    trailing: members(content, TRAILING_FIELDS),
    descriptionText: JSON.stringify(description.text),
    descriptionHtml: JSON.stringify(description.html),
    sourceFields: JSON.stringify(sourceFields ?? null),
  }
}

/** The `head` of a stored document: a Job from `{"id":` to the field before the descriptions. */
export function documentHead(texts: ContentTexts, id: bigint, dateCreated: Date): string {
  return `{"id":${id},${texts.leading},"date_created":"${formatInstant(dateCreated)}",${texts.middle}`
}

/** The `tail` of a stored document: from the field after the descriptions on, without the closing brace. */
export function documentTail(texts: ContentTexts): string {
  return `,${texts.trailing}`
}

/** The members of `content` that `fields` names, in that order. */
function members(content: JobContent, fields: Partial<Record<keyof JobContent, unknown>>): string {
  const members = Object.fromEntries(fieldNames(fields).map((name) => [name, content[name]]))
  return JSON.stringify(members).slice(1, -1)
}

/** `Object.keys` forgets the names' type, since an object may have more members than its type says; these do not. */
function fieldNames(fields: Partial<Record<keyof JobContent, unknown>>): (keyof JobContent)[] {
  return Object.keys(fields) as (keyof JobContent)[]
}
