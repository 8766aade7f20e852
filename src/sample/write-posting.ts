import type { Posting } from '../import/posting'
import { DAY_MS, formatInstant, HOUR_MS } from '../values/instant'
import { CAREER_PAGE } from '../values/source'
import { writeSections } from './description'
import { toHtml, toText } from './description-format'
import type { Draft } from './draft'
import { identify, requisition } from './identity'
import { closingAt, type Life } from './life'
import { writeLocations } from './locations'
import { toMonetaryAmount } from './pay'
import { Random } from './random'
import { toSlug } from './source-systems'
import { STREAMS } from './streams'
import { writeTitle } from './title'

/** The line of an import file for a draft, without its history. */
export function writePosting(draft: Draft, life: Life, seed: number): Posting {
  const random = new Random(seed, STREAMS.details, draft.index)
  const identity = identify(draft, seed)
  const title = writeTitle(draft, seed)
  const { system, slug } = draft.board
  const url = system.url(slug, identity.external_id, toSlug(title))
  return {
    ...identity,
    ...(random.chance(0.2) && {
      source_type: system.source === CAREER_PAGE ? 'career_site' : 'ats',
    }),
    title,
    organization: random.chance(0.004) ? null : draft.employer.name,
    url,
    ...(system.applyUrl !== undefined && { apply_url: system.applyUrl(url) }),
    ...writeDates(draft, life, seed, random),
    ...writeLocations(draft, random),
    ...writeTerms(draft, random),
    ...writeDescription(draft, seed, random),
    ...writeSourceFields(draft, random),
  }
}

function writeDates(draft: Draft, life: Life, seed: number, random: Random) {
  const draw = random.next()
  const lag = draw < 0.6 ? random.wait(7) * HOUR_MS : random.wait(3) * DAY_MS
  const posted = life.createdAt - Math.min(lag, 40 * DAY_MS)
  // Many systems publish a day without a time.
  const unit = draw < 0.45 ? DAY_MS : 1000
  const closing = closingAt(life, seed)
  const shift = draft.closingShiftDays
  const base = closing ?? Math.ceil(life.createdAt / DAY_MS + 20) * DAY_MS
  const isClosing = closing !== undefined || shift > 0
  return {
    date_posted: draw > 0.92 ? null : formatInstant(new Date(Math.floor(posted / unit) * unit)),
    ...(isClosing && { date_valid_through: formatInstant(new Date(base + shift * DAY_MS)) }),
  }
}

function writeTerms(draft: Draft, random: Random): Partial<Posting> {
  const { arrangement, employment, pay } = draft
  const isRemote = arrangement === 'remote'
  const saysArrangement = arrangement !== 'onsite' || random.chance(0.5)
  const types =
    employment === 'FULL_TIME' && pay?.unit === 'HOUR' && random.chance(0.07)
      ? ['PART_TIME' as const]
      : []
  return {
    ...(isRemote && { location_type: 'TELECOMMUTE' }),
    ...(saysArrangement && { work_arrangement: arrangement }),
    ...(pay !== undefined && draft.isPayPublished && { salary: toMonetaryAmount(pay) }),
    ...(random.chance(0.88) && { employment_type: [employment, ...types] }),
  }
}

function writeDescription(draft: Draft, seed: number, random: Random): Partial<Posting> {
  const sections = writeSections(draft, seed)
  return random.chance(0.06)
    ? { description_text: toText(sections) }
    : { description_html: toHtml(sections, draft.employer.number) }
}

function writeSourceFields(draft: Draft, random: Random): Partial<Posting> {
  if (!random.chance(0.4)) return {}
  const values: Readonly<Record<string, unknown>> = {
    department: draft.family.department[draft.language],
    team: draft.area ?? draft.family.department[draft.language],
    requisition_id: requisition(draft.index),
    internal_job_id: draft.index + 400_000,
    commitment: COMMITMENTS[draft.employment],
    time_type: draft.employment === 'PART_TIME' ? 'Part time' : 'Full time',
  }
  const paths = Object.entries(draft.board.system.fields)
  const fields = paths.map(([name, source_path]) => [name, { value: values[name], source_path }])
  return { source_fields: { version: 1, fields: Object.fromEntries(fields) } }
}

const COMMITMENTS = {
  FULL_TIME: 'Full-time',
  PART_TIME: 'Part-time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Fixed term',
  INTERN: 'Internship',
  VOLUNTEER: 'Volunteer',
  PER_DIEM: 'Per diem',
}
