import type { Posting } from '../../catalogue/import/posting'

type SourceFields = NonNullable<Posting['source_fields']>

export type FieldPaths = Readonly<Record<string, string>>

/** The version of all sets of source fields; raised when a name or a path changes. */
const VERSION = 1

/**
 * The members of a published entry that the catalogue keeps as source fields: paths such as `categories.team` or
 * `departments[*].name` by name. Values are exactly as published; absent and empty ones are left
 * out. The paths are a closed list, so that no personal data, such as recruiters' names, is kept. Null when the entry has none
 * of them.
 */
export function sourceFields(entry: unknown, paths: FieldPaths): SourceFields | null {
  const fields: SourceFields['fields'] = {}
  for (const [name, path] of Object.entries(paths)) {
    const value = valueAt(entry, path.split('.'))
    if (!isEmpty(value)) fields[name] = { value, source_path: `$.${path}` }
  }
  return Object.keys(fields).length > 0 ? { version: VERSION, fields } : null
}

/** The paths of source fields: `{ team: 'categories.team' }`, or `'tags'` for `{ tags: 'tags' }`. */
export function fieldPaths(...fields: readonly (string | FieldPaths)[]): FieldPaths {
  return Object.assign(
    {},
    ...fields.map((field) => (typeof field === 'string' ? { [field]: field } : field)),
  )
}

/** Labels of fields that name people. */
const OF_PERSONS =
  /recruiter|recruteur|sourcer|manager|coordinator|interviewer|contact|owner|creator|partner|person|mail|phone/i

/** Whether an employer's own field, by its label, holds personal data. */
export function isPersonal(label: string | null | undefined): boolean {
  return OF_PERSONS.test(label ?? '')
}

function valueAt(value: unknown, [step, ...steps]: readonly string[]): unknown {
  if (step === undefined) return value
  const name = step.replace('[*]', '')
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  if (name === step) return valueAt(member, steps)
  if (!Array.isArray(member)) return undefined
  return member.map((element) => valueAt(element, steps)).filter((element) => !isEmpty(element))
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}

/** Labels and values of a page as source fields, each under its label; personal data is left out. */
export function labelledFields(labels: ReadonlyMap<string, string>): SourceFields | null {
  const shown = [...labels].filter(([label, value]) => !isPersonal(label) && value !== '')
  if (shown.length === 0) return null
  const fields = shown.map(([label, value]): [string, SourceFields['fields'][string]] => [
    label,
    { value, source_path: `$[${JSON.stringify(label)}]` },
  ])
  return { version: VERSION, fields: Object.fromEntries(fields) }
}
