import type { Draft } from './draft'
import type { Employer } from './employers'
import { fill } from './fill'
import { describePay } from './pay'
import { Random } from './random'
import { Slots } from './slots'
import { STREAMS } from './streams'
import type { CommonWording, Language } from './wording'

/** A part of a description, in plain text. */
export interface Section {
  heading: string
  paragraphs: readonly string[]
  items: readonly string[]
}

/** What a posting says: about the employer, the role, duties, requirements, pay, equal opportunity, applying. */
export function writeSections(draft: Draft, seed: number): Section[] {
  const random = new Random(seed, STREAMS.description, draft.index)
  const slots = new Slots(draft, random)
  const { duties, skills, common } = draft.wording
  const { more, style } = lengthOf(draft)
  const say = (phrases: readonly string[], low: number, high: number) =>
    random
      .pickSome(phrases, random.integer(low, high) + more)
      .map((phrase) => sentence(phrase, slots))
  const text = (phrases: readonly string[], low: number, high: number) =>
    say(phrases, low, high).reduce((before, next) => `${before} ${next}`)
  const section = (
    of: keyof CommonWording['headings'],
    paragraphs: string[],
    items: string[] = [],
  ) => {
    const headings = common.headings[of]
    const heading = fill(headings[style % headings.length] ?? '', slots.write)
    return { heading, paragraphs, items }
  }
  const terms = writeTerms(draft, seed)
  const few = Math.max(0, 4 - duties.length)
  const role = text(common.role, 2, 3)
  const sections = [
    section('about', [aboutEmployer(draft, seed)]),
    section('role', [[role, ...terms.arrangement].join(' ')]),
    section('duties', [], [...say(duties, 5, 9), ...say(common.duties, 1 + few, 2 + few)]),
    section('skills', [], [...say(skills, 4, 6), ...say(common.skills, 1, 2)]),
    section('offer', terms.pay, say(common.offer, 3, 7)),
  ]
  if (more > 0) sections.push(section('notice', say(common.notices, 0, 2)))
  if (random.chance(0.75)) sections.push(section('equal', [text(common.equal, 1, 3)]))
  sections.push(section('apply', [text(common.apply, 1, 3), ...draft.updates]))
  return sections
}

/** Some employers write at length; all of them word their headings alike in every posting. */
function lengthOf({ employer }: Draft): { more: number; style: number } {
  const style = employer.number
  return { more: LENGTHS[(style * 7) % LENGTHS.length] ?? 0, style }
}

const LENGTHS = [0, 0, 1, 0, 2, 0, 0, 4, 0, 1]

/** What the employer says of itself, with the same figures in all of its postings. */
function aboutEmployer(draft: Draft, seed: number): string {
  const { employer, language } = draft
  const known = FACTS.get(employer)?.[language]
  if (known !== undefined) return known
  const random = new Random(seed, STREAMS.employerFacts, employer.number)
  const slots = new Slots({ ...draft, places: employer.sites.slice(0, 1) }, random)
  const { about, frenchAbout } = employer.industry
  const sentences = language === 'fr' ? frenchAbout : about
  const text = sentences.map((phrase) => sentence(phrase, slots)).join(' ')
  FACTS.set(employer, { ...FACTS.get(employer), [language]: text })
  return text
}

const FACTS = new WeakMap<Employer, Partial<Record<Language, string>>>()

/** The sentences that follow edits of pay and arrangement. */
function writeTerms(draft: Draft, seed: number) {
  const random = new Random(seed, STREAMS.terms, draft.index)
  const slots = new Slots(draft, random)
  const { pay, arrangement, language, wording } = draft
  const { common } = wording
  const forms = arrangement === 'remote' ? common.remoteRole : common.hybridRole
  const payForms = pay?.low === pay?.high ? common.pay.one : common.pay.range
  const payForm = random.pick(payForms)
  const isPaySaid = pay !== undefined && draft.isPayPublished
  return {
    arrangement: arrangement === 'onsite' ? [] : [fill(random.pick(forms), slots.write)],
    pay: isPaySaid ? [fill(payForm, () => describePay(pay, language))] : [],
  }
}

/** A phrase with its slots filled; capitalised when it begins with one. */
function sentence(phrase: string, slots: Slots): string {
  const text = slots.polish(fill(phrase, slots.write))
  return phrase.startsWith('{') ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
