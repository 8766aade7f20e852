import { quoteValue } from '../../values/errors'
import { syntaxError } from '../search-syntax-error'

const HERE =
  /(?:^|(?<=\s))(?:(?:(?:close|next) to|near(?:est)?(?: to)?|around) (?:me|my (?:area|city|home|house|location|place))|in my (?:area|city|town))$|(?:^|(?<=^jobs? ))near ?by$/i

/** Where `near me` or `in my area` begins at the end of a text; also `nearby` alone or after `jobs`. */
export function findHere(text: string): number | undefined {
  return HERE.exec(text.trimEnd())?.index
}

/** Rejects a search that ends in `near me`: where clients are is not known. `write` says the rest of the search. */
export function rejectNearMe(
  source: string,
  write: (rest: string) => string | undefined,
  parse: (text: string) => unknown,
): void {
  const at = findHere(source)
  if (at === undefined) return
  const hint = 'send a city in the parameter location'
  const issue = `distances cannot be searched, got ${quoteValue(source.slice(at).trim())}`
  const rest = source.slice(0, at).trim()
  const written = rest === '' ? undefined : write(rest)
  throw syntaxError(source, at, issue, hint).suggesting(`${hint}, and here: `, written, parse)
}
