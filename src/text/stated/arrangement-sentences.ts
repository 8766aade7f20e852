import type { WorkArrangement } from '../../values/work-arrangement'
import { FORMS } from './arrangement-forms'
import { arrangementOfLine } from './labels'
import { normalized } from './lines'

/** What the sentences of a text say about the arrangement. */
export interface ArrangementSentences {
  /** The arrangement on which all sentences agree, with the first of them as published. */
  stated: StatedSentence | undefined
  /** Whether a sentence says that the job cannot be done remotely. */
  isDenied: boolean
}

export interface StatedSentence {
  value: WorkArrangement
  words: string
  /** The places within which one may work, as the sentence names them: `the US and Canada`. */
  scope: string | undefined
}

interface Stem {
  text: string
  /** The letter before it: `promote` is another word. */
  front?: string
  /** What must follow. */
  behind?: readonly string[]
}

/** Parts of the words for arrangements; `indexOf` finds them faster than one expression. */
const STEMS: readonly Stem[] = [
  { text: 'mote', front: 'e' },
  { text: 'MOTE', front: 'E' },
  { text: 'ybrid' },
  { text: 'YBRID' },
  { text: 'nsite' },
  { text: 'NSITE' },
  { text: 'elework' },
  { text: 'irtual' },
  { text: 'from home' },
  { text: 'n person' },
  { text: 'n site' },
  { text: '#', behind: ['LI-'] },
  {
    text: '-',
    behind: ['site', 'office', 'person', 'based', 'from-home', 'Site', 'Office', 'Person'],
  },
]
const FRENCH_STEMS: readonly Stem[] = [
  { text: 'sur place' },
  { text: 'élétravail' },
  { text: 'résentiel' },
  { text: 'à distance' },
]

/** The first letters of what must follow; most hyphens end there. */
const FIRST_BEHIND: ReadonlySet<number> = new Set(
  STEMS.flatMap(({ behind = [] }) => behind.map((word) => word.charCodeAt(0))),
)

function isBehind(text: string, at: number, behind: readonly string[]): boolean {
  if (!FIRST_BEHIND.has(text.charCodeAt(at))) return false
  for (const word of behind) if (text.startsWith(word, at)) return true
  return false
}

/** A sentence is read no further than this from such a word. */
const REACH = 240
const MAX_SENTENCES = 100

/** The sentences of a text about its arrangement. One pass. */
export function arrangementSentences(text: string): ArrangementSentences {
  const starts = new Map<number, string>()
  const stems = text.includes('é') ? [...STEMS, ...FRENCH_STEMS] : STEMS
  for (const { text: stem, front, behind } of stems) {
    let at = text.indexOf(stem)
    for (; at !== -1 && starts.size < MAX_SENTENCES; at = text.indexOf(stem, at + stem.length)) {
      if (front !== undefined && text[at - 1] !== front) continue
      if (behind !== undefined && !isBehind(text, at + stem.length, behind)) continue
      const start = sentenceStart(text, at)
      if (!starts.has(start)) starts.set(start, text.slice(start, sentenceEnd(text, at)))
    }
  }
  let isDenied = false
  const found: StatedSentence[] = []
  for (const published of starts.values()) {
    if (!MAY_STATE.test(published)) continue
    const sentence = normalized(published)
    const isDenial = NEGATION.test(sentence) && DENIAL.test(sentence)
    if (isDenial) isDenied = true
    const read = readSentence(sentence, published)
    found.push(...read.filter(({ value }) => !isDenial || value === 'onsite'))
  }
  const [first] = found
  const isAgreed = first !== undefined && found.every(({ value }) => value === first.value)
  return { stated: isAgreed ? first : undefined, isDenied }
}

