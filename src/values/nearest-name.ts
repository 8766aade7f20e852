/** The known name that is most similar to a misspelt one, at most `limit` edits from it; undefined if none is similar. */
export function nearestName(
  name: string,
  known: readonly string[],
  limit = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  const target = name.toLowerCase()
  let nearest: string | undefined
  let least = limit + 1
  const letters = letterSet(target)
  for (const candidate of known) {
    // An edit adds and removes at most one letter each.
    if (Math.abs(target.length - candidate.length) > limit) continue
    if (bitCount(letters ^ letterSet(candidate.toLowerCase())) > 2 * limit) continue
    const distance = editDistance(target, candidate.toLowerCase(), least)
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest
}

/** Whether one letter more, less, other, or two swapped make one word of the other. */
export function isOneEdit(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b, 2) === 1
}

/** The letters of a text as bits; several letters share a bit. */
function letterSet(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

function bitCount(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** The Damerau-Levenshtein distance (optimal string alignment), at most `cap`. */
function editDistance(a: string, b: string, cap: number): number {
  if (Math.abs(a.length - b.length) >= cap) return cap
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(at(row, j - 1) + 1, at(last, j) + 1, at(last, j - 1) + cost)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) best = Math.min(best, at(beforeLast, j - 2) + 1)
      row.push(best)
    }
    if (Math.min(...row, ...last) >= cap) return cap
    ;[beforeLast, last] = [last, row]
  }
  return Math.min(at(last, b.length), cap)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
