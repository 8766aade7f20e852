/** Words behind which a text names places that are not the job's. `Not specified` and `not remote` name none. */
const EXCLUSION =
  /(?<![\p{L}\d])(?:except(?:ing|ions?)?|exclud(?:e[sd]?|ing)|exclusions?|excl|other than|outside|but not|(?:not|un|in)[ -]?(?:available|eligible|open|hiring)|cannot|apart from|sauf|hormis|excepté|excluant|à l['’]e(?:xception|xclusion)|not(?! (?:remote|hybrid|on|specified|applicable|a\b)))(?![\p{L}\d])[^()[\]\n|]*/giu

/** `ET or CT time zone`, `Pacific hours`: the codes are not those of states. */
const TIME_ZONES =
  /\b(?:(?:[ACEMP][DS]?T|[Aa]tlantic|[Ee]astern|[Cc]entral|[Mm]ountain|[Pp]acific)(?: ?[,/&-] ?| (?:or|and|to) | )){1,6}(?:(?:[Ss]tandard|[Dd]aylight) )?(?:[Tt]ime[ -]?[Zz]ones?|[Tt]ime|[Hh]ours)\b/g

/** `Remote - US (except CO, NY)` without the places that it excludes. A bracket, a line or `|` ends them; `;` may be between them. */
export function withoutExcluded(text: string): string {
  return text.replace(EXCLUSION, ' ')
}

export function withoutTimeZones(text: string): string {
  return text.replace(TIME_ZONES, ' ')
}
