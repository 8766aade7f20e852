import type { Posting } from '../catalogue/import/posting'
import { DAY_MS, formatInstant, HOUR_MS } from '../values/instant'
import { CAREER_PAGE } from '../values/source'
import { toHtml, toText, writeSections } from './description'
import type { Draft } from './draft'
import { type Appearance, closingDate } from './history'
import { writeLocations } from './locations'
import { toMonetaryAmount } from './pay'
import { Random, STREAMS } from './random'
import { addressesOf, identify, requisition } from './source-systems'
import TITLE_WORDS from './tables/title-words.json'

/** The line of an import file for a draft, without `history`. */
export function writePosting(draft: Draft, appearance: Appearance, seed: number): Posting {
  const random = new Random(seed, STREAMS.details, draft.index)
  const identity = identify(draft.board, draft.index, seed)
  const title = writeTitle(draft, seed)
  return {
    ...identity,
    ...(random.chance(0.2) && {
      source_type: identity.source === CAREER_PAGE ? 'career_site' : 'ats',
    }),
    title,
    organization: random.chance(0.004) ? null : draft.employer.name,
    ...addressesOf(draft.board, identity.external_id, title),
    ...writeDates(draft, appearance, seed, random),
    ...writeLocations(draft, random),
    ...writeTerms(draft, random),
    ...writeDescription(draft, seed, random),
    ...writeSourceFields(draft, random),
  }
}

/** The title as published: seniority, occupation, area, and additions in parentheses. */
function writeTitle(draft: Draft, seed: number): string {
  const random = new Random(seed, STREAMS.title, draft.index)
  const base = nameWithLevel(draft)
  const separator = SEPARATORS[draft.employer.number % SEPARATORS.length] ?? ' - '
  const isPlain = !/ - | \/ |\(iOS|–/.test(base)
  const isNew = draft.area !== undefined && !base.includes(draft.area)
  let title = random.chance(0.5) && isPlain && isNew ? `${base}${separator}${draft.area}` : base
  const place = draft.places[0]
  if (place !== undefined && random.chance(0.06)) {
    title += draft.language === 'fr' ? ` – ${place.city}` : ` - ${place.city}, ${place.region}`
  }
  const added = additions(draft, random)
  if (added.length > 0) title += ` (${added.join(', ')})`
  if (draft.titleEnding !== undefined) title += titleEndings(draft)[draft.titleEnding] ?? ''
  return random.chance(0.012) && draft.language === 'en' ? title.toUpperCase() : title
}

/** The endings that an edit can add to a title; `titleEnding` is an index in this list. */
export function titleEndings({ language }: Draft): readonly string[] {
  return TITLE_WORDS[language].endings
}

function nameWithLevel({ language, level, occupation }: Draft): string {
  if (language === 'fr') return occupation.fr + level.french
  return [level.before, occupation.en, level.after].filter((part) => part !== '').join(' ')
}

function additions(draft: Draft, random: Random): string[] {
  const words = TITLE_WORDS[draft.language]
  const added: string[] = []
  const { employment, arrangement, shift } = draft
  if (!/Seasonal|Substitute|Volunteer|Intern|Student/.test(draft.occupation.en)) {
    const likely = employment === 'FULL_TIME' ? 0.1 : 0.45
    if (random.chance(likely)) added.push(random.pick(words.employment[employment]))
  }
  if (shift !== undefined && random.chance(0.4)) added.push(words.shift[shift])
  if (arrangement === 'remote' && random.chance(0.45)) added.push(words.remote)
  if (arrangement === 'hybrid' && random.chance(0.12)) added.push(words.hybrid)
  return added
}

function writeDates(draft: Draft, appearance: Appearance, seed: number, random: Random) {
  const draw = random.next()
  const lag = draw < 0.6 ? random.wait(7) * HOUR_MS : random.wait(3) * DAY_MS
  const posted = appearance.createdAt - Math.min(lag, 40 * DAY_MS)
  // Many systems publish a day without a time.
  const unit = draw < 0.45 ? DAY_MS : 1000
  const closing = closingDate(appearance, seed)
  const shift = draft.closingShiftDays
  const base = closing ?? Math.ceil(appearance.createdAt / DAY_MS + 20) * DAY_MS
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

const SEPARATORS = [' - ', ', ', ' – ', ' - ', ', ', ' | ']
