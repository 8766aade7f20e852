import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Glob } from 'bun'

const ROOT = join(import.meta.dir, '..')

/** Words that readers stumble over, and what is written in their place. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bholds\(/, 'isTrue('],
  [/\b(?:leaveOut|isPreferredNoMore)\b/, 'excludePreferred, noLongerPreferred'],
  [/\b(?:areEnough|mayComeMore)\b/, 'hasEnough, moreMayArrive'],
  [/\b(?:mend|mends|mended)\b/, 'correct'],
  [/\brequireNoHere\b/, 'rejectNearMe'],
  [/\b(?:TAKEN_BY|takers)\b/, 'ALLOWED_FOR'],
  [/\bisPassedOn\b/, 'mustRethrow'],
  [/\bsayOf\b/, 'report'],
  [/\bmonthOf\b/, 'monthNumber or calendarMonth'],
  [/\b(?:doubtBehind|outlast)\b/, 'incompleteReason, retryDuringOutage'],
  [/\bheld_(?:since|answers|hash|reason)\b/, 'quarantined_since, quarantine_...'],
  [/\bany more\b(?! than)/, 'any longer, or no longer'],
  [/\b(?:so many|such a part) that\b/, 'at least N, or this share'],
]

test('code and documents use the usual words', async () => {
  const found: string[] = []
  const paths = ['*.md', '{docs,drizzle,examples,src,tests}/**/*.{ts,md}']
    .flatMap((pattern) => [...new Glob(pattern).scanSync(ROOT)])
    .filter((path) => path !== 'tests/words.test.ts')
  expect(paths.length).toBeGreaterThan(1000)
  for (const path of paths) {
    const text = await Bun.file(join(ROOT, path)).text()
    for (const [word, replacement] of WORDS) {
      const match = word.exec(text)
      if (match) found.push(`${path}: '${match[0]}'; write ${replacement}`)
    }
  }
  expect(found).toEqual([])
})
