/** Maximum number of list elements and object members in a line; 1000 complete locations are 10,000. */
export const MAX_VALUES = 100_000

/** The number of members of all objects in a value; undefined when it holds more than `MAX_VALUES` values. */
export function countMembers(value: object): number | undefined {
  // A list instead of recursion, because the nesting of a line is not limited yet.
  const open: object[] = [value]
  let values = 0
  let members = 0
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const children = Object.values(container)
    values += children.length
    if (values > MAX_VALUES) return undefined
    if (!Array.isArray(container)) members += children.length
    for (const child of children) {
      if (typeof child === 'object' && child !== null) open.push(child)
    }
  }
  return members
}

/** The number of member names in a JSON text; more than `countMembers` when an object repeats a name. */
export function countNames(json: string): number {
  let names = 0
  let end = 0
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', end)) {
    end = endOfString(json, start)
    if (isName(json, end)) names += 1
  }
  return names
}

/** The path of the first member whose name its object already has, looked for in `depth` levels of a JSON text. */
export function firstDuplicate(json: string, depth = Infinity): string[] | undefined {
  const open: { names: Set<string>; step: string; isList: boolean }[] = []
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    const container = open.at(-1)
    if (character === '{' || character === '[') {
      open.push({ names: new Set(), step: '0', isList: character === '[' })
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',' && container?.isList)
      container.step = `${Number(container.step) + 1}`
    else if (character === '"') {
      const end = endOfString(json, index)
      if (container !== undefined && isName(json, end) && open.length <= depth) {
        // An escape in a name makes no other name.
        container.step = JSON.parse(json.slice(index, end))
        if (container.names.has(container.step)) return open.map(({ step }) => step)
        container.names.add(container.step)
      }
      index = end - 1
    }
  }
  return undefined
}

/** The index behind the string of a JSON text that starts at `start`. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end + 1
}

const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACE = 0x20

function isEscaped(json: string, index: number): boolean {
  let start = index
  while (json.charCodeAt(start - 1) === BACKSLASH) start -= 1
  return (index - start) % 2 === 1
}

/** Whether a colon follows the string that ends at `end`. */
function isName(json: string, end: number): boolean {
  let index = end
  while (json.charCodeAt(index) <= SPACE) index += 1
  return json.charCodeAt(index) === COLON
}
