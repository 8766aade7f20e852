import { normalized } from './lines'

/** `type` may be of employment or arrangement; `hours` are mostly times, and may be a type. */
export type LineLabel = 'employment' | 'arrangement' | 'type' | 'hours' | 'place' | 'closing'

/** The labels that are read, in lower case without marks. */
const LABELS: ReadonlyMap<string, LineLabel> = new Map([
  ...labels(
    'employment',
    'employment status,employment,status,job status,position status,contract type,type of contract,' +
      "type de contrat,statut,statut d'emploi,statut de l'emploi,statut du poste",
  ),
  ...labels(
    'arrangement',
    'work arrangement,work arrangements,workplace type,workplace,work location type,location type,work model,working model,' +
      'work mode,work setup,telework,telework policy,remote work policy,work options,work option,work style,work format,workplace arrangement,workplace model,working arrangement,working arrangements,work assignment type,work setting,work environment,remote status,remote type,modality,' +
      'mode de travail,formule de travail,modalite de travail,modalites de travail,type de lieu de travail,environnement de travail',
  ),
  ...labels(
    'type',
    'type,employment type,employment types,type of employment,job type,job types,type of job,position type,type of position,' +
      "work type,type d'emploi,type de poste",
  ),
  ...labels(
    'hours',
    'schedule,work schedule,job schedule,hours,work hours,horaire,horaire de travail',
  ),
  ...labels(
    'place',
    'location,locations,work location,job location,lieu,lieu de travail,lieu du poste,emplacement',
  ),
  ...labels(
    'closing',
    'closing date,close date,closes,closing,application deadline,application closing date,deadline,deadline to apply,' +
      'deadline for applications,applications close,applications close on,apply by,please apply by,posting closing date,' +
      'posting close date,posting closes,posting end date,job posting end date,job closing date,competition closes,' +
      'date limite,date limite pour postuler,date limite de candidature,date limite de depot des candidatures,' +
      "date de fermeture,date de cloture,date de fin d'affichage,fin d'affichage,fin de l'affichage,date de fin de l'affichage,postulez avant le,postuler avant le",
  ),
])

function labels(label: LineLabel, names: string): [string, LineLabel][] {
  return names.split(',').map((name) => [name, label])
}

export interface LabelledLine {
  label: LineLabel
  value: string
  /** As published. */
  words: string
}

/** A longer line is prose. */
const MAX_LINE = 140

/** Labels of systems that print them as a line of their own, without a colon. */
const BARE_LABELS = new Set(['job type', 'employment type', 'remote type', 'workplace type'])

const MAX_BARE_LABEL = Math.max(...Array.from(BARE_LABELS, (label) => label.length))

/** The labels that need no colon before a date: `Apply by October 14, 2026`, `Application deadline - 2026-10-14`. */
const DATE_LABELS = [
  'apply by',
  'please apply by',
  'applications close on',
  'date limite',
  'postulez avant le',
  'postuler avant le',
  'application deadline',
  'closing date',
  'deadline',
  'posting end date',
]
const BEFORE_DATE = new RegExp(
  String.raw`^(${DATE_LABELS.join('|')})(?: ?[-–—])? (?=.*\d{4})`,
  'iu',
)

/**
 * The lines of a text that have a known label, a colon and a value, such as `Job type: Full-time`. The value may be the next
 * line, and then some labels need no colon. One pass.
 */
export function labelledLines(text: string): LabelledLine[] {
  const found: LabelledLine[] = []
  let waiting: Omit<LabelledLine, 'value'> | undefined
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const isShort = end - start <= MAX_LINE
    const isLine = isShort && end > start && (waiting !== undefined || mayBeLabel(text, start, end))
    if (isLine) {
      const words = text.slice(start, end)
      const line = readLine(words)
      const isItem = waiting?.label === 'place' && /^\s*[-•·]/.test(words)
      if (line === undefined && waiting !== undefined && !isItem && words.trim() !== '') {
        found.push({
          ...waiting,
          value: withoutBullet(words),
          words: `${waiting.words}\n${words.trim()}`,
        })
      } else if (line?.value) found.push(line)
      if (words.trim() !== '') waiting = line?.value === '' ? line : undefined
    } else if (!isShort) waiting = undefined
    start = end + 1
  }
  return found
}

const COLON = 58
const SPACE = 32
const NO_BREAK_SPACE = 160

/** Whether a colon is where a label ends, or the first letter is that of a label without one; most lines have neither. */
function mayBeLabel(text: string, start: number, end: number): boolean {
  let first = 0
  const last = Math.min(end, start + MAX_LABEL + 1)
  for (let index = start; index < last; index += 1) {
    const code = text.charCodeAt(index)
    if (code === COLON) return true
    if (first === 0 && code > SPACE && code !== NO_BREAK_SPACE) {
      first = code | SPACE
      if (FIRST_LETTERS.has(first)) return true
    }
  }
  return false
}

function isBareLabel(words: string): boolean {
  return words.length <= MAX_BARE_LABEL && BARE_LABELS.has(plain(words))
}

/** The first letters of labels without a colon, in lower case. */
const FIRST_LETTERS: ReadonlySet<number> = new Set(
  [...BARE_LABELS, ...DATE_LABELS].map((label) => label.charCodeAt(0)),
)

/** The line of a label; most lines have none, and are read no further than to where a label ends. */
function readLine(words: string): LabelledLine | undefined {
  const colon = words.indexOf(':')
  if (colon > MAX_LABEL) return undefined
  if (colon === -1) return readWithoutColon(words)
  if (!ENDINGS.has(ending(words.slice(0, colon)))) return undefined
  const label = LABELS.get(plain(withoutBullet(words.slice(0, colon))))
  if (label === undefined) return undefined
  const line = withoutBullet(words)
  return { label, value: line.slice(line.indexOf(':') + 1).trim(), words: words.trim() }
}

function readWithoutColon(words: string): LabelledLine | undefined {
  const before = BEFORE_DATE.exec(words)
  const isBare = before === null && isBareLabel(words)
  const label = isBare ? LABELS.get(plain(words)) : LABELS.get(before?.[1]?.toLowerCase() ?? '')
  if (label === undefined) return undefined
  const value = normalized(words.slice(before?.[0].length ?? words.length))
  return { label, value, words: words.trim() }
}

/** How labels end: most lines with a colon are left here, before their marks are taken off. */
const ENDINGS: ReadonlySet<string> = new Set(Array.from(LABELS.keys(), ending))

function ending(name: string): string {
  return name
    .replace(/[\s*_]+$/, '')
    .slice(-3)
    .toLowerCase()
}

/** Labels with a bullet in front of them are shorter. */
const MAX_LABEL = 60

/** Without a bullet, and without a mark of a list or bold text. */
function withoutBullet(words: string): string {
  return normalized(words).replace(/^[-•·–>#]{1,3} ?/, '')
}

function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
