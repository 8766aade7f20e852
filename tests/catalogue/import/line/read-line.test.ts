import { describe, expect, test } from 'bun:test'
import { LineError, readLine } from '../../../../src/catalogue/import/line/read-line'
import { place as publishedPlace } from '../../../support/posting-builder'
import { timeLimit } from '../../../support/until'

const POSTING = { source: 'lever', title: 'Nurse', url: 'https://jobs.example/1' }
const PAY = { currency: 'CAD', value: { minValue: 1, unitText: 'HOUR' } }

/** What is complained of in a line; undefined when it is taken. */
function issueOf(line: unknown): string | undefined {
  try {
    readLine(typeof line === 'string' ? line : JSON.stringify(line), { history: false })
    return undefined
  } catch (error) {
    if (error instanceof LineError) return error.message
    throw error
  }
}

/** The issue about a posting with other members. */
const about = (members: object) => issueOf({ ...POSTING, ...members })

const place = (members: object) => ({ locations: [{ address: members }] })

test('a posting needs a source, a title and a url, and nothing else', () => {
  expect(readLine(JSON.stringify(POSTING), { history: false })).toEqual({
    kind: 'posting',
    posting: POSTING,
  })
})

test('a posting may have every member', () => {
  const toronto = publishedPlace('Toronto', 'ON', 'CA')
  const line = {
    ...POSTING,
    source_slug: 'acme',
    external_id: '1',
    organization: 'Acme',
    apply_url: 'https://apply.example/1',
    source_type: 'ats',
    date_posted: '2026-01-10',
    date_valid_through: '2026-02-10T12:00:00-05:00',
    locations: [
      {
        ...toronto,
        address: { ...toronto.address, postalCode: 'M5V 2T6' },
        latitude: 43.7,
        longitude: -79.4,
      },
    ],
    countries: ['CA', 'US'],
    location_type: 'TELECOMMUTE',
    work_arrangement: 'hybrid',
    salary: {
      '@type': 'MonetaryAmount',
      currency: 'CAD',
      value: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 10.5, unitText: 'HOUR' },
    },
    employment_type: ['FULL_TIME', 'PER_DIEM'],
    description_html: '<p>a</p>',
    description_text: 'a',
    source_fields: { version: 1, fields: { team: { value: { a: [1] }, source_path: '$.team' } } },
  }
  expect(readLine(JSON.stringify(line), { history: false })).toEqual({
    kind: 'posting',
    posting: line,
  } as ReturnType<typeof readLine>)
})

test.each([
  'source_slug',
  'organization',
  'apply_url',
  'date_posted',
  'date_valid_through',
  'locations',
  'countries',
  'location_type',
  'work_arrangement',
  'salary',
  'employment_type',
  'description_html',
  'description_text',
  'source_fields',
])('%s may be null', (member) => {
  expect(about({ [member]: null })).toBeUndefined()
})

describe('what is no object is refused', () => {
  test.each([
    ['', 'not JSON: JSON Parse error: Unexpected EOF; expected one JSON object a line'],
    ['{"a":1', "not JSON: JSON Parse error: Expected '}'; expected one JSON object a line"],
    [
      '  "title": "a",',
      'not JSON: JSON Parse error: Unable to parse JSON string; expected one JSON object a line',
    ],
    [
      '[',
      `the start of a JSON array; expected one JSON object a line, which jq -c '.[]' FILE writes`,
    ],
    [
      '[{"a":1},{"a":2}]',
      `the start of a JSON array; expected one JSON object a line, which jq -c '.[]' FILE writes`,
    ],
    [
      '[{"a":1},',
      `the start of a JSON array; expected one JSON object a line, which jq -c '.[]' FILE writes`,
    ],
    ...['source,slug,title', '"id";"url"', 'title', 'id,url\r'].map(
      (header) =>
        [header, 'the header of a CSV file; expected one JSON object a line'] as [string, string],
    ),
    [
      '{',
      'the start of an object of several lines; expected one JSON object a line, which jq -c . FILE writes',
    ],
    [
      '<?xml version="1.0"?>',
      "the start of XML; expected one JSON object a line; --as indeed imports Indeed's XML",
    ],
    [
      '<source>',
      "the start of XML; expected one JSON object a line; --as indeed imports Indeed's XML",
    ],
    ['<!DOCTYPE html>', 'the start of a page; --as jobposting imports its JobPostings'],
    [
      '{"@context":"https://schema.org","@type":"JobPosting","title":"a"}',
      '@type: JSON-LD; --as jobposting imports JobPostings of schema.org',
    ],
    ['[]', "expected one JSON object a line, got '[]'"],
    ['null', "expected one JSON object a line, got 'null'"],
    ['5', "expected one JSON object a line, got '5'"],
    ['"x"', `expected one JSON object a line, got '"x"'`],
    [`[${'1,'.repeat(100)}1]`, `expected one JSON object a line, got '[${'1,'.repeat(29)}1...'`],
  ])('%j', (line, issue) => {
    expect(issueOf(line)).toBe(issue)
  })

  test('in a line of any length, with a short message', () => {
    expect(issueOf('x'.repeat(100_000))?.length).toBeLessThan(200)
  })
})

