import type { HttpResponse } from '../../../src/collect/system'

/** What a hostile or broken vendor answers in the place of a sound answer. */
export interface Attack {
  name: string
  answer(response: HttpResponse, requests: number): HttpResponse
  /** Requests that the board has no answer for get that of its list: pages without an end. */
  isEndless?: true
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Attacks on any answer, whatever it holds. */
export function attacks(bytes: number): Attack[] {
  const text = (name: string, change: (text: string, requests: number) => string): Attack => ({
    name,
    answer: (response, requests) => ({ ...response, text: change(response.text, requests) }),
  })
  const status = (code: number): Attack => ({
    name: `status ${code}`,
    answer: (response) => ({ ...response, status: code, text: '' }),
  })
  const json = (name: string, change: (value: Json, requests: number) => Json): Attack =>
    text(name, (sound, requests) => changeJson(sound, (value) => change(value, requests)))
  const strings = (name: string, change: (sound: string) => string): Attack =>
    json(name, (value) =>
      mapLeaves(value, (leaf) => (typeof leaf === 'string' ? change(leaf) : leaf)),
    )
  const many = (part: string) => part.repeat(Math.ceil(bytes / part.length))
  return [
    ...[401, 403, 429, 500, 503].map(status),
    {
      name: 'a token that expires at each request',
      answer: (response, requests) =>
        requests % 2 === 0 ? { ...response, status: 401 } : response,
    },
    text('nothing', () => ''),
    text('a page of maintenance', () => '<html><body>Back soon</body></html>'),
    text('null', () => 'null'),
    text('an empty object', () => '{}'),
    text('a number beyond all', () => '1e400'),
    text('half of it', (sound) => sound.slice(0, sound.length / 2)),
    text('all but its end', (sound) => sound.trimEnd().slice(0, -1)),
    text('its bytes in another encoding', (sound) =>
      Buffer.from(sound, 'utf16le').toString('latin1'),
    ),
    text('its text as Latin-1', (sound) => Buffer.from(`é${sound}`).toString('latin1')),
    text('NUL before it', (sound) => `\0${sound}`),
    text('spaces without an end', (sound) => many(' ') + sound),
    text('brackets without an end', () => many('[')),
    text('objects in objects', () => `${'{"a":'.repeat(bytes / 10)}1${'}'.repeat(bytes / 10)}`),
    text('elements in elements', (sound) => sound.replace(/<(?=[a-z])/i, `${many('<b>')}<`)),
    text('entities in entities', (sound) =>
      sound.replace(/^(?:<\?xml[^>]*>)?/, `$&<!DOCTYPE a [${many('<!ENTITY a "&a;&a;">')}]>`),
    ),
    text('a list in lists', (sound) => `${'['.repeat(bytes / 2)}${sound}${']'.repeat(bytes / 2)}`),
    json('numbers beyond all', (value) =>
      mapLeaves(value, (leaf) => (isNumber(leaf) ? 1e308 : leaf)),
    ),
    json('numbers below all', (value) => mapLeaves(value, (leaf) => (isNumber(leaf) ? -1 : leaf))),
    text('numbers that are infinite', (sound) =>
      isJson(sound) ? sound.replace(/(?<=[:,[]\s*)\d+(?=\s*[,\]}])/g, '1e400') : sound,
    ),
    strings('NUL and half an emoji in each text', (sound) => `${sound}\0\ud83d`),
    strings('the year 275760 for each date', (sound) =>
      /^\d{4}-\d\d-\d\d/.test(sound) ? '+275760-09-13T00:00:00Z' : sound,
    ),
    strings('a long end of each text', (sound) => sound + 'x'.repeat(bytes / 10)),
    strings('the parts of HTML that nest', (sound) => sound + '<div><p>'.repeat(bytes / 100)),
    json('members that are those of all objects', (value) =>
      mapObjects(value, (members) => ({
        ...members,
        constructor: null,
        toString: 1,
        ...PROTOTYPE,
      })),
    ),
    {
      ...json('totals that grow', (value, requests) =>
        mapLeaves(value, (leaf) => (isNumber(leaf) ? leaf + requests * 1000 : leaf)),
      ),
      isEndless: true,
    },
    { ...text('pages that repeat', (sound) => sound), isEndless: true },
    json('each row twice', (value) => mapLists(value, (list) => [...list, ...list])),
    json('rows without an end', (value) =>
      mapLists(value, (list) =>
        list.length === 0 ? list : repeated(list, Math.min(200, bytes / 100)),
      ),
    ),
  ]
}

/** Attacks on one member of an answer, for each name that a member has and each of the values. */
export function memberAttacks(sound: string, bytes: number): Attack[] {
  const names = new Set<string>()
  changeJson(sound, (value) =>
    mapObjects(value, (members) => {
      for (const name of Object.keys(members)) names.add(name)
      return members
    }),
  )
  return [...names].flatMap((name) =>
    wrongValues(bytes).map(([kind, wrong]) => ({
      name: `${name} is ${kind}`,
      answer: (response: HttpResponse) => ({
        ...response,
        text: changeJson(response.text, (value) =>
          mapObjects(value, (members) =>
            Object.hasOwn(members, name) ? { ...members, [name]: wrong } : members,
          ),
        ),
      }),
    })),
  )
}

const PROTOTYPE: Record<string, Json> = JSON.parse('{"__proto__":{"id":"1","title":"x"}}')

/** Values that no vendor means. */
function wrongValues(bytes: number): [kind: string, value: Json][] {
  return [
    ['null', null],
    ['a list', [[{ a: [] }]]],
    ['an object', { length: -1 }],
    ['a text of NUL', '\0'],
    ['below all numbers', -1e308],
    ['a long text', 'x'.repeat(bytes)],
  ]
}

/** Changes a text that is JSON, or the JSON-LD of a page. */
function changeJson(text: string, change: (value: Json) => Json): string {
  if (isJson(text)) return JSON.stringify(change(JSON.parse(text)))
  return text.replace(
    /(<script type="application\/ld\+json">)(.*?)(?=<\/script>)/gs,
    (whole, start: string, json: string) =>
      isJson(json) ? start + JSON.stringify(change(JSON.parse(json))) : whole,
  )
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

const isNumber = (value: Json): value is number => typeof value === 'number'

function mapLeaves(value: Json, change: (leaf: null | boolean | number | string) => Json): Json {
  if (Array.isArray(value)) return value.map((element) => mapLeaves(element, change))
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapLeaves(member, change)]),
  )
}

function mapObjects(value: Json, change: (members: Record<string, Json>) => Json): Json {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, change))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, mapObjects(member, change)])
  return change(Object.fromEntries(members))
}

function mapLists(value: Json, change: (list: Json[]) => Json): Json {
  if (Array.isArray(value)) return change(value.map((element) => mapLists(element, change)))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mapLists(member, change)]),
  )
}

/** The rows again and again, each with its texts changed. */
function repeated(list: Json[], length: number): Json[] {
  return Array.from({ length }, (_, index) => {
    const row = list[index % list.length] ?? null
    return index < list.length
      ? row
      : mapLeaves(row, (leaf) =>
          typeof leaf === 'string' ? `${leaf}${index}` : isNumber(leaf) ? leaf + index : leaf,
        )
  })
}
