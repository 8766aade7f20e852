import abbreviationsText from './abbreviations.txt' with { type: 'text' }

/** The words behind abbreviations of job titles: all that each may mean. A line of `abbreviations.txt` is `letters: words; words`. */
export const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  abbreviationsText
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [letters = '', meanings = ''] = line.split(': ')
      return [letters, meanings.split('; ')]
    }),
)
