import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { analyze } from '../../../src/text/search/index/analyzer'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { parsePlain } from '../../../src/text/search/reading/parse-plain'
import { matches } from '../../support/matcher'
import { plain } from '../../support/plain'
import { readOrCorrected } from '../../support/read-or-corrected'
import { issue } from '../../support/syntax-errors'

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
  ['AND NOT lead go', '!lead & go'],
  ['go (AND NOT lead)', 'go & !lead'],
  ['go (-lead)', 'go & !lead'],
  ['go (–lead)', 'go & !lead'],
  ['go !lead', 'go & !lead'],
  ['go & !lead', 'go & !lead'],
  ['go &!lead', 'go & !lead'],
  ['!"team lead" go', "!'team lead' & go"],
  ['go ANDNOT lead', 'go & !lead'],
  ['go AND-NOT lead', 'go & !lead'],
  ['go EXCEPT lead', 'go & !lead'],
  ['-“lead” go', '!lead & go'],
  ['go -“team lead”', "go & !'team lead'"],
  ['go & (lead || senior)', 'go & (lead | senior)'],
  ['go (lead||senior)', 'go & (lead | senior)'],
  ['go [lead OR senior]', 'go & (lead | senior)'],
  ['go {lead OR senior}', 'go & (lead | senior)'],
  ['go NOT (lead OR senior)', 'go & !(lead | senior)'],
  ['go (NOT (lead OR senior))', 'go & !(lead | senior)'],
  ['go -[lead senior]', 'go & !(lead & senior)'],
  ['go !(lead || senior)', 'go & !(lead | senior)'],
  ['head <2> sales', 'head <2> sales'],
  ['head <-> sales', 'head <-> sales'],
  ['head NEAR/4 sales', 'head <4> sales | sales <4> head'],
  ['head near/4 sales', 'head <4> sales | sales <4> head'],
  ['head W/3 sales', 'head <3> sales | sales <3> head'],
  ['head pre/2 (sales OR market)', 'head <2> (sales | market)'],
  ['head ADJ sales', 'head <-> sales'],
  ['head ADJ3 sales', 'head <3> sales'],
  ['head ONEAR/3 sales', 'head <3> sales'],
  ['head AROUND(6) sales', 'head <6> sales | sales <6> head'],
  ['"head sales"~4', 'head <4> sales | sales <4> head'],
  ['cook -"head sales"~4', 'cook & !(head <4> sales | sales <4> head)'],
  ['rust^4 go', 'rust & go'],
  ['rust^1.5 go', 'rust & go'],
  ['paint%', 'paint:*'],
  ['paint:*', 'paint:*'],
  ['paint*', 'paint:*'],
  ["'line cook':*", "'line cook':*"],
  ['barber', 'barber'],
  ['Crane Operator', 'crane & operator'],
  ['dental hygienist part-time', "dental & hygienist & 'part time'"],
  ['BAKER', 'baker'],
  ['UX designer', 'ux & designer'],
  ['F# developer', "'F#' & developer"],
  ['.NET architect', "'.NET' & architect"],
  ['ASP.NET', "'asp .net'"],
  ['AZ driver, Class 1', 'az & driver & class & 1'],
  ['401(k) advisor', '401 & k & advisor'],
  ['$100,000 bonus', "'100 000' & bonus"],
  ['1,250,000', "'1 250 000'"],
  ['403(b) OR 401(k)', '403 & b | 401 & k'],
  ['Cook @ The Lodge', 'cook & the & lodge'],
  ['Painter #88', 'painter & 88'],
  ['JOB-2025-77', "'job 2025 77'"],
  ['Line Cook (Nights) - Halifax, NS', 'line & cook & nights & halifax & ns'],
  ['Welder\tHalifax', 'welder & halifax'],
  ['  cook  ', 'cook'],
  ["Master's degree", "'master s' & degree"],
  ["O'Hara", "'o hara'"],
  ["d'entrepôt", "'d entrepot'"],
  ['commis d’épicerie', "commis & 'd epicerie'"],
  ['éducatrice à l’enfance', "educatrice & a & 'l enfance'"],
  ['conducteur·trice', "'conducteur trice'"],
  ['infirmier(ère)', 'infirmier & ere'],
  ['повар', 'повар'],
  ['요리사', '요리사'],
  ['go NEAR rust', 'go <10> rust | rust <10> go'],
  ['head NEAR (sales OR market)', 'head <10> (sales | market) | (sales | market) <10> head'],
  ['soudeur OU monteur', 'soudeur | monteur'],
  ['soudeur OU "chef monteur"', "soudeur | 'chef monteur'"],
  ['soudeur SAUF apprenti', 'soudeur & !apprenti'],
  ['soudeur SAUF (apprenti OU stagiaire)', 'soudeur & !(apprenti | stagiaire)'],
  ['soudeur ET monteur', 'soudeur & monteur'],
  ['soudeur ET (monteur OU grutier)', 'soudeur & (monteur | grutier)'],
  ['go BUT NOT lead', 'go & !lead'],
  ['any: go rust', 'go | rust'],
  ['any:(go "line cook")', "go | 'line cook'"],
  ['ANY: go', 'go'],
  ['all: go rust', 'go & rust'],
  ['none: go rust', '!go & !rust'],
  ['exact: line cook', "'line cook'"],
  ['exact:"line cook"', "'line cook'"],
  ['phrase: line cook', "'line cook'"],
  ['lead||senior', 'lead | senior'],
  ['a||b||c', 'a | b | c'],
  ['(lead||senior)', 'lead | senior'],
  ['(lead||senior) & cook', '(lead | senior) & cook'],
  ['"line cook"||chef', "'line cook' | chef"],
  ['lead*||senior', 'lead:* | senior'],
  ["'line cook'", "'line cook'"],
  ["-'line cook' chef", "!'line cook' & chef"],
  ["('line cook')", "'line cook'"],
  ["('line cook' OR chef) night", "('line cook' | chef) & night"],
  ['‘line cook’', "'line cook'"],
  ["'line coo'*", "'line coo':*"],
  ['“line cook” AND chef', "'line cook' & chef"],
  ['„line cook“', "'line cook'"],
  ['(-go) rust', '!go & rust'],
  ['NOT go rust', '!go & rust'],
  ['go — rust', 'go & rust'],
  ['go -rust -lead', 'go & !rust & !lead'],
  ['go OR rust OR lead', 'go | rust | lead'],
  ['go rust OR lead', 'go & rust | lead'],
  ['go OR (rust AND lead)', 'go | rust & lead'],
  ['((go OR rust) AND lead) NOT (head OR chief)', '(go | rust) & lead & !(head | chief)'],
  ['{go OR rust} lead', '(go | rust) & lead'],
  ['go &amp;&amp; rust', 'go & rust'],
  ['go&nbsp;OR&nbsp;rust', 'go | rust'],
  ['<em>go</em> <b>rust</b>', 'go & rust'],
  ['%C3%A9lectricien', 'electricien'],
  ['line+cook', 'line & cook'],
  ['cook,+line', 'cook & line'],
  ['head NEAR/2 sales pre/3 north', 'head <2> sales <3> north | sales <2> head <3> north'],
  ['"head of sales"~6', 'head <6> of <6> sales | sales <6> of <6> head'],
  ['cook^2 OR chef^3', 'cook | chef'],
  ['cook% OR chef', 'cook:* | chef'],
]

