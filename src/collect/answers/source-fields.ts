import type { Posting } from '../../catalogue/import/posting'

type SourceFields = NonNullable<Posting['source_fields']>

/** The version of all sets of source fields; raised when a name or a path changes. */
const VERSION = 1

/**
 * The members of a published entry that the catalogue keeps as source fields: paths such as `categories.team` or
 * `departments[*].name` by name, or a text for `fieldPaths`. Values are exactly as published; absent and empty ones are left
 * out. The paths are a closed list, so that no personal data, such as recruiters' names, is kept. Null when the entry has none
 * of them.
 */
export function sourceFields(
  entry: unknown,
  paths: string | Readonly<Record<string, string>>,
): SourceFields | null {
  const fields: SourceFields['fields'] = {}
  const named = typeof paths === 'string' ? fieldPaths(paths) : paths
  for (const [name, path] of Object.entries(named)) {
    const value = valueAt(entry, path.split('.'))
    if (!isEmpty(value)) fields[name] = { value, source_path: `$.${path}` }
  }
  return Object.keys(fields).length > 0 ? { version: VERSION, fields } : null
}

/** Names and paths, separated by spaces: `team=categories.team`, or `tags` for `tags=tags`. */
export function fieldPaths(list: string): Readonly<Record<string, string>> {
  const fields = list.trim().split(/\s+/)
  return Object.fromEntries(
    fields.map((field) => {
      const [name = '', path = name] = field.split('=')
      return [name, path]
    }),
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
