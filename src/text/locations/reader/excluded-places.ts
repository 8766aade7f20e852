/** Words behind which a text names places that are not the job's. `Not specified` and `not remote` name none. */
const EXCLUSION =
  /(?<![\p{L}\d])(?:except(?:ing|ions?)?|exclud(?:e[sd]?|ing)|exclusions?|excl|other than|outside|but not|(?:not|un|in)[ -]?(?:available|eligible|open|hiring)|cannot|apart from|sauf|hormis|excepté|excluant|à l['’]e(?:xception|xclusion)|not(?! (?:remote|hybrid|on|specified|applicable|a\b)))(?![\p{L}\d])[^()[\]\n|]*/giu

/** `Remote - US (except CO, NY)` without the places that it excludes. A bracket, a line or `|` ends them; `;` may be between them. */
export function withoutExcluded(text: string): string {
  return text.replace(EXCLUSION, ' ')
}