/** Titles that people paste, and words for which an advanced filter needs operators. */
const PASTED = /\| N| \/ |\[U|! |@|- Halifax|go — rust|^NOT /

describe('what people type is read right, or refused with a suggestion that finds what they mean', () => {
  test.each(TYPED)('%s', (text, meant) => {
    const tree = parseAdvanced(meant)
    const words = analyze(meant)
    const title = fc.array(fc.constantFrom(...words, ...words.map((word) => `${word}s`), 'of'), {
      maxLength: words.length + 4,
    })
    // An advanced filter has no punctuation, so a pasted title is an error there.
    for (const parse of [plain, parseAdvanced]) {
      if (parse === parseAdvanced && PASTED.test(text)) continue
      const read = readOrCorrected(parse, text)
      fc.assert(
        fc.property(title, (each) => {
          expect([each, matches(read, [each])]).toEqual([each, matches(tree, [each])])
        }),
      )
    }
  })
})

describe('a field names the parameter to send, with its value if that can be sent as it is', () => {
  test.each([
    ['title:welder', 'title: welder'],
    ['intitle:welder', 'title: welder'],
    ['title:"line cook"', 'title: "line cook"'],
    ["title:'line cook'", 'title: "line cook"'],
    ['title=welder', 'title: welder'],
    ['position:welder', 'title: welder'],
    ['-title:welder', 'title: -welder'],
    ['jobtitle:welder pay', 'title: welder, and here: pay'],
    ['title:welder AND pay', 'title: welder, and here: pay'],
    ['go (company:birch)', 'organization_advanced: birch, and here: go'],
    ['-company:birch go', 'organization_advanced: !birch, and here: go'],
    ['employer:“Birch Bank”', "organization_advanced: 'Birch Bank'"],
    ['company:AT&T', "organization_advanced: 'AT&T'"],
    ['location:Calgary', 'location: Calgary'],
    ['city:"New York" go', 'location: New York, and here: go'],
    ['-city:Calgary', 'location: -"Calgary"'],
    ['city:Nowhereville', 'location'],
    ['site:birch.example', 'source'],
    ['skills:rust', 'description: rust'],
    ['salary:>90000', 'has_salary'],
    ['remote:true', 'remote: true'],
    ['remote=yes go', 'remote: true, and here: go'],
    ['-remote:true', 'remote: false'],
    ['jobtype:contract', 'employment_type'],
    ['title:go OR title:rust', 'title'],
    ['title:go OR rust', 'title'],
    ['title:OR', 'title'],
    ['title:jc_0123456789abcdef', 'title'],
  ])('%s', (text, sent) => {
    for (const parse of [plain, parseAdvanced]) {
      expect(issue(parse, text)).toEndWith(`; send it in the parameter ${sent}`)
    }
  })

  test.each([
    ['title: welder', 'title: welder'],
    ['title: line cook', 'title: line cook'],
    ['title:(line cook)', 'title: line cook'],
    ['title:(cook OR chef) go', 'title: cook OR chef, and here: go'],
    ['-title:(line cook)', 'title'],
    ['company: Birch', 'organization_advanced: Birch'],
    ['company:(Birch OR Cedar)', 'organization_advanced'],
    ['location: Calgary go', 'location: Calgary, and here: go'],
  ])('%s, with a space or a group', (text, sent) => {
    expect(issue(plain, text)).toEndWith(`; send it in the parameter ${sent}`)
  })

  test.each([
    'Job Title: Welder',
    'title',
    'title:',
    'title: OR welder',
    'Shift:Nights',
    'Reports to: Director',
  ])('%s is no field', (text) => {
    expect(issue(plain, text)).toBeUndefined()
  })
})

describe('where a client is nobody knows', () => {
  test.each([
    ['near me', undefined, undefined],
    ['jobs near me', 'jobs', 'jobs'],
    ['line cook Near Me ', 'line cook', 'line & cook'],
    ['"line cook" close to my home', '"line cook"', "'line cook'"],
    ['cook in my area', 'cook', 'cook'],
    ['nearby', undefined, undefined],
    ['jobs nearby', 'jobs', 'jobs'],
    ['line cook within 25 km of Toronto', 'line cook', 'line & cook'],
    ['within 10 miles from downtown Boston', undefined, undefined],
  ])('%s', (text, rest, advanced) => {
    const way = (query: string | undefined) =>
      `; send a city in the parameter location${query === undefined ? '' : `, and here: ${query}`}`
    expect(issue(plain, text)).toStartWith('distances cannot be searched, got ')
    expect(issue(plain, text)).toEndWith(way(rest))
    expect(issue(parseAdvanced, text)).toEndWith(way(advanced))
  })

  test.each([
    '"near me"',
    '"within 5 km of the plant" driver',
    'within 5 km',
    'Nearby Systems engineer',
    'call me',
    'near metal',
  ])('%s is words', (text) => {
    expect(issue(plain, text)).toBeUndefined()
  })
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

describe('a word that is an operator elsewhere is a word', () => {
  test.each([
    ['near', 'near'],
    ['NEAR', 'near'],
    ['OU', 'ou'],
    ['Doctor, 4pm ET - 1am ET', 'doctor & 4pm & et & 1am & et'],
    ['Doctor 9 am ET Monday', 'doctor & 9 & am & et & monday'],
    ['Product Owner| Cloud', 'product & owner & cloud'],
    ["Town 'n' Country", 'town & n & country'],
    ["nurses' aide 'nights", 'nurses & aide & nights'],
    ['any cook', 'any & cook'],
  ])('%s', (text, meant) => {
    expect(plain(text)).toEqual(parseAdvanced(meant))
  })
})

describe('a sign or word that may be an operator is told, with the other reading', () => {
  test.each([
    ['lead|senior', "'|' is read as punctuation; for alternatives write OR", 'lead OR senior'],
    ['go | rust', "'|' is read as punctuation; for alternatives write OR", 'go OR rust'],
    ['go or rust', "'or' is read as a word; for the operator write OR", 'go OR rust'],
    ['go and/or rust', "'and/or' is read as a word; for the operator write OR", 'go OR rust'],
    ['go not lead', "'not' is read as a word; for the operator write -", 'go -lead'],
    ['go (not lead)', "'not' is read as a word; for the operator write -", 'go (-lead)'],
    ['go but not lead', "'but not' is read as words; for the operator write -", 'go -lead'],
    ['go without rust', "'without' is read as a word; for the operator write -", 'go -rust'],
    [
      'go except "team lead"',
      "'except' is read as a word; for the operator write -",
      'go -"team lead"',
    ],
    [
      'soudeur sans fin de semaine',
      "'sans' is read as a word; for the operator write -",
      'soudeur -"fin de semaine"',
    ],
    ['soudeur sans nuit', "'sans' is read as a word; for the operator write -", 'soudeur -nuit'],
    [
      'no nights line cook',
      "'no' is read as a word; for the operator write -",
      '-nights line cook',
    ],
    [
      'sales no cold calls',
      "'no' is read as a word; for the operator write -",
      'sales -"cold calls"',
    ],
    [
      'soudeur ou monteur',
      "'ou' is read as a word; for the operator write OR",
      'soudeur OR monteur',
    ],
    [
      'soudeur et monteur',
      "'et' is read as a word; for the operator write AND",
      'soudeur AND monteur',
    ],
  ])('%s', (text, detail, suggestion) => {
    expect(parsePlain(text)).toMatchObject({
      reading: undefined,
      remarks: [{ detail, suggestion }],
    })
  })
})

test.each([
  'cook no experience',
  'cook without a degree',
  'soudeur sans expérience',
  'No Frills cook',
  'cook no 5',
  'go "no nights"',
  'cook no',
])('%s excludes nothing', (text) => {
  expect(parsePlain(text)).toMatchObject({ reading: undefined, remarks: [] })
})

describe('an or beside one word and several has two other readings', () => {
  const either = "'or' is read as a word; for either of the words beside it write OR in parentheses"
  const whole = "'or' is read as a word; for either side of it write OR"
  test.each([
    ['go or rust coder', '(go OR rust) coder', 'go OR rust coder'],
    ['night cook chef or baker', 'night cook (chef OR baker)', 'night cook chef OR baker'],
    ['go or "team lead" nights', '(go OR "team lead") nights', 'go OR "team lead" nights'],
  ])('%s', (text, group, sides) => {
    expect(parsePlain(text).remarks).toEqual([
      { detail: either, suggestion: group },
      { detail: whole, suggestion: sides },
    ])
  })

  test('an or between several words has one', () => {
    expect(parsePlain('line cook or night baker').remarks).toEqual([
      {
        detail: "'or' is read as a word; for the operator write OR",
        suggestion: 'line cook OR night baker',
      },
    ])
  })
})

test('the reading of an operator at the beginning tells that it is one', () => {
  expect(parsePlain('NOT Impossible Labs').reading).toBe('-Impossible Labs')
})

describe('a plain filter is read as its meaning in the advanced syntax', () => {
  test.each([
    ['go,rust,1,25', 'go & rust & 1 & 25'],
    ['R & D cook', "'r d' & cook"],
    ['Q & A OR P & L', "'q a' | 'p l'"],
    ['-R & D cook', "!'r d' & cook"],
    ['Class A & B driver', 'class & a & b & driver'],
    ['Cook, Q & Amber', 'cook & q & amber'],
    ['Line Cook - Portland, OR', "line & cook & portland & 'or'"],
    ['COOK, PORTLAND, OR', "cook & portland & 'or'"],
  ])('%s', (text, meaning) => {
    expect(plain(text)).toEqual(parseAdvanced(meaning))
  })
})

describe('the reading of a plain filter, in the plain syntax', () => {
  test.each([
    ['java NOT javascript', 'java -javascript'],
    ['java && kotlin', 'java kotlin'],
    ['(java OR kotlin) AND developer', '(java OR kotlin) developer'],
    ['java NEAR/5 spring', 'java <5> spring OR spring <5> java'],
    ['cook NEAR/5 chef night', '(cook <5> chef OR chef <5> cook) night'],
    ['Node.js && "Team Lead"', 'Node.js "Team Lead"'],
    ['cook^4 paint%', 'cook paint*'],
    ['any: go rust', 'go OR rust'],
    ['&quot;night cook&quot;', '"night cook"'],
    ['&bull; nurse', 'nurse'],
    ['&eacute;quipe', 'équipe'],
    ['Acme, BUT NOT [lead OR chief]', 'Acme -(lead OR chief)'],
    ['R & D cook', '"R & D" cook'],
    ['100,000 lumens', '"100,000" lumens'],
  ])('%s', (text, reading) => {
    expect(parsePlain(text).reading).toBe(reading)
    expect(plain(reading)).toEqual(plain(text))
  })

  test.each([
    'java kotlin',
    'java AND kotlin OR go',
    '"ab cd"* -cook',
    'Sales & Marketing - Remote',
    'Cook (nights)',
    'java,python',
    'nurse at OU Health',
    'Engineer at NEAR Foundation',
    'host ET Canada',
    '4 pm ET daily',
  ])('%s is read by the letter', (text) => {
    expect(parsePlain(text).reading).toBeUndefined()
  })
})

describe('a text of capitals with NOT, or with OR at an end, is refused with both ways', () => {
  test.each([
    [
      'JAVA NOT PYTHON',
      "in capitals 'NOT' may be an operator or a word at position 6; to exclude, write: JAVA -PYTHON; for the word, write: JAVA not PYTHON",
    ],
    [
      'RN - OR',
      "in capitals 'OR' may be an operator or a word at position 6; for alternatives, write them on both sides of it; for the word, write: RN - or",
    ],
  ])('%s', (text, message) => {
    expect(issue(plain, text)).toBe(message)
  })
})

test('a position is a position in what was sent', () => {
  expect(issue(plain, '&quot;line&nbsp;cook&quot; x~')).toContain("got 'x~' at position 28;")
  expect(issue(plain, 'go%20rust x~')).toContain("got 'x~' at position 11;")
  expect(issue(plain, 'go x~%20y')).toContain("got 'x~' at position 4;")
  expect(issue(parseAdvanced, 'nurse]')).toContain("got ']' at position 6")
})
