import { employmentTypes } from '../../values/employment-types'
import { EMPLOYMENT_TYPES, type EmploymentType } from '../../values/vocabulary'

const HOURS = 'full[ -]?time|part[ -]?time|(?:à )?temps (?:plein|partiel)'

/** Words of a part of a title that says nothing but a type. Words such as `stage` or `PT` mean other things in titles. */
const TYPE =
  `(?:${HOURS}|temporary|fixed[ -]term|seasonal|casual|permanent|regular|contract|contractor|freelance|internship|intern|` +
  'co-op|per[ -]diem|volunteer|position|jobs?|temporaire|contractuel|stagiaire|bénévole|poste|emploi|à|and|or|et|ou|a)'
const ONLY_TYPES = new RegExp(String.raw`^(?:${TYPE}(?!\p{L})[ ,/&-]{0,3})+$`, 'iu')

/** Types at the end of a part, behind the words of the job. */
const LAST = new RegExp(
  String.raw`(?<!\p{L})((?:(?:${HOURS})(?: ?[/&] ?| (?:and|or|et|ou) )?){1,2}|temporary|temporaire|seasonal)$`,
  'iu',
)
/** Types at the beginning of a title, in front of the words of the job. */
const FIRST = new RegExp(String.raw`^(${HOURS})(?= \p{L})(?! (?:and|or|et|ou)(?!\p{L}))`, 'iu')

const PER_DIEM =
  /(?<!(?:and|&|travel|\/) ?)(?<!\p{L})(?:per[ -]diem)(?!\p{L})(?! (?:and|&|travel|rates?|expenses?|payments?)(?!\p{L}))/iu
/** In capitals, `as needed`: no word has these letters. */
const PRN = /(?<![\p{L}\d])PRN(?![\p{L}\d])/u
/** `FT` at the end of a part is no place such as `Ft Worth`, and no length without a number. */
const SHORT =
  /(?<![\p{L}\d] ?\d ?)(?<![\p{L}/])(?:F\/T|FT)(?= ?(?:$|[-,;()|[\]])| (?:[Dd][Aa][Yy]|[Nn][Ii][Gg][Hh]|[Ee][Vv][Ee]|[Ww][Ee][Ee][Kk]|[Ss][Hh][Ii]))/gu
/** `PT` beside it is no physical therapist. */
const SHORT_PAIR =
  /(?<![\p{L}/])(?:(?:F\/?T|PT|P\/T)(?: ?[/&] ?| or | and )(?:F\/?T|P\/?T))(?![\p{L}/])/gu

const HOURS_PAIR = /(?<!\p{L})full(?:[ -]time)? ?[/&] ?part[ -]time(?!\p{L})/giu

/** Words about shifts and times behind a type: `Full Time Nights`. */
const SHIFT =
  /(?:^|[ ,/&])+(?:days?|nights?|evenings?|weekends?|mornings?|afternoons?|overnights?|rotating|rotation|variable|(?:1st|2nd|3rd|first|second|third|day|night|evening|swing) shift|shifts?|soirs?|nuits?|jours?|fin de semaine|\d{1,2}[- ]?(?:hrs?|hours?))$/iu
/** A season, a year, a month or a number behind an internship. */
const SEASON =
  /(?:^|[ ,/-])+(?:summer|fall|winter|spring|autumn|été|automne|hiver|printemps|(?:20)?\d{2}|january|february|march|april|may|june|july|august|september|october|november|december|i{1,3})$/iu
const HAS_SEASON =
  /(?<!\p{L})(?:summer|fall|winter|spring|autumn|été|automne|hiver|printemps|20\d\d|students?|interns?|étudiante?s?)(?!\p{L})/iu
const INTERN =
  /(?<!\p{L}|(?:or|ou|and|et|\+|&|\d) )(?:intern|internship|stagiaire)$|^(?:co-?op students?|stagiaire(?= )|stage (?:en |de |d'))/iu
const CO_OP = /(?<!\p{L})co-?op$/iu
/** They lead internships. */
const LEADERS =
  /(?<!\p{L})(?:manager|director|coordinator|supervisor|head|instructor|advisor|superviseure?)(?!\p{L}).*(?:internship|co-?op)$/iu

const DURATION = /^\d{1,2}[ -]?(?:months?|weeks?|years?|mois|semaines?|ans?)[ -](?:de )?/iu

/** The types that a normalized title names: in whole parts, in its first and last words, and by words without another meaning. */
export function typesOfTitle(title: string): EmploymentType[] | undefined {
  if (title.length > MAX_TITLE || !ANY_TYPE.test(title)) return undefined
  const types = new Set<EmploymentType>()
  if (PRN.test(title) || PER_DIEM.test(title)) types.add('PER_DIEM')
  const plain = title
    .replace(SHORT_PAIR, 'full time or part time')
    .replace(HOURS_PAIR, 'full time or part time')
    .replace(SHORT, 'full time')
  for (const [index, part] of partsOf(plain).entries()) {
    for (const type of typesOfPart(part, index === 0)) types.add(type)
    if (isInternship(part, title)) types.add('INTERN')
  }
  return types.size > 0 ? EMPLOYMENT_TYPES.filter((type) => types.has(type)) : undefined
}

const MAX_TITLE = 300

/** A part of each word for a type; most titles have none. */
const ANY_TYPE =
  /time|temp|prn|diem|f\/?t|season|contra|intern|co-?op|stag|freelance|volunteer|fixed|bénévole/i

/** The parts in brackets, and between dashes with a space, bars and commas. */
function partsOf(title: string): string[] {
  return title.split(/ -|- |[()[\]|,;]/).map((part) => part.trim())
}

function typesOfPart(part: string, isFirst: boolean): readonly EmploymentType[] {
  const words = without(part.replace(DURATION, ''), SHIFT)
  if (ONLY_TYPES.test(words)) return employmentTypes(words) ?? []
  const found = LAST.exec(words)?.[1] ?? (isFirst ? FIRST.exec(words)?.[1] : undefined)
  return employmentTypes(found?.replace(/^à /i, '')) ?? []
}

function isInternship(part: string, title: string): boolean {
  const words = without(part, SEASON)
  if (LEADERS.test(words)) return false
  return INTERN.test(words) || (CO_OP.test(words) && HAS_SEASON.test(title))
}

/** The words in front of such words at the end. */
function without(part: string, last: RegExp): string {
  let rest = part
  for (let count = 0; count < MAX_LAST && last.test(rest); count += 1) {
    rest = rest.replace(last, '').trimEnd()
  }
  return rest
}

const MAX_LAST = 4
