import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import cities from '../../../src/text/locations/table/cities.txt' with { type: 'text' }
import { parsePlaces } from '../../../src/text/search/places/parse-places'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { MAX_SUGGESTION } from '../../../src/text/search/search-syntax-error'
import { findRegion, type Region } from '../../../src/values/region'
import { plain as parsePlain } from '../../support/plain'
import { printTree } from '../../support/print-search'
import { searchText } from '../../support/search-arbitraries'
import { issue, syntaxErrorOf } from '../../support/syntax-errors'

const plain = (text: string) => parsePlain(text)

describe('signs and operators of a plain filter', () => {
  test.each([
    ['–senior', 'not(senior)'],
    ['−senior', 'not(senior)'],
    ['nurse —“line cook”', 'all(nurse not("line cook"))'],
    ['Cook — Nights – Toronto', 'all(cook nights toronto)'],
    ['mid‑level', '"mid level"'],
    ['nurse -“night shift”', 'all(nurse not("night shift"))'],
    ['"night shift”', '"night shift"'],
    ['„Nacht Schicht“ ‟a b″', 'all("nacht schicht" "a b")'],
    ['«infirmière de nuit» ‹a b›', 'all("infirmiere de nuit" "a b")'],
    ['“software engin”*', '"software engin*"'],
    ['nurse AND rn', 'all(nurse rn)'],
    ['nurse AND -cook OR "a b" AND c', 'any(all(nurse not(cook)) all("a b" c))'],
    ['SALES AND MARKETING MANAGER', 'all(sales marketing manager)'],
    ['nurse and rn', 'all(nurse and rn)'],
    ['"AND" "NOT"', 'all(and not)'],
    ['why NOT', 'all(why not)'],
    ['Cook (nights)', 'all(cook nights)'],
    ['(Java AND SQL) OR (Go AND SQL)', 'any(all(java sql) all(go sql))'],
    ['Nurse (RN OR LPN', 'any(all(nurse rn) lpn)'],
  ])('%s', (text, printed) => {
    expect(printTree(plain(text))).toBe(printed)
  })
})

describe('codes in parentheses or behind a slash', () => {
  test.each([
    ['Toronto (ON)', 'Toronto, Ontario'],
    ['Toronto/ON', 'Toronto, Ontario'],
    ['Toronto (ON, Canada)', 'Toronto, Ontario'],
  ])('%s', (text, whole) => {
    expect(outcome(text)).toBe(`read as ${whole}`)
  })

  test.each(['"Toronto (ON)"', 'Toronto (Ontario)'])('%s is accepted', (text) => {
    expect(issue(parsePlaces, text)).toBeUndefined()
  })
})

