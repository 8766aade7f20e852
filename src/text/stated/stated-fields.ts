import type { Salary } from '../../values/pay/salary'
import type { EmploymentType } from '../../values/vocabulary'
import type { WorkArrangement } from '../../values/work-arrangement'
import { arrangementSentences } from './arrangement-sentences'
import { closingDate, isAfter } from './closing-date'
import { type LabelledLine, type LineLabel, labelledLines } from './labelled-lines'
import { arrangementOfPlace, arrangementOfTitle, arrangementOfValue, typesOfValue } from './labels'
import { normalized } from './lines'
import { type JobPlaces, statedPay } from './pay'
import { typesOfTitle } from './title-types'

/** The members that may be read from the title and the text of a posting whose source gives none. */
export const STATED_FIELDS = [
  'date_valid_through',
  'salary',
  'employment_type',
  'work_arrangement',
] as const

export type StatedField = (typeof STATED_FIELDS)[number]

/** What these members are in a job; null if its source does not give them. */
interface StatedMembers {
  date_valid_through: string | null
  salary: Salary | null
  employment_type: EmploymentType[] | null
  work_arrangement: WorkArrangement | null
}

/** A member that is stated, with its words as published and where they stand. */
export interface Stated<Field extends StatedField> {
  value: NonNullable<StatedMembers[Field]>
  words: string
  path: 'title' | 'description'
}

export type StatedFields = { [Field in StatedField]?: Stated<Field> | undefined }

/** The text and the places of a job, and the settings with which they are read. */
export interface StatedContext {
  /** The text of the description. */
  text: string
  places: JobPlaces
  /** False: only pay that the source gives as a structure counts. */
  payFromText: boolean
}

type JobMembers = StatedMembers & {
  title: string
  date_posted: string | null
  location_type: string | null
}

/** The members that the title and the text state and the source does not give. */
export function statedFields(job: JobMembers, context: StatedContext): StatedFields {
  const { text, places, payFromText } = context
  const pay = job.salary || !payFromText ? undefined : statedPay(text, places, job.title)
  const lines = labelledLines(text)
  const title = normalized(job.title)
  return {
    date_valid_through: job.date_valid_through ? undefined : statedClosing(job.date_posted, lines),
    salary: pay && { value: pay.salary, words: pay.sentence, path: 'description' },
    employment_type: job.employment_type ? undefined : statedTypes(job.title, title, lines),
    work_arrangement: job.work_arrangement
      ? undefined
      : statedArrangement(job, title, { lines, text }),
  }
}

/** The job with its stated members. */
export function withStated<Job extends StatedMembers>(job: Job, stated: StatedFields): Job {
  return {
    ...job,
    date_valid_through: stated.date_valid_through?.value ?? job.date_valid_through,
    salary: stated.salary?.value ?? job.salary,
    employment_type: stated.employment_type?.value ?? job.employment_type,
    work_arrangement: stated.work_arrangement?.value ?? job.work_arrangement,
  }
}

function statedClosing(posted: string | null, lines: readonly LabelledLine[]) {
  const found = agreed<'date_valid_through'>(lines, (line) =>
    line.label === 'closing' ? closingDate(line.value) : undefined,
  )
  return found && posted && isAfter(found.value, posted) ? found : undefined
}

function statedTypes(published: string, title: string, lines: readonly LabelledLine[]) {
  const ofTitle = typesOfTitle(title)
  const ofLabels = (...labels: LineLabel[]) =>
    agreed<'employment_type'>(lines, ({ label, value }) =>
      labels.includes(label) ? typesOfValue(value) : undefined,
    )
  const ofLines = ofLabels('employment', 'type') ?? ofLabels('hours')
  if (ofLines !== undefined) return ofLines
  return ofTitle && ({ value: ofTitle, words: published, path: 'title' } as const)
}

/** `Full-time (Toronto) or contract (remote)` */
const CHOICE = / (?:or|ou) /i

function statedArrangement(
  { title: published, location_type }: JobMembers,
  title: string,
  { lines, text }: { lines: readonly LabelledLine[]; text: string },
): Stated<'work_arrangement'> | undefined {
  const ofTitle = arrangementOfTitle(title)
  const { stated: sentence, isDenied: isNoRemote } = arrangementSentences(text)
  const stated =
    agreed<'work_arrangement'>(lines, ({ label, value }) => {
      if (label === 'place') return arrangementOfPlace(value)
      const isMode = label === 'arrangement' || (label === 'type' && !CHOICE.test(value))
      return isMode ? arrangementOfValue(value) : undefined
    }) ??
    (ofTitle && { value: ofTitle, words: published, path: 'title' }) ??
    (sentence && { value: sentence.value, words: sentence.words, path: 'description' })
  const contradicts = (value: WorkArrangement | undefined) =>
    value !== undefined && value !== stated?.value
  const isDenied =
    (location_type === 'TELECOMMUTE' && stated?.value !== 'remote') ||
    (isNoRemote && stated?.value === 'remote') ||
    contradicts(ofTitle) ||
    contradicts(sentence?.value)
  return isDenied ? undefined : stated
}

/** The value on which all lines with a value agree. */
function agreed<Field extends StatedField>(
  lines: readonly LabelledLine[],
  read: (line: LabelledLine) => NonNullable<StatedMembers[Field]> | undefined,
): Stated<Field> | undefined {
  const found = lines.flatMap((line): Stated<Field>[] => {
    const value = read(line)
    return value === undefined ? [] : [{ value, words: line.words, path: 'description' }]
  })
  const [first] = found
  return found.every(({ value }) => Bun.deepEquals(value, first?.value)) ? first : undefined
}