describe('a missing member is named', () => {
  test.each([
    [{ title: 'a', url: 'https://a.example' }, 'source: missing'],
    [{ source: 'a', url: 'https://a.example' }, 'title: missing'],
    [{ source: 'a', title: 'a' }, 'url: missing'],
  ])('%j', (line, issue) => {
    expect(issueOf(line)).toBe(issue)
  })
})

describe('an unknown member is named before a missing one', () => {
  test.each([
    [
      { source: 'a', titel: 'a', url: 'https://a.example' },
      'titel: unknown member; did you mean title?',
    ],
    [{ sorce: 'a', title: 'a' }, 'sorce: unknown member; did you mean source?'],
    [{ zebra: 1 }, 'zebra: unknown member'],
    [{ satus: 'expired' }, 'satus: unknown member'],
  ])('%j', (line, issue) => {
    expect(issueOf(JSON.stringify(line))).toBe(issue)
  })

  test('inside of an object', () => {
    expect(about({ salary: { curency: 'CAD', value: { minValue: 1, unitText: 'HOUR' } } })).toBe(
      'salary.curency: unknown member; did you mean currency?',
    )
  })
})

describe('an unknown member is named, and the one that was meant', () => {
  test.each([
    [{ titel: 'x' }, 'titel: unknown member; did you mean title?'],
    [{ descripton_html: 'x' }, 'descripton_html: unknown member; did you mean description_html?'],
    [{ slug: 'x' }, 'slug: unknown member; did you mean source_slug?'],
    [{ id: 'x' }, 'id: unknown member; did you mean external_id?'],
    [{ zebra: 1 }, 'zebra: unknown member'],
    [{ 'a/b~c': 1 }, 'a/b~c: unknown member'],
    [place({ region: 'ON' }), 'locations[0].address.region: unknown member'],
    [
      place({ addresRegion: 'ON' }),
      'locations[0].address.addresRegion: unknown member; did you mean addressRegion?',
    ],
    [
      { locations: [{}, { lattitude: 1 }] },
      'locations[1].lattitude: unknown member; did you mean latitude?',
    ],
    [{ salary: { ...PAY, unit: 1 } }, 'salary.unit: unknown member'],
    [
      { salary: { currency: 'CAD', value: { ...PAY.value, minvalue: 1 } } },
      'salary.value.minvalue: unknown member; did you mean minValue?',
    ],
    [{ source_fields: { version: 1, fields: {}, x: 1 } }, 'source_fields.x: unknown member'],
    [
      { source_fields: { version: 1, fields: { a: { value: 1, source_path: 1, x: 1 } } } },
      'source_fields.fields.a.x: unknown member',
    ],
  ])('%j', (members, issue) => {
    expect(about(members)).toBe(issue)
  })

  test('cut short when it is long, wherever it stands', () => {
    const [long, shown] = ['x'.repeat(61), `${'x'.repeat(60)}...`]
    expect(about({ [long]: 1 })).toBe(`${shown}: unknown member`)
    expect(about({ source_fields: { version: 1, fields: { [long]: {} } } })).toBe(
      `source_fields.fields.${shown}.value: missing`,
    )
  })

  test('__proto__ is one', () => {
    const line = JSON.stringify(POSTING).replace('{', '{"__proto__":{},')
    expect(issueOf(line)).toBe('__proto__: unknown member')
  })
})

