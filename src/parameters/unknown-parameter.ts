import { nearestName } from '../values/nearest-name'

/**
 * Says what to do about a parameter that nobody knows. `followsText`: it stands after a text parameter, and
 * `isBare`: without '=', so it may be the tail of a value that an unescaped '&' cut.
 */
export function unknownParameter(
  name: string,
  known: readonly string[],
  { followsText, isBare }: { followsText: boolean; isBare: boolean },
): string {
  if (followsText && (isBare || !/^\w+$/.test(name))) {
    return "unknown parameter; write '&' inside a value as %26"
  }
  const meant =
    nearestName(name, known) ??
    relatedName(name.toLowerCase(), known) ??
    namesake(name.toLowerCase(), known)
  return meant === undefined ? 'unknown parameter' : `unknown parameter; did you mean ${meant}?`
}

/** `salary` means `has_salary`; `title_advanced`, where it is not known, `title`. */
function relatedName(name: string, known: readonly string[]): string | undefined {
  const byLength = known.toSorted((a, b) => a.length - b.length)
  const longer = byLength.find((candidate) => name.length >= 3 && candidate.includes(name))
  return longer ?? byLength.findLast((candidate) => name.includes(candidate))
}

/** What feeds and the live search call by different names. */
const NAMESAKES = [
  ['time_frame', 'window'],
  ['description', 'q'],
  ['location', 'city', 'province', 'state'],
]

/** `window` means `time_frame` on a feed. */
function namesake(name: string, known: readonly string[]): string | undefined {
  return NAMESAKES.find((names) => names.includes(name))?.find((other) => known.includes(other))
}
