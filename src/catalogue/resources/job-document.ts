import { Compile } from 'typebox/compile'
import { formatInstant } from '../../values/instant'
import { JobContent, LEADING_FIELDS, MIDDLE_FIELDS, TRAILING_FIELDS } from './job'

/** The JSON texts of a posting in one country view. */
export type ContentTexts = ReturnType<typeof contentTexts>

const validator = Compile(JobContent)

const LEADING = fieldsOf(LEADING_FIELDS)
const MIDDLE = fieldsOf(MIDDLE_FIELDS)
const TRAILING = fieldsOf(TRAILING_FIELDS)

/**
 * Writes the fields of a Job in the order of its schema, except `id` and `date_created`, which the catalogue assigns.
 * `leading`, `middle` and `trailing` are members without braces; the others are JSON values. Throws if the fields do not
 * match the schema.
 */
export function contentTexts(
  content: JobContent,
  description: { text: string | null; html: string | null },
  sourceFields: unknown,
) {
  if (!validator.Check(content)) {
    throw new Error(`not a Job: ${JSON.stringify(validator.Errors(content)[0])}`)
  }
  return {
    leading: members(content, LEADING),
    middle: members(content, MIDDLE),
    trailing: members(content, TRAILING),
    descriptionText: JSON.stringify(description.text),
    descriptionHtml: JSON.stringify(description.html),
    sourceFields: JSON.stringify(sourceFields ?? null),
  }
}

/** The `head` of a stored document: a Job up to the field before the descriptions. */
export function documentHead(texts: ContentTexts, id: bigint, dateCreated: Date): string {
  return `{"id":${id},${texts.leading},"date_created":"${formatInstant(dateCreated)}",${texts.middle}`
}

/** The `tail` of a stored document: the fields after the descriptions, without the closing brace. */
export function documentTail(texts: ContentTexts): string {
  return `,${texts.trailing}`
}

/** The members of `content` with the names of `fields`, in that order. */
function members(content: JobContent, fields: readonly Field[]): string {
  return fields.map(({ name, start }) => `${start}${JSON.stringify(content[name])}`).join(',')
}

interface Field {
  name: keyof JobContent
  /** `"title":` */
  start: string
}

function fieldsOf(fields: Partial<Record<keyof JobContent, unknown>>): Field[] {
  // The cast: these are the names of the type.
  const names = Object.keys(fields) as (keyof JobContent)[]
  return names.map((name) => ({ name, start: `${JSON.stringify(name)}:` }))
}