/** The words with which a sentence of a form or a denial begins, or a part of it; most sentences have none. */
const MAY_STATE =
  /^[^\p{L}\d#]{0,8}(?:this|it|here|the|our|we|you|remote|telework|home|your|all|work|role|position|job|opportunity|virtual|hybrid|on|in|fully|entirely|100|full|part|permanent|temporary|regular|ce|le|notre|il|poste|emploi|travail|télétravail|mode)(?!\p{L})|: |, so | \(|[|•]|note|#LI|n['’o]t(?!\p{L})|[Nn]o(?!\p{L})|pas(?!\p{L})|aucun|sans/iu

const NEWLINE = 10
const SPACE = 32
/** The marks `.`, `!`, `?` and `;`. */
const STOPS: ReadonlySet<number> = new Set([46, 33, 63, 59])

function isStop(text: string, at: number): boolean {
  return STOPS.has(text.charCodeAt(at)) && !(text.charCodeAt(at + 1) > SPACE)
}

function sentenceStart(text: string, at: number): number {
  const least = Math.max(0, at - REACH)
  for (let index = at - 1; index >= least; index -= 1) {
    if (text.charCodeAt(index) === NEWLINE || isStop(text, index)) return index + 1
  }
  return least
}

function sentenceEnd(text: string, at: number): number {
  const most = Math.min(text.length, at + REACH)
  for (let index = at; index < most; index += 1) {
    if (text.charCodeAt(index) === NEWLINE) return index
    if (isStop(text, index) && !ABBREVIATION.test(text.slice(index - 3, index))) return index + 1
  }
  return most
}

/** The end of `U.S.` and the like ends no sentence. */
const ABBREVIATION = /\.[A-Z]$/

/** What may stand in front of a form: a bullet, a label, a note. */
const LEADS = [': ', ' (', ', so ', 'note that ', 'note, ', 'note ']
const BULLET = /^[^\p{L}\d#]+/u

/** Where a form may begin. */
function* beginnings(sentence: string): Generator<string> {
  const start = sentence.replace(BULLET, '')
  yield start
  for (const lead of LEADS) {
    const at = start.indexOf(lead)
    if (at !== -1 && at < MAX_LEAD) yield start.slice(at + lead.length)
  }
}

const MAX_LEAD = 100

/** The words that begin a form. */
const BEGINS =
  /^(?:this|it|here|the|our|your|we|you|all|work|role|position|job|opportunity|remote|telework|home-based|virtual|hybrid|on-?site|on site|in-office|in[- ]person|fully|entirely|100|full|part|permanent|temporary|regular|ce|le|notre|il|poste|emploi|travail|télétravail|mode)(?!\p{L})/iu

const FOLLOWING =
  /^(?:$| ?[.,;:!)(]| - | (?:covering|en|in|within|from|across|at|based|located|out of|with|and|requiring|where|anywhere|only|open to|full[- ]time|but you must|five|six|performed|may be performed|for|that|throughout|is|will|has|reports|requires|offers|may|supports|works|pays|apart from|\d|avec|au|aux|à|dans|et|pour|uniquement)(?!\p{L}))/iu

/** Words that make an arrangement a choice, an exception or a time. */
const CONDITION =
  /(?<!\p{L})(?:as long as|also available|per week preferred|unless|until|initial(?:ly)?|temporarily|temporary basis|if|while|options?|optional|flexib(?:le|ility)(?! (?:work(?:ing)? )?(?:hours?|schedules?|time))|could|possib(?:le|ly|ility)|potential|consider(?:ed)?|depending|during|after|eventually|transition|selon|considér\p{L}*|with both|not only|blend(?:s|ing)?|combin(?:es|ing)|part \p{L}+,? (?:and )?part|may (?:be(?: able to)? (?:remote|hybrid|eligible|asked|required)|become|change|transition|require)|open to (?:\p{L}+ )?remote|or (?:fully |100% )?(?:remote|hybrid|on-?site|in-office|in-person|work from))(?!\p{L})/iu
/** Words of a form that make it a choice or a time. */
const WEAK = /prefer|possib|potential|option|initial|temporar|current(?=.*until)/iu
/** Other arrangements behind one that is not hybrid. */
const REMOTE = /(?<!\p{L})(?:remote(?:ly)?|hybrid|tele-?work|from home)(?!\p{L})/iu
const ONSITE =
  /(?<!\p{L})(?:hybrid|on-?site|on site|in[- ]office|in[- ]person|in (?:the|our)(?: \p{L}+)? offices?)(?!\p{L})/iu
/** `3 days a week` in the office is no full week. */
const FEW_DAYS = /(?<![\d.])[1-4](?: ?(?:-|to) ?[2-5])?\+? ?(?:days?|x)(?!\p{L})/iu

/** A part of each word that denies; most sentences have none. */
const NEGATION = /n[o']t|non-remote|no |: no|cannot|never|ineligible|pas|aucun|sans/i

const DENIAL =
  /(?<!\p{L})non-remote|(?<!\p{L})(?:not|n't|no|cannot|never|ineligible)(?: \p{L}+){0,3} (?:remote(?!ly)|tele-?work|telecommut|work[- ]from[- ]home)|(?<!\p{L})(?:remote(?: work)?|tele-?work(?:ing)?)(?: \p{L}+){0,2} (?:is|are|will) not(?! \p{L}+ (?:to|for all)(?!\p{L}))|(?<!\p{L})(?:remote|telework)[^.;:]{0,20}: no(?!\p{L})|cannot be \p{L}+ remotely|télétravail[^.;]{0,20} (?:n'est|ne sont|ne sera) pas|(?:pas|aucun|sans)(?: \p{L}+){0,3} télétravail/iu

function readSentence(sentence: string, published: string): StatedSentence[] {
  const marks = sentence.includes('#LI-') ? readMarks(sentence) : []
  if (marks.length > 0) return marks
  const value = arrangementOfLine(sentence)
  if (value !== undefined) return [{ value, words: published.trim(), scope: undefined }]
  for (const beginning of beginnings(sentence)) {
    const read = BEGINS.test(beginning) ? readForm(beginning, published) : undefined
    if (read !== undefined) return [read]
  }
  return []
}

function readForm(sentence: string, published: string): StatedSentence | undefined {
  for (const form of FORMS) {
    const match = form.exec(sentence)
    if (match === null) continue
    const value = arrangementOf(match[1] ?? '')
    const behind = sentence.slice(match[0].length)
    const isClear = FOLLOWING.test(behind) && !CONDITION.test(behind) && !WEAK.test(match[0])
    if (!isClear || namesAnotherArrangement(value, behind)) return undefined
    if (value === 'hybrid' && OF_DUTIES.test(behind) && !OF_WORK.test(sentence)) return undefined
    const scope = value === 'remote' ? scopeOf(behind) : undefined
    return { value, words: published.trim(), scope }
  }
  return undefined
}

/** `A hybrid role in which you analyse data and build pipelines` is hybrid in its duties. */
const OF_DUTIES = /^ (?:in which|that|which|where|between|of|for an?)(?!\p{L})/iu
const OF_WORK = /office|on-?site|home|remote|days|[- ]time/i

function namesAnotherArrangement(value: WorkArrangement, behind: string): boolean {
  if (value === 'remote') return ONSITE.test(behind)
  return value === 'onsite' && (REMOTE.test(behind) || FEW_DAYS.test(behind))
}

function arrangementOf(word: string): WorkArrangement {
  if (/hybrid/i.test(word)) return 'hybrid'
  return /^(?:on|in|sur|en personne|(?:en )?présentiel)/i.test(word) ? 'onsite' : 'remote'
}

/** The words between an arrangement and its places. */
const SCOPE =
  /^(?:[ ,]|(?:and|that|which|is|can|be|may|executed|performed|done|worked|located|based|open|available|only|for|to|candidates|applicants|residents|anywhere|any|location|opportunity)(?!\p{L}))*(?:within|in|across|throughout|of) ((?:the )?\p{Lu}[^.;:()]{0,80})/u
/** The first word behind the places. */
const NO_PLACE = /,? (?!(?:and|or|the|of) )\p{Ll}/u

function scopeOf(behind: string): string | undefined {
  return SCOPE.exec(behind.replace(/U\.S\.(?:A\.)?/g, 'US'))?.[1]?.split(NO_PLACE, 1)[0]
}

/** Marks that recruiters add for LinkedIn. */
const MARK = /#LI-(remote|hybrid|on-?site)(?![\p{L}\d])/giu

function readMarks(sentence: string): StatedSentence[] {
  return Array.from(sentence.matchAll(MARK), ([words, name = '']) => ({
    value: arrangementOf(name),
    words,
    scope: undefined,
  }))
}
