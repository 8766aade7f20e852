import { coinPerson, coinSurname, coinWord } from './coined'
import type { Draft } from './draft'
import { groupThousands } from './pay'
import { at, type Random } from './random'
import { FRENCH_SURNAMES, STREETS } from './tables/names'
import { LEAD_TITLES } from './tables/phrases-english'
import { roleName } from './title'

/** What the slots of phrases stand for in one posting. */
export class Slots {
  private readonly french: boolean
  private tools: string[] = []
  private toolsUsed = 0

  constructor(
    private readonly draft: Draft,
    private readonly random: Random,
  ) {
    this.french = draft.language === 'fr'
  }

  readonly write = (slot: string): string => {
    const { draft, random } = this
    switch (slot) {
      case 'tool':
        return this.nextTool()
      case 'employer':
        return draft.employer.name
      case 'role':
        return roleName(draft)
      case 'a role':
        return withArticle(roleName(draft))
      case 'area':
        return draft.area ?? draft.family.department[draft.language]
      case 'department':
        return draft.family.department[draft.language]
      case 'product':
        return random.pickEarly(draft.employer.products)
      case 'city':
        return (draft.places[0] ?? at(draft.employer.sites, 0)).city
      case 'country':
        return COUNTRIES[draft.language][draft.country]
      case 'certificate':
        return random.pickEarly(draft.wording.certificates)
      case 'years':
        return this.years()
      case 'colour':
        return draft.country === 'CA' ? 'colour' : 'color'
      default:
        return this.invent(slot)
    }
  }

  /** What no draft says: people, addresses, sums. */
  private invent(slot: string): string {
    const { draft, random, french } = this
    switch (slot) {
      case 'coined':
        return coinWord(random)
      case 'person':
        return coinPerson(random, french)
      case 'lead title':
        return random.pick(LEAD_TITLES)
      case 'french surname':
        return random.pick(FRENCH_SURNAMES)
      case 'street':
        return `${coinSurname(random)} ${random.pickEarly(STREETS)}`
      case 'thousands':
        return groupThousands(random.integer(2, 60) * 1000, draft.language)
      case 'budget':
        return this.dollars(random.integer(4, 24) * 250)
      case 'bonus':
        return this.dollars(random.integer(2, 20) * 500)
      case 'allowance':
        return this.dollars(random.integer(3, 20) * 50)
      case 'reference':
        return `${draft.employer.name.slice(0, 3).toUpperCase()}-${this.reference()}`
      default:
        return this.number(slot)
    }
  }

  /** French drops the vowel of `de` before another: `connaissance d’Excel`. */
  polish(text: string): string {
    return this.french ? text.replace(/\bde (?=[aeiouéèêAEIOUÉ])/g, 'd’') : text
  }

  /** A number an employer would give for the slot, by the name of what it counts. */
  private number(slot: string): string {
    const range = RANGES[slot]
    if (range === undefined) throw new Error(`no such slot: ${slot}`)
    const [low, high, step, unit] = range
    const value = this.random.integer(low, high) * step
    return unit === undefined ? String(value) : `${value} ${unit[this.french ? 1 : 0]}`
  }

  private dollars(amount: number): string {
    return this.french ? `${groupThousands(amount, 'fr')} $` : `$${groupThousands(amount, 'en')}`
  }

  private years(): string {
    const [low, high] = this.draft.rung.years
    const years = this.random.integer(low, high)
    if (this.french) return years === 1 ? 'un an' : `${years} ans`
    if (years === 1) return 'one year'
    return this.random.chance(0.3) ? `${years}+ years` : `${years} years`
  }

  private reference(): string {
    return String(10_000 + ((this.draft.index * 7919) % 90_000))
  }

  /** The usual tools more often; none twice before the posting has named them all. */
  private nextTool(): string {
    if (this.tools.length === 0) this.tools = this.pickTools()
    const tool = at(this.tools, this.toolsUsed % this.tools.length)
    this.toolsUsed += 1
    return tool
  }

  private pickTools(): string[] {
    const tools = new Set<string>()
    for (let draw = 0; draw < 9; draw += 1)
      tools.add(this.random.pickEarly(this.draft.wording.tools))
    return Array.from(tools)
  }
}

/** `U` is spoken as a vowel in Underwriter and Urban, not in UX; R&D and HVAC are spelled out. */
function withArticle(name: string): string {
  return /^(?:[AEIO]|U[nr]|R&D|HVAC)/.test(name) ? `an ${name}` : `a ${name}`
}

const COUNTRIES = {
  en: { CA: 'Canada', US: 'the United States' },
  fr: { CA: 'Canada', US: 'États-Unis' },
}

type Range = readonly [low: number, high: number, step: number, unit?: readonly [string, string]]

const RANGES: Readonly<Record<string, Range>> = {
  number: [3, 480, 1],
  sites: [3, 28, 1],
  year: [1948, 2019, 1],
  people: [3, 60, 10],
  percent: [2, 12, 5],
  'small percent': [3, 8, 1],
  days: [2, 6, 15],
  weeks: [3, 5, 1],
  few: [2, 4, 1],
  pto: [12, 25, 1],
  stops: [12, 26, 5],
  calls: [4, 9, 10],
  'long years': [18, 39, 1, ['years', 'ans']],
  'team size': [4, 18, 1, ['people', 'personnes']],
}
