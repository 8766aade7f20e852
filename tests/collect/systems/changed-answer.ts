import type { RecordedAnswer } from './boards'

/** What differs in an answer. Without `status`, `json` and `text` it is the recorded one. */
export interface Change {
  status?: number
  headers?: Record<string, string>
  /** The address that answers, after redirects. */
  url?: string
  /** Another answer. */
  json?: unknown
  text?: string
  /** Members of the JSON, merged into it. */
  change?: unknown
  /** Members of the JSON in a script of the page: those of its JobPosting, or of the first object. */
  script?: unknown
  /** Texts of the answer, with their replacements. Each has to occur. */
  replace?: Record<string, string>
  /** Characters that its end lacks. */
  cut?: number
}

export function changedAnswer(recorded: RecordedAnswer, change: Change): RecordedAnswer {
  const { status, headers, url, json, text, ...changes } = change
  if (json !== undefined) return { ...(status && { status }), ...(headers && { headers }), json }
  if (status !== undefined || text !== undefined) return { ...change, text: [text ?? ''] }
  const answer = { ...recorded, ...(headers && { headers }), ...(url && { url }) }
  if (answer.text === undefined) return { ...answer, json: merged(answer.json, changes.change) }
  return { ...answer, text: [changedText(answer.text.join('\n'), changes)] }
}

function changedText(text: string, { script, replace = {}, cut = 0 }: Change): string {
  let changed = script === undefined ? text : withScript(text, script)
  for (const [old, other] of Object.entries(replace)) {
    if (!changed.includes(old)) throw new Error(`the answer has no ${old}`)
    changed = changed.replaceAll(old, () => other)
  }
  return changed.slice(0, changed.length - cut)
}

function withScript(text: string, change: unknown): string {
  const objects = [...jsonIn(text)]
  const found = objects.find((json) => json.includes('"JobPosting"')) ?? objects[0]
  if (found === undefined) throw new Error('the page has no JSON')
  return text.replace(found, () => JSON.stringify(merged(JSON.parse(found), change)))
}

/** The objects of JSON in a page, with members, one after another. */
function* jsonIn(text: string): Generator<string> {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/g
  for (let start = text.indexOf('{"'); start !== -1; start = text.indexOf('{"', tokens.lastIndex)) {
    tokens.lastIndex = start
    let depth = 0
    do {
      const [token] = tokens.exec(text) ?? []
      if (token === undefined) return
      if (token === '{') depth += 1
      if (token === '}') depth -= 1
    } while (depth > 0)
    yield text.slice(start, tokens.lastIndex)
  }
}

/**
 * A value with members of another one. The members of an array are merged by their index; an array takes the place of another,
 * and its elements with `like` are those of the old one at that index, with their other members.
 */
export function merged(value: unknown, change: unknown): unknown {
  if (Array.isArray(change)) return change.map((element) => likeElement(value, element))
  if (change === null || typeof change !== 'object') return change === undefined ? value : change
  const copy = Array.isArray(value) ? [...value] : { ...Object(value) }
  for (const [name, member] of Object.entries(change)) copy[name] = merged(copy[name], member)
  return copy
}

function likeElement(values: unknown, element: unknown): unknown {
  if (element === null || typeof element !== 'object' || !('like' in element)) return element
  const { like, ...members } = element
  const original = Array.isArray(values) ? values[Number(like)] : undefined
  if (original === undefined) throw new Error(`no element is at ${like}`)
  return merged(original, members)
}

/** A change of the member at a path, such as `data.jobs.0`; `script` and `replace` are those of a page. */
export function changeAt(path: string, value: unknown): Change {
  const nested = (names: readonly string[]): unknown =>
    names.reduceRight((member, name) => ({ [name]: member }), value)
  if (path === '') return value as Change
  if (path === '.') return { change: value }
  const names = path.split('.')
  if (names[0] === 'script' || names[0] === 'replace') return nested(names) as Change
  return { change: nested(names) }
}
