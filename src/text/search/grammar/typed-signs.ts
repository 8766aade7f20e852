/**
 * The signs that keyboards and word processors write for one sign of the search syntaxes. Each
 * constant is the content of a character class of a regular expression.
 */

/** Straight, curly, low and angled double quotes, double primes, and single angled quotes. */
export const DOUBLE_QUOTES = '"“”„‟«»‹›″‶〝〞〟＂❝❞'

/** Straight, curly and low single quotes. Inside of words they are apostrophes. */
export const SINGLE_QUOTES = "'‘’‚‛"

/** A phrase in single quotes, as an expression. A quote between letters is an apostrophe. */
export const SINGLE_QUOTED = `[${SINGLE_QUOTES}](?=[\\p{L}\\p{N}])(?:[^${SINGLE_QUOTES}${DOUBLE_QUOTES}]|(?<=[\\p{L}\\p{N}])[${SINGLE_QUOTES}](?=[\\p{L}\\p{N}]))*[${SINGLE_QUOTES}](?![\\p{L}\\p{N}])`

/** Hyphens, dashes and minus signs; the ASCII hyphen is first, so that it does not make a range. */
export const DASHES = '-‐‑‒–—―−﹘﹣－'

/** Whether a text begins with a sign of a character class. */
export function startsWithOneOf(text: string, signs: string): boolean {
  return text !== '' && signs.includes(text.charAt(0))
}
