import type { Draft } from './draft'
import type { Employer } from './employers'
import { fillTemplate } from './fill-template'
import { describePay } from './pay'
import { Placeholders } from './placeholders'
import { Random, STREAMS } from './random'
import type { CommonWording, Language } from './wording'

/** A part of a description, in plain text. */
export interface Section {
  heading: string
  paragraphs: readonly string[]
  items: readonly string[]
}

/** The sections of a description: employer, role, duties, requirements, pay, equal opportunity, applying. */
export function writeSections(draft: Draft, seed: number): Section[] {
  const random = new Random(seed, STREAMS.description, draft.index)
  const placeholders = new Placeholders(draft, random)
  const { duties, skills, common } = draft.wording
  const { more, style } = lengthOf(draft)
  const sentences = (phrases: readonly string[], low: number, high: number) =>
    random
      .pickSome(phrases, random.integer(low, high) + more)
      .map((phrase) => placeholders.sentence(phrase))
  const text = (phrases: readonly string[], low: number, high: number) =>
    sentences(phrases, low, high).reduce((before, next) => `${before} ${next}`)
  const section = (
    of: keyof CommonWording['headings'],
    paragraphs: string[],
    items: string[] = [],
  ) => {
    const headings = common.headings[of]
    const heading = fillTemplate(headings[style % headings.length] ?? '', placeholders.valueFor)
    return { heading, paragraphs, items }
  }
  const terms = writeTerms(draft, seed)
  const few = Math.max(0, 4 - duties.length)
  const role = text(common.role, 2, 3)
  const sections = [
    section('about', [aboutEmployer(draft, seed)]),
    section('role', [[role, ...terms.arrangement].join(' ')]),
    section(
      'duties',
      [],
      [...sentences(duties, 5, 9), ...sentences(common.duties, 1 + few, 2 + few)],
    ),
    section('skills', [], [...sentences(skills, 4, 6), ...sentences(common.skills, 1, 2)]),
    section('offer', terms.pay, sentences(common.offer, 3, 7)),
  ]
  if (more > 0) sections.push(section('notice', sentences(common.notices, 0, 2)))
  if (random.chance(0.75)) sections.push(section('equal', [text(common.equal, 1, 3)]))
  sections.push(section('apply', [text(common.apply, 1, 3), ...draft.updates]))
  return sections
}

/** `more`: extra sentences per list; `style`: which headings. Both are the same in all postings of an employer. */
function lengthOf({ employer }: Draft): { more: number; style: number } {
  const style = employer.number
  return { more: LENGTHS[(style * 7) % LENGTHS.length] ?? 0, style }
}

const LENGTHS = [0, 0, 1, 0, 2, 0, 0, 4, 0, 1]

/** The employer's description of itself, the same in all of its postings in a language. */
function aboutEmployer(draft: Draft, seed: number): string {
  const { employer, language } = draft
  const known = ABOUT.get(employer)?.[language]
  if (known !== undefined) return known
  const random = new Random(seed, STREAMS.employerFacts, employer.number)
  const placeholders = new Placeholders({ ...draft, places: employer.sites.slice(0, 1) }, random)
  const sentences = employer.industry.about[language]
  const text = sentences.map((phrase) => placeholders.sentence(phrase)).join(' ')
  ABOUT.set(employer, { ...ABOUT.get(employer), [language]: text })
  return text
}

/** Memoized: `sampleLines` makes the employers once. */
const ABOUT = new WeakMap<Employer, Partial<Record<Language, string>>>()

/** The sentences on pay and arrangement, which edits change. */
function writeTerms(draft: Draft, seed: number) {
  const random = new Random(seed, STREAMS.terms, draft.index)
  const placeholders = new Placeholders(draft, random)
  const { pay, arrangement, language, wording } = draft
  const { common } = wording
  const forms = arrangement === 'remote' ? common.remoteRole : common.hybridRole
  const payForms = pay?.low === pay?.high ? common.payAmount : common.payRange
  const payForm = random.pick(payForms)
  const isPaySaid = pay !== undefined && draft.isPayPublished
  return {
    arrangement:
      arrangement === 'onsite' ? [] : [fillTemplate(random.pick(forms), placeholders.valueFor)],
    pay: isPaySaid ? [fillTemplate(payForm, () => describePay(pay, language))] : [],
  }
}

/** HTML as career sites send it; `style` chooses the tags of the headings. */
export function toHtml(sections: readonly Section[], style: number): string {
  const [open, close] = HEADING_TAGS[style % HEADING_TAGS.length] ?? ['<h2>', '</h2>']
  let html = ''
  for (const { heading, paragraphs, items } of sections) {
    html += `${open}${heading}${close}\n`
    for (const paragraph of paragraphs) html += `<p>${paragraph}</p>\n`
    if (items.length > 0) {
      html += '<ul>\n'
      for (const item of items) html += `<li>${item}</li>\n`
      html += '</ul>\n'
    }
  }
  // No sentence or name of the sample has a `<` or a `>`, and no tag has an `&`.
  return html.replaceAll('&', '&amp;')
}

export function toText(sections: readonly Section[]): string {
  return sections
    .map(({ heading, paragraphs, items }) =>
      [heading, ...paragraphs, ...items.map((item) => `- ${item}`)].join('\n'),
    )
    .join('\n\n')
}

const HEADING_TAGS: readonly (readonly [string, string])[] = [
  ['<h2>', '</h2>'],
  ['<h3>', '</h3>'],
  ['<p><strong>', '</strong></p>'],
  ['<h2><strong>', '</strong></h2>'],
]