describe('each member that is wrong is named, with what was expected and found', () => {
  const text = (most: number) =>
    `expected a text of 1 to ${most} characters, not blank and without NUL`
  const source = 'source: expected a source system such as greenhouse'
  const date = 'expected a date-time such as 2026-11-20T13:00:00Z'
  const types = 'FULL_TIME, PART_TIME, CONTRACTOR, TEMPORARY, INTERN, VOLUNTEER, PER_DIEM'
  const long = `'${'x'.repeat(60)}...'`
  test.each<[object, string]>([
    [{ source: 5 }, `${source}, got 5`],
    [{ source: 'a b' }, `${source}, got 'a b'`],
    [{ source: '' }, `${source}, got ''`],
    [{ source: 'x'.repeat(65) }, `${source}, got ${long}`],
    [{ source_slug: '' }, `source_slug: ${text(200)}, got ''`],
    [{ source_slug: 7 }, `source_slug: ${text(200)}, got 7`],
    [{ external_id: null }, `external_id: ${text(2000)}, got null`],
    [{ external_id: 'a\u0000' }, `external_id: ${text(2000)}, got 'a\ufffd'`],
    [{ title: ' \n' }, `title: ${text(1000)}, got ' \ufffd'`],
    [{ title: 'x'.repeat(1001) }, `title: ${text(1000)}, got ${long}`],
    [{ title: 'a\u0000b' }, `title: ${text(1000)}, got 'a\ufffdb'`],
    [{ url: 'x'.repeat(2001) }, `url: ${text(2000)}, got ${long}`],
    [{ url: 'ftp://a.example' }, "url: expected an http or https address, got 'ftp://a.example'"],
    [
      { url: 'javascript:alert(1)' },
      "url: expected an http or https address, got 'javascript:alert(1)'",
    ],
    [{ url: 'https://' }, "url: expected an http or https address, got 'https://'"],
    [{ url: '/jobs/1' }, "url: expected an http or https address, got '/jobs/1'"],
    [{ organization: '' }, `organization: ${text(500)}, got ''`],
    [{ apply_url: ['x'] }, `apply_url: ${text(4000)}, got ["x"]`],
    [{ source_type: 'board' }, "source_type: expected one of ats, career_site, got 'board'"],
    [{ date_posted: '2026-02-30' }, `date_posted: ${date}, got '2026-02-30'`],
    [{ date_valid_through: 1763643600 }, `date_valid_through: ${date}, got 1763643600`],
    [{ locations: {} }, 'locations: expected a list of at most 1000, got {}'],
    [{ locations: ['Toronto'] }, "locations[0]: expected an object, got 'Toronto'"],
    [{ locations: [{ '@type': 'City' }] }, "locations[0].@type: expected 'Place', got 'City'"],
    [
      { locations: [{ address: 'Toronto' }] },
      "locations[0].address: expected an object, got 'Toronto'",
    ],
    [place({ addressLocality: '' }), `locations[0].address.addressLocality: ${text(200)}, got ''`],
    [place({ addressRegion: 5 }), `locations[0].address.addressRegion: ${text(200)}, got 5`],
    [place({ addressCountry: 5 }), `locations[0].address.addressCountry: ${text(200)}, got 5`],
    [place({ postalCode: 5 }), `locations[0].address.postalCode: ${text(50)}, got 5`],
    [
      { locations: [{ latitude: 91 }] },
      'locations[0].latitude: expected a number from -90 to 90, got 91',
    ],
    [{ locations: [{ latitude: '1' }] }, "locations[0].latitude: expected a number, got '1'"],
    [
      { locations: [{ longitude: -181 }] },
      'locations[0].longitude: expected a number from -180 to 180, got -181',
    ],
    [{ countries: ['CA', 'MX'] }, "countries[1]: expected one of CA, US, got 'MX'"],
    [{ countries: 'CA' }, "countries: expected a list, got 'CA'"],
    [{ location_type: 'REMOTE' }, "location_type: expected 'TELECOMMUTE', got 'REMOTE'"],
    [
      { work_arrangement: 'Remote' },
      "work_arrangement: expected one of remote, hybrid, onsite, got 'Remote'",
    ],
    [{ salary: 5 }, 'salary: expected an object, got 5'],
    [{ salary: {} }, 'salary.currency: missing'],
    [{ salary: { currency: 'CAD' } }, 'salary.value: missing'],
    [
      { salary: { ...PAY, currency: 'cad' } },
      "salary.currency: expected a currency code such as CAD, got 'cad'",
    ],
    [{ salary: { currency: 'CAD', value: { minValue: 1 } } }, 'salary.value.unitText: missing'],
    [
      { salary: { currency: 'CAD', value: { minValue: 'abc', unitText: 'HOUR' } } },
      "salary.value.minValue: expected a number, got 'abc'",
    ],
    [
      { salary: { currency: 'CAD', value: { maxValue: -1, unitText: 'HOUR' } } },
      'salary.value.maxValue: expected a number of at least 0, got -1',
    ],
    [
      { salary: { currency: 'CAD', value: { value: '1', unitText: 'HOUR' } } },
      "salary.value.value: expected a number, got '1'",
    ],
    [
      { salary: { currency: 'CAD', value: { value: 1, unitText: 'hour' } } },
      "salary.value.unitText: expected one of HOUR, DAY, WEEK, MONTH, YEAR, got 'hour'",
    ],
    [
      { salary: { currency: 'CAD', value: { minValue: null, unitText: 'HOUR' } } },
      'salary.value: expected minValue, maxValue or value',
    ],
    [
      { salary: { currency: 'CAD', value: { minValue: 30, maxValue: 20, unitText: 'HOUR' } } },
      'salary.value.minValue: expected at most maxValue, 20, got 30',
    ],
    [{ employment_type: 'FULL_TIME' }, "employment_type: expected a list, got 'FULL_TIME'"],
    [{ employment_type: ['FULL'] }, `employment_type[0]: expected one of ${types}, got 'FULL'`],
    [
      { description_html: 5 },
      'description_html: expected a text of at most 1000000 characters, got 5',
    ],
    [
      { description_text: 'x'.repeat(1_000_001) },
      `description_text: expected a text of at most 1000000 characters, got ${long}`,
    ],
    [{ source_fields: [] }, 'source_fields: expected an object, got []'],
    [{ source_fields: { version: 1 } }, 'source_fields.fields: missing'],
    [
      { source_fields: { version: 1, fields: { a: 1 } } },
      'source_fields.fields.a: expected an object, got 1',
    ],
    [
      { source_fields: { version: 1, fields: { a: { value: 1 } } } },
      'source_fields.fields.a.source_path: missing',
    ],
  ])('%j', (members, issue) => {
    expect(about(members)).toBe(issue)
  })

  test('what is nested so deeply that it cannot be printed is refused', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const withFields = (value: string) =>
      JSON.stringify({ ...POSTING, source_fields: null }).replace(
        'null',
        `{"version":1,"fields":{"a":{"value":${value},"source_path":"p"}}}`,
      )
    expect(issueOf(withFields(nested(97)))).toBeUndefined()
    for (const levels of [98, 50_000]) {
      const issue = 'source_fields: nested deeper than 100 levels'
      expect(issueOf(withFields(nested(levels)))).toBe(issue)
    }
    const title = JSON.stringify({ ...POSTING, title: 'X' }).replace('"X"', nested(50_000))
    expect(issueOf(title)).toMatch(/^title: expected a text .*, got a deeply nested value$/)
  })

  test('a list that is too long is refused at once, without its values', () => {
    for (const item of ['{}', '{"address":{"addressLocality":"Toronto"}}', '{"x":1}', '5']) {
      const locations = Array(100_000).fill(item).join()
      const line = JSON.stringify({ ...POSTING, locations: 'X' }).replace('"X"', `[${locations}]`)
      const start = process.cpuUsage()
      expect(issueOf(line)).toBe('locations: expected a list of at most 1000, got 100000')
      expect(process.cpuUsage(start).user).toBeLessThan(timeLimit(1_000) * 1_000)
    }
  })

  test.each([
    ['countries', JSON.stringify(Array(100_000).fill('XX'))],
    ['salary', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`)}}`],
    ['source_fields', `{"version":1,"fields":{"a":[${Array(100_000).fill('[]')}]}}`],
  ])('so are more values than a posting has: %s', (name, value) => {
    const line = JSON.stringify({ ...POSTING, [name]: 'X' }).replace('"X"', value)
    const start = process.cpuUsage()
    expect(issueOf(line)).toBe('more than 100000 values')
    expect(process.cpuUsage(start).user).toBeLessThan(timeLimit(1_000) * 1_000)
  })

  test('one of many unknown members is told', () => {
    const members = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 1]))
    expect(about(members)).toBe('k0: unknown member')
    expect(about({ salary: { ...PAY, ...members } })).toBe('salary.k0: unknown member')
  })

  test('a number beyond all numbers is none', () => {
    const line = JSON.stringify({ ...POSTING, locations: [{ latitude: 7 }] }).replace('7', '1e400')
    expect(issueOf(line)).toBe('locations[0].latitude: expected a number, got null')
  })
})

test('of a member that is given twice the last one counts', () => {
  const withMember = (text: string) => `${JSON.stringify(POSTING).slice(0, -1)},${text}}`
  expect(issueOf(withMember(String.raw`"t\u0069tle" : 7`))).toBe(
    'title: expected a text of 1 to 1000 characters, not blank and without NUL, got 7',
  )
  expect(issueOf(withMember('"title":7,"title":"b"'))).toBeUndefined()
})

describe('the longest values are taken', () => {
  test.each([
    [{ source: 'x'.repeat(64) }],
    [{ title: 'x'.repeat(1000) }],
    [{ title: '😀'.repeat(500) }],
    [{ url: `https://a.example/${'x'.repeat(1982)}` }],
    [{ description_html: 'x'.repeat(1_000_000) }],
    [{ locations: Array(1000).fill({}) }],
    [{ description_text: 'a\u0000b' }],
  ])('%#', (members) => {
    expect(about(members)).toBeUndefined()
  })
})

test('only the first thing wrong is told', () => {
  expect(about({ title: 5, organization: 5 })).toMatch(/^title: [^\n]*$/)
})
