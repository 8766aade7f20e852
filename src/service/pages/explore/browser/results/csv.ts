import { formatPlaces, type ShownJob } from '../page/format'

/** The columns of an export, and how their values are found. */
const COLUMNS: readonly [string, (job: ShownJob) => unknown][] = [
  ['id', ({ id }) => id],
  ['title', ({ title }) => title],
  ['organization', ({ organization }) => organization],
  ['places', ({ locations_alt: places }) => formatPlaces(places, Number.POSITIVE_INFINITY)],
  ['country', ({ country }) => country],
  ['employment_type', ({ employment_type: types }) => types?.join(' ')],
  ['work_arrangement', ({ work_arrangement: arrangement }) => arrangement],
  ['remote', ({ location_type: type }) => type === 'TELECOMMUTE'],
  ['currency', ({ salary }) => salary?.currency],
  ['pay_from', ({ salary }) => salary?.value.minValue ?? salary?.value.value],
  ['pay_to', ({ salary }) => salary?.value.maxValue ?? salary?.value.value],
  ['pay_unit', ({ salary }) => salary?.value.unitText],
  ['date_posted', ({ date_posted: date }) => date],
  ['date_created', ({ date_created: date }) => date],
  ['source', ({ source }) => source],
  ['url', ({ url }) => url],
]

/** Without a byte order mark Excel reads UTF-8 as the encoding of its system. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The first line of the CSV (RFC 4180). */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.map(([name]) => name).join(',')}\r\n`

export function csvLine(job: ShownJob): string {
  return `${COLUMNS.map(([, read]) => cellOf(read(job))).join(',')}\r\n`
}

/**
 * A spreadsheet may take a text that begins with one of these signs for a formula; a quote before it prevents that. Some read
 * signs in full width, or behind a tab or a line break, likewise.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

function cellOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : csvText(String(value ?? ''))
}

/** A text as a cell. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
