import { keepingShort } from '../../../values/bounded-cache'

/** The words of a text that describe a job, and what was left out. */
export interface Stripped {
  text: string
  /** What was left out. */
  fillers: readonly string[]
  pay: readonly string[]
  remote: readonly string[]
}

/** Begins and ends of words, also beside letters with accents. */
const BEGIN = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'

const ID_NAMES = 'store|req(?:uisition)?|job|ref|posting|position|jr|r'
/** What a job may do without. */
export const NEED = '(?:prior |previous |an? )?(?:exp[eé]rience|degree|dipl[oô]m[ae])'
const WISHES = [
  `(?:(?:with )?no|without|sans) ${NEED}(?: (?:needed|required|necessary))?`,
  "\\d{1,2}[ -]?\\+?[ -]?(?:years?|yrs?|ans)(?:[ -]olds?| (?:of |d['’])?exp(?:[eé]rience)?)?",
  'urgent(?:ly)?(?! care)|apply now|immediate(?:ly)? (?:start|hire|hiring)|wanted|needed',
  "(?:(?:now|currently|urgently|immediately|we are|we’re|we're) )?hiring(?: (?:now|immediately))?(?! (?:manager|coordinator|specialist))",
  'jobs(?: (?:for|at|with))?|job(?=\\s*$)|(?:job )?vacanc(?:y|ies)|(?:job )?openings|(?:job )?opportunities',
  '(?:employment|careers?|opening|opportunity|positions?|roles?|only)(?=\\s*$)',
  "(?:offres? d['’]|(?<!\\ben ))emplois?(?: (?:chez|pour))?|recrutement|on recrute|poste(?:s)? [aà] pourvoir|travail (?:de|du|en)(?=\\s)",
]

/** Headings, ids, marks of gender, wishes, and words that mean a job of any kind. */
const FILLERS = [
  /^\s*(?:(?:job title|title|position|poste|titre)\s*:|\d{1,2}[.)])\s*(?=\p{L})/giu,
  /^\s*(?:(?:i(?:['’]m| am)? )?(?:want|need|looking for|searching for|find(?: me)?|seeking|show me)|how (?:to|do i|can i) (?:get|find)|je (?:cherche|veux)) (?:an? |une? |some |the )?(?:(?:job|work) (?:at|as|in|with) )?/giu,
  new RegExp(
    `[([]?${BEGIN}(?:(?:${ID_NAMES})[ _.#:-]{0,3}(?:(?:id|no|number)[ _.#:-]{0,3})?|#)\\d[\\d-]{2,}${END}[)\\]]?`,
    'giu',
  ),
  new RegExp(`[([]?${BEGIN}[hfmwdx](?: ?\\/ ?[hfmwdx]){1,3}${END}[)\\]]?`, 'giu'),
  new RegExp(`#?${BEGIN}(?:${WISHES.join('|')})${END}`, 'giu'),
]

const UNIT =
  "(?: ?(?:\\/|per|an?|par|de l['’]) ?(?:heure|h(?:ou)?rs?|h|year|yr|annum|week|wk|month|ann[eé]e|an|mois))"
const TO = ' ?(?:-|–|to|à) ?'
const AMOUNT = '\\d[\\d.,]*k?'
const RANGE = `${AMOUNT}(?:${TO}\\$? ?${AMOUNT})?`
const LEAD = `(?:${BEGIN}(?:at least|over|up to|from|starting at|paying|that pays?|salary|pay) )?`
/** `401k` is a plan. */
const THOUSANDS = `(?!401k)(?:\\d{2,3}k?${TO})?\\d{2,3}k`
const PAY = new RegExp(
  [
    `${LEAD}[<>]?=? ?\\$ ?${RANGE}\\+?${UNIT}?`,
    `${LEAD}${BEGIN}${RANGE} ?\\$${UNIT}?`,
    `${LEAD}${BEGIN}${THOUSANDS}\\+?${END}`,
    `${LEAD}${BEGIN}${RANGE}\\+?(?: ?(?:dollars?|bucks|cad|usd)${UNIT}?|${UNIT})${END}`,
    `${BEGIN}(?:salary|pay) ?[<>]=? ?\\d[\\d.,]*`,
    `${BEGIN}(?:salary|salaire|pay)(?: of| de)? \\d[\\d.,]{3,}${END}`,
    `${BEGIN}(?:(?:minimum|living) wage|salaire minimum)${END}`,
  ].join('|'),
  'giu',
)

const REMOTE = new RegExp(
  `${BEGIN}(?:(?:fully|100 ?%|permanent(?:ly)?) )?(?:remote(?:ly)?|wfh|work(?:ing)? (?:from|at) home|home[ -]based|(?:en )?t[eé]l[eé]travail|[aà] distance)${END}`,
  'giu',
)

const HOURS = new RegExp(
  `${BEGIN}(?:(?:full|part)[ -]?time|(?:[aà] )?temps (?:plein|complet|partiel))${END}`,
  'giu',
)

/** Words that nothing follows, or a place. */
const STRANDED = /(?:^|\s)(?:with|for|avec|pour|and|et|that|to)(?=\s*(?:$|\s(?:in|at|near|à)\s))/giu

/** Leaves out fillers, amounts of pay, and words for remote work. */
export const withoutFillers = keepingShort(2_000, (source): Stripped => {
  let text = source
  const without = (expression: RegExp): string[] => {
    const found: string[] = []
    text = text.replace(expression, (match) => {
      found.push(match.trim())
      return ' '
    })
    return found
  }
  const pay = without(PAY)
  const remote = without(REMOTE)
  const fillers = FILLERS.flatMap(without)
  const isSame = pay.length + remote.length + fillers.length === 0
  if (isSame) return { text: source, fillers, pay, remote }
  return { text: tidy(text.replace(STRANDED, ' ')), fillers, pay, remote }
})

/** Leaves out words for full-time and part-time work. */
export function withoutHours(source: string): { text: string; hours: readonly string[] } {
  const hours = source.match(HOURS) ?? []
  return { text: hours.length === 0 ? source : tidy(source.replace(HOURS, ' ')), hours }
}

/** Without signs at the ends, and with single spaces. */
export function tidy(text: string): string {
  return text
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|/–—-]+|(?<![\s,;:|/–—-])[\s,;:|/–—-]+$/g, '')
}
