import { pathParts } from './addresses'

/**
 * Reads the id of a posting from its own place in an address. `forms` are the addresses of a system: `/:board/jobs/:id` has the
 * id in the path, behind which there may be more, and `/:board/view.asp?job` in a parameter. Of `:id-:title` the id ends at the
 * first dash, of `:title-:id` it begins behind the last one. Ids anywhere else mean nothing.
 */
export function postingIdAt(...forms: readonly string[]): (address: URL) => string | undefined {
  const readers = forms.map(readerOf)
  return (address) => {
    const parts = pathParts(address)
    return readers.map((read) => read(parts, address)).find(Boolean)
  }
}

function readerOf(form: string): (parts: readonly string[], address: URL) => string | undefined {
  const [path = '', parameter] = form.split('?')
  const places = path.split('/').filter(Boolean)
  const at = places.findIndex((place) => place.includes(ID))
  return (parts, { searchParams }) => {
    if (!places.every((place, index) => fits(place, parts[index]))) return undefined
    if (parameter !== undefined) return onlyValue(searchParams, parameter)
    return idIn(places[at] ?? '', parts[at] ?? '')
  }
}

const ID = ':id'

const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})?$/i

/**
 * Whether a part of a path can be in a place: `:language` has a language, another place with a colon any part, and a place without
 * one its own word in any case.
 */
function fits(place: string, part: string | undefined): boolean {
  if (part === undefined) return false
  if (place === ':language') return LANGUAGE.test(part)
  return place.includes(':') || place.toLowerCase() === part.toLowerCase()
}

function idIn(place: string, part: string): string {
  const [before = '', after = ''] = place.split(ID)
  const start = before === '' ? 0 : part.lastIndexOf(before.slice(-1)) + 1
  const end = after === '' ? -1 : part.indexOf(after.charAt(0), start)
  return end === -1 ? part.slice(start) : part.slice(start, end)
}

/** The value of a parameter, whose name may have any case; undefined when it is sent more than once. */
function onlyValue(parameters: URLSearchParams, name: string): string | undefined {
  const values = [...parameters].filter(([key]) => key.toLowerCase() === name.toLowerCase())
  return values.length === 1 ? values[0]?.[1] : undefined
}
