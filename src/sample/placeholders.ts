import type { Draft } from './draft'
import { fillTemplate } from './fill-template'
import { inventNamePart, inventPerson, inventStreet } from './names'
import { groupThousands } from './pay'
import { at, type Random } from './random'
import names from './tables/names.json'
import numbers from './tables/numbers.json'

/** The values of the placeholders in the sentences of one posting. */
export class Placeholders {
  private readonly isFrench: boolean
  private tools: string[] = []
  private toolsUsed = 0

  constructor(
    private readonly draft: Draft,
    private readonly random: Random,
  ) {
    this.isFrench = draft.language === 'fr'
  }

  readonly valueFor = (placeholder: string): string => {
    const { draft, random } = this
    const { employer, language } = draft
    const role = draft.occupation[language]
    switch (placeholder) {
      case 'tool':
        return this.nextTool()
      case 'employer':
        return employer.name
      case 'role':
        return role
      case 'a role':
        return withArticle(role)
      case 'area':
        return draft.area ?? draft.family.department[language]
      case 'department':
        return draft.family.department[language]
      case 'product':
        return random.pickEarly(employer.products)
      case 'city':
        return (draft.places[0] ?? at(employer.sites, 0)).city
      case 'country':
        return COUNTRIES[language][draft.country]
      case 'certificate':
        return random.pickEarly(draft.wording.certificates)
      case 'years':
        return this.years()
      case 'colour':
        return draft.country === 'CA' ? 'colour' : 'color'
      case 'person':
        return inventPerson(random, this.isFrench)
      case 'lead title':
        return random.pick(names.leadTitles)
      case 'street':
        return inventStreet(random)
      case 'brand':
      case 'french surname':
        return inventNamePart(placeholder, random)
      case 'reference':
        return `${employer.name.slice(0, 3).toUpperCase()}-${10_000 + ((draft.index * 7919) % 90_000)}`
      default:
        return this.number(placeholder)
    }
  }

  /** The sentence of a template. French drops the vowel of `de` before another: `connaissance d’Excel`. */
  sentence(template: string): string {
    const filled = fillTemplate(template, this.valueFor)
    const text = this.isFrench ? filled.replace(/\bde (?=[aeiouéèêAEIOUÉ])/g, 'd’') : filled
    return template.startsWith('{') ? text.charAt(0).toUpperCase() + text.slice(1) : text
  }

  /** A number from the range that the tables give for the placeholder. */
  private number(placeholder: string): string {
    const range = RANGES[placeholder]
    if (range === undefined) throw new Error(`unknown placeholder {${placeholder}}`)
    const { language } = this.draft
    const value = this.random.integer(range.low, range.high) * range.step
    if (range.unit !== undefined) return `${value} ${range.unit[language]}`
    if (range.format === undefined) return String(value)
    const grouped = groupThousands(value, language)
    if (range.format === 'grouped') return grouped
    return this.isFrench ? `${grouped} $` : `$${grouped}`
  }

  private years(): string {
    const { minYears, maxYears } = this.draft.level
    const years = this.random.integer(minYears, maxYears)
    if (this.isFrench) return years === 1 ? 'un an' : `${years} ans`
    if (years === 1) return 'one year'
    return this.random.chance(0.3) ? `${years}+ years` : `${years} years`
  }

  /** The usual tools more often; no tool is repeated before the posting has named all of its tools. */
  private nextTool(): string {
    if (this.tools.length === 0) {
      const picks = Array.from({ length: 9 }, () => this.random.pickEarly(this.draft.wording.tools))
      this.tools = Array.from(new Set(picks))
    }
    const tool = at(this.tools, this.toolsUsed % this.tools.length)
    this.toolsUsed += 1
    return tool
  }
}

/** `U` is a vowel in Underwriter and Urban, and a consonant in UX; R&D and HVAC are spelled out. */
function withArticle(name: string): string {
  return /^(?:[AEIO]|U[nr]|R&D|HVAC)/.test(name) ? `an ${name}` : `a ${name}`
}

const COUNTRIES = {
  en: { CA: 'Canada', US: 'the United States' },
  fr: { CA: 'Canada', US: 'États-Unis' },
}

/** A number is drawn from `low` to `high`, then multiplied by `step`. */
interface Range {
  low: number
  high: number
  step: number
  unit?: { en: string; fr: string }
  /** `grouped`: thousands apart; `dollars`: that and a dollar sign. */
  format?: string
}

const RANGES: Readonly<Record<string, Range>> = numbers
