import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseAdvanced } from '../../src/search/advanced-parser'
import { analyze } from '../../src/search/analyzer'
import { matches } from '../support/matcher'
import { plain, readOrMended } from '../support/read-or-mended'
import { issue } from '../support/syntax-errors'

/** What people type, and what they mean in the advanced syntax. */
const TYPED: [string, string][] = [
  ['welder', 'welder'],
  ['line cook', 'line & cook'],
  ['Bookkeeper, Junior', 'bookkeeper & junior'],
  ['C# tester', "'C#' & tester"],
  ['Vue.js', "'vue js'"],
  ['Sales & Support', 'sales & support'],
  ['Dentist | Nights', 'dentist & nights'],
  ['Driver / Helper', 'driver & helper'],
  ['Baker (RN)', 'baker & rn'],
  ['[Urgent] Painter', 'urgent & painter'],
  ['Hiring! roofer', 'hiring & roofer'],
  ['roofer?', 'roofer'],
  ['100% travel', '100 & travel'],
  ['7+ years', '7 & years'],
  ['+go +rust', 'go & rust'],
  ['go+rust', 'go & rust'],
  ['C+++Rust', "'C++' & rust"],
  ['welder%20apprentice', 'welder & apprentice'],
  ['%22night%20cook%22', "'night cook'"],
  ['&quot;night cook&quot; tips', "'night cook' & tips"],
  ['&ldquo;night cook&rdquo;', "'night cook'"],
  ['plumber &amp; <strong>fitter</strong>', 'plumber & fitter'],
  ['<span class="hit">cook</span>', 'cook'],
  ['welder&nbsp;helper', 'welder & helper'],
  ['go AND rust', 'go & rust'],
  ['go && rust', 'go & rust'],
  ['go&&rust', 'go & rust'],
  ['go OR rust', 'go | rust'],
  ['go || rust', 'go | rust'],
  ['go OR(rust)', 'go | rust'],
  ['(go)OR(rust)', 'go | rust'],
  ['go AND(rust)', 'go & rust'],
  ['go NOT lead', 'go & !lead'],
  ['go (NOT lead)', 'go & !lead'],
  ['go AND NOT(lead)', 'go & !lead'],
  ['go (-lead)', 'go & !lead'],
  ['go (–lead)', 'go & !lead'],
  ['go !lead', 'go & !lead'],
  ['go & !lead', 'go & !lead'],
  ['go &!lead', 'go & !lead'],
  ['!"team lead" go', "!'team lead' & go"],
  ['go ANDNOT lead', 'go & !lead'],
  ['go AND-NOT lead', 'go & !lead'],
  ['go EXCEPT lead', 'go & !lead'],
  ['go XOR rust', 'go & !rust | !go & rust'],
  ['-“lead” go', '!lead & go'],
  ['go -“team lead”', "go & !'team lead'"],
  ['go & (lead | senior)', 'go & (lead | senior)'],
  ['go (lead|senior)', 'go & (lead | senior)'],
  ['go [lead OR senior]', 'go & (lead | senior)'],
  ['go {lead OR senior}', 'go & (lead | senior)'],
  ['go NOT (lead OR senior)', 'go & !(lead | senior)'],
  ['go (NOT (lead OR senior))', 'go & !(lead | senior)'],
  ['go -[lead senior]', 'go & !(lead & senior)'],
  ['go !(lead | senior)', 'go & !(lead | senior)'],
  ['head <2> sales', 'head <2> sales'],
  ['head <-> sales', 'head <-> sales'],
  ['head NEAR/4 sales', 'head <4> sales'],
  ['head near/4 sales', 'head <4> sales'],
  ['head W/3 sales', 'head <3> sales'],
  ['head pre/2 (sales OR market)', 'head <2> (sales | market)'],
  ['head ADJ sales', 'head <-> sales'],
  ['head ADJ3 sales', 'head <3> sales'],
  ['head ONEAR/3 sales', 'head <3> sales'],
  ['head AROUND(6) sales', 'head <6> sales'],
  ['"head sales"~4', 'head <4> sales'],
  ['cook -"head sales"~4', 'cook & !(head <4> sales)'],
  ['rust^4 go', 'rust & go'],
  ['rust^1.5 go', 'rust & go'],
  ['paint%', 'paint:*'],
  ['paint:*', 'paint:*'],
  ['paint*', 'paint:*'],
  ["'line cook':*", "'line cook':*"],
]

describe('what people type is read right, or refused with a suggestion that finds what they mean', () => {
  test.each(TYPED)('%s', (text, meant) => {
    const tree = parseAdvanced(meant)
    const words = analyze(meant)
    const title = fc.array(fc.constantFrom(...words, ...words.map((word) => `${word}s`), 'of'), {
      maxLength: words.length + 4,
    })
    // An advanced filter has no punctuation, so a pasted title is an error there.
    for (const parse of [plain, parseAdvanced]) {
      if (parse === parseAdvanced && /\| N| \/ |\[U|! /.test(text)) continue
      const read = readOrMended(parse, text)
      fc.assert(
        fc.property(title, (each) => {
          expect([each, matches(read, [each])]).toEqual([each, matches(tree, [each])])
        }),
      )
    }
  })
})

describe('a field names the parameter to send', () => {
  test.each([
    ['title:welder', 'title'],
    ['intitle:welder', 'title'],
    ['title:"line cook"', 'title'],
    ['title=welder', 'title'],
    ['jobtitle:welder pay', 'title'],
    ['go (company:birch)', 'organization_advanced'],
    ['employer:“Birch Bank”', 'organization_advanced'],
    ['location:Calgary', 'location'],
    ['city:Calgary', 'location'],
    ['site:birch.example', 'source'],
    ['skills:rust', 'description'],
    ['salary:>90000', 'has_salary'],
    ['remote:true', 'remote'],
  ])('%s', (text, parameter) => {
    for (const parse of [plain, parseAdvanced]) {
      expect(issue(parse, text)).toEndWith(`; send it in the parameter ${parameter}`)
    }
  })

  test.each(['Title: Welder', 'title', 'Shift:Nights', 'Reports to: Director'])(
    '%s is no field',
    (text) => {
      expect(issue(plain, text)).toBeUndefined()
    },
  )
})

describe('what no query can say has a way out', () => {
  test.each(['welder~', 'welder~2', 'welder ~5 nights', 'wom?n'])('%s', (text) => {
    for (const parse of [plain, parseAdvanced])
      expect(issue(parse, text)).toEndWith('write each word')
  })
})

describe('a word of capitals with & in an advanced filter', () => {
  test.each([
    ['R&D', "'R&D'"],
    ['FP&A | cook', "'FP&A' | cook"],
    ['cook A&B&C', "cook & 'A&B&C'"],
    ['AT&amp;T', "'AT&T'"],
  ])('%s', (text, suggestion) => {
    expect(issue(parseAdvanced, text)).toEndWith(`write: ${suggestion}`)
  })

  test.each(['go&rust', 'GO & RUST', 'R& D', "'R&D'"])('%s is accepted', (text) => {
    expect(issue(parseAdvanced, text)).toBeUndefined()
  })
})

test('a position is a position in what was sent', () => {
  expect(issue(plain, '&quot;line&nbsp;cook&quot; !x')).toContain("got '!x' at position 28;")
  expect(issue(plain, 'go%20rust !x')).toContain("got '!x' at position 11;")
  expect(issue(plain, 'go !x%20y')).toContain("got '!x' at position 4;")
})
