/** The months by the first letters of their English and French names. */
const MONTHS = [
  /^jan/,
  /^f[eé][vb]/,
  /^mar/,
  /^a[pv]r/,
  /^ma[yi]/,
  /^(?:jun|juin)/,
  /^(?:jul|juil)/,
  /^(?:aug|ao[uû]t)/,
  /^sep/,
  /^oct/,
  /^nov/,
  /^d[eé]c/,
]

/** The number of the month with this name or short name; 0 for another word. */
export function monthNumber(name: string): number {
  const text = name.toLowerCase()
  return MONTHS.findIndex((start) => start.test(text)) + 1
}