describe('codes in places', () => {
  const code = (text: string, names: string, position: number) =>
    `'${text}' is a code at position ${position}; write ${names}`
  const both = "'California' or 'Canada'"

  test.each([
    ['Toronto, ON', 'read as Toronto, Ontario'],
    ['ON', 'read as Ontario, Canada'],
    ['usa', code('usa', "'United States'", 1)],
    ['U.S.', code('U.S.', "'United States'", 1)],
    ['New York, NY', 'read as New York, New York'],
    ['Washington, DC', 'read as Washington, District of Columbia'],
    ['D.C.', 'read as District of Columbia, United States'],
    ['CA', `${code('CA', both, 1)}; the whole filter: California OR Canada`],
    ['Ontario, CA', 'read as Ontario, California'],
    ['Toronto, ON, CA', 'read as Toronto, Ontario'],
    ['Toronto, ON, Canada', 'read as Toronto, Ontario'],
    ['Laval OR Toronto, ON OR QC', 'read as Laval OR Toronto, Ontario OR Quebec, Canada'],
    ['"Toronto, ON"', 'read as Toronto, Ontario'],
    ['Canada -BC', 'read as Canada -"British Columbia, Canada"'],
    ['Canada -Vancouver,BC', 'read as Canada -"Vancouver, British Columbia"'],
    ['-CA', code('CA', both, 2)],
    [
      'LA',
      `${code('LA', "'Louisiana' or 'Los Angeles'", 1)}; the whole filter: Louisiana OR Los Angeles`,
    ],
    ['LA, CA', 'read as Los Angeles'],
    ['Seattle, WA; Portland, OR', 'read as Seattle, Washington OR Portland, Oregon'],
    ['Toronto ON', 'read as Toronto, Ontario'],
    ['TORONTO\nON', 'read as Toronto, Ontario'],
    ['New York NY', 'read as New York, New York'],
    ['Washington D.C.', 'read as Washington, District of Columbia'],
    ['Fresno CA', 'read as Fresno, California'],
    ['Toronto ON CA', 'read as Toronto, Ontario'],
    ['Boston MA USA', 'read as Boston, Massachusetts'],
    ['toronto ON canada', 'read as Toronto, Ontario'],
    ['Toronto ON, Canada', 'read as Toronto, Ontario'],
    [
      'Laval OR Ottawa ON OR Troy MI -Troy',
      'read as Laval OR Ottawa, Ontario OR Troy, Michigan -Troy',
    ],
    ['Canada NOT New York', 'read as Canada -"New York"'],
    [
      '(Toronto OR Ottawa) Canada',
      "expected no group, got '(' at position 1; groups belong to location_advanced",
    ],
  ])('%s', (text, message) => {
    expect(outcome(text)).toBe(message)
  })

  test.each([
    'toronto on',
    '"Toronto ON"',
    'Toronto ON*',
    "VAL D'OR",
    'Isle La Motte',
    'H STREET NE',
    'ON*',
    'Washington',
    'Ontario, Canada',
    'NEWFOUNDLAND AND LABRADOR',
    '“New York” -“North York”',
  ])('%s has no code', (text) => {
    expect(issue(parsePlaces, text)).toBeUndefined()
  })

  test('no city of the table is read as a code, in any case', () => {
    let region: Region | undefined
    const texts = cities.split('\n').flatMap((line) => {
      if (line.startsWith('@')) region = findRegion(line.slice(1))
      if (!/^[^#@]/.test(line)) return []
      const name = line.slice(0, line.indexOf('\t'))
      const whole = `${name}, ${region?.name}`
      return [name.toUpperCase(), whole.replace(',', '')]
    })
    expect(texts.length).toBeGreaterThan(40_000)
    expect(texts.filter((text) => issue(parsePlaces, text) !== undefined)).toEqual([])
  })
})

/** Filters as recruiters write them for search engines of many kinds. */
const BOOLEAN_STRINGS = [
  '"project coordinator" AND (bridges OR tunnels OR rail)',
  '("site manager" OR foreman) AND concrete',
  '"office manager" OR "office administrator" OR receptionist -dental',
  '("head chef" OR "sous chef" OR "COOK") AND hotel',
  '"brand manager" AND (paid media OR social OR email)',
  '("budget analyst" OR "P&L analyst") AND Excel',
  '(" QA" OR "test automation") AND engineer NOT manager',
  '"fully remote" AND ("copy editor" OR "proof reader") -"freelance" -"on call"',
  '(hybrid OR onsite) AND "lab technician" AND "Day" OR "Evening" -"Night"',
  '"live anywhere" AND welder AND union',
  '"100% commission" AND "insurance agent"',
  'warehouse AND ("forklift driver" OR "reach truck") AND "british columbia" NOT "prince george"',
  '"10+ years" AND "carpentry"',
  '"bachelor\'s degree" OR "BSc" AND "chemistry" AND "R"',
  '"front-line" AND "retail" AND (POS OR "cash")',
  '"fire fighter" AND ("rural" OR "volunteer") AND -"seasonal work"',
  '("dental assistant" AND (level 2 OR "level two") AND evenings) -temp -"locum tenens"',
  '("claims adjuster" OR "claims examiner") AND auto AND -"entry level"',
  'COBOL AND "mainframe"',
  'plumber NOT apprentice',
  '("CFO" OR "Controller") AND Manufacturing',
  '("welder" OR "fitter") AND (TIG OR MIG) AND ("shop" OR field) NOT (student OR helper)',
  '("game developer" OR "UI/UX") AND (Unity OR "C++" OR "C#") NOT (intern OR QA)',
  '("Truck Driver" OR "AZ Driver") ("long haul" OR "flatbed") -owner -"new grad"',
  '("speech therapy" OR "SLP" OR "audiology")',
  '(("lead" OR "charge") AND ("nurse" OR "midwife")) AND (ICU OR NICU) AND NOT (agency OR travel)',
  '("Pharmacist" OR RPh) AND (retail OR "long-term care")',
  'roofer AND (flat OR "torch on") AND NOT helper',
  '(sap OR oracle) AND "payroll" AND NOT (intern OR co-op)',
  'pastry chef AND (hotel OR resort) NOT cafe',
  'electrician NOT (apprentice OR apprenticeship)',
  '("1:1" OR "mentoring") AND coach AND NOT ("life coach" OR wellness)',
  '"vue.js" OR vuejs OR "node.js" OR ".net" OR "asp.net" OR "c#"',
  'Janitor -Manager -Lead',
  'teach*',
  '(Baker AND Nights) OR (Baker AND Weekends)',
  '(Go OR Rust) (developer OR engineer)',
  '(Senior OR Lead) AND (Node.js OR "Node JS") AND (AWS OR GCP)',
  'Nurse AND NOT Student',
  '“data engineer” AND (“spark” OR «flink»)',
]

describe('strings for other search engines have an answer, or a suggestion that is valid', () => {
  test.each(BOOLEAN_STRINGS)('%s', (text) => {
    for (const parse of [plain, parseAdvanced]) {
      const error = syntaxErrorOf(parse, text)
      if (error === undefined) continue
      const isAdvanced = parse === parseAdvanced || error.message.includes('_advanced: ')
      const target = isAdvanced ? parseAdvanced : parsePlain
      expect(issue(target, error.suggestion ?? `no suggestion: ${error.message}`)).toBeUndefined()
    }
  })
})

const PIECES =
  '[|]|{|w/5|~2|"d e"~3|XOR|EXCEPT|ANDNOT|AT&T|c%|&quot;|a|bc|"d e"|“d e”|-|–|(|)|AND|OR|NOT|not|and|&&|\\||!|*|NEAR/3|<2>|title:|\'x y\'|ON|, |CA|C#'.split(
    /(?<!\\)\|/,
  )
const typed = fc.oneof(
  searchText,
  fc
    .array(fc.constantFrom(...PIECES, '|', '||'), { maxLength: 12 })
    .chain((pieces) => fc.constantFrom(pieces.join(' '), pieces.join(''))),
)

test('every suggestion is valid, short and on one line', () => {
  const property = fc.property(typed, (text) => {
    for (const parse of [plain, parsePlaces, parseAdvanced]) {
      const error = syntaxErrorOf(parse, text)
      if (error?.suggestion === undefined) continue
      const isAdvanced = parse === parseAdvanced || error.message.includes('_advanced: ')
      expect(issue(isAdvanced ? parseAdvanced : parse, error.suggestion)).toBeUndefined()
      expect(error.suggestion.length).toBeLessThanOrEqual(MAX_SUGGESTION)
      expect(error.message).toEndWith(error.suggestion)
      expect(error.message).not.toContain('\n')
    }
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('a query that is too long to suggest has a hint without it', () => {
  const long = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' OR ')
  expect(issue(parseAdvanced, long)).toBe(
    "expected '|', got 'OR' at position 7; write 'OR' in quotes to search for the word",
  )
})

/** How a location filter is read, or the message of its error. */
function outcome(text: string): string | undefined {
  const message = issue(parsePlaces, text)
  return message ?? `read as ${parsePlaces(text).reading}`
}
