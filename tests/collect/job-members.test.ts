import { describe, expect, test } from 'bun:test'
import { jobPlaces } from '../../src/collect/job-places'
import { toPosting } from '../../src/collect/job-posting'
import { jobSalary } from '../../src/collect/job-salary'
import type { CollectedPosting } from '../../src/collect/system'

const address = (members: object) => ({ '@type': 'Place', address: members })
const remote = { jobLocationType: ['TELECOMMUTE'] }

describe('places', () => {
  test.each<[string, object, ReturnType<typeof jobPlaces>]>([
    ['a text', { jobLocation: ' Toronto,\n ON ' }, [{ text: 'Toronto, ON' }]],
    ['an address as text', { jobLocation: { address: 'Boise, ID' } }, [{ text: 'Boise, ID' }]],
    [
      'an address without a place',
      { jobLocation: { '@type': 'PostalAddress', addressLocality: 'Boise', addressRegion: 'ID' } },
      [{ address: { city: 'Boise', region: 'ID' } }],
    ],
    [
      'a list of addresses in a place',
      { jobLocation: [{ address: [{ addressLocality: 'Boise', addressCountry: ['US', 'US'] }] }] },
      [{ address: { city: 'Boise', country: 'US' } }],
    ],
    [
      'a country object with several names',
      { jobLocation: address({ addressCountry: { '@type': 'Country', name: ['USA', 'USA'] } }) },
      [{ address: { country: 'USA' } }],
    ],
    [
      'a region with the country behind it',
      {
        jobLocation: address({
          addressLocality: 'Espoo',
          addressRegion: 'ON,CA',
          addressCountry: 'CA',
        }),
      },
      [{ address: { city: 'Espoo', region: 'ON', country: 'CA' } }],
    ],
    [
      'a part of the world instead of a region',
      {
        jobLocation: address({
          addressLocality: 'Lyon',
          addressRegion: 'Europe',
          addressCountry: 'FR',
        }),
      },
      [{ address: { city: 'Lyon', country: 'FR' } }],
    ],
    [
      'a city with its region',
      { jobLocation: address({ addressLocality: 'Austin, TX', addressCountry: 'US' }) },
      [{ text: 'Austin, TX, US' }],
    ],
    [
      'Remote as a city',
      { jobLocation: address({ addressLocality: 'Remote', addressCountry: 'CA' }) },
      [{ address: { country: 'CA' } }],
    ],
    [
      'a name alone',
      { jobLocation: { '@type': 'Place', name: 'Halifax, NS' } },
      [{ text: 'Halifax, NS' }],
    ],
    [
      'names beside the address of the first',
      {
        jobLocation: ['Austin, TX', 'Boise, ID'].map((name) => ({
          name,
          address: { addressLocality: 'Austin', addressRegion: 'TX' },
        })),
      },
      [{ text: 'Austin, TX' }, { text: 'Boise, ID' }],
    ],
    [
      'a place twice',
      {
        jobLocation: [address({ addressLocality: 'Boise' }), address({ addressLocality: 'Boise' })],
      },
      [{ address: { city: 'Boise' } }],
    ],
    ['nothing', { jobLocation: [null, {}, '', { address: {} }] }, []],
    ['no member', {}, []],
    [
      'a remote job in the countries of its applicants',
      { ...remote, applicantLocationRequirements: [{ name: 'Canada' }, 'USA'] },
      [{ text: 'Canada' }, { text: 'USA' }],
    ],
    [
      'a remote job with an office: only the other countries',
      {
        ...remote,
        jobLocation: address({ addressLocality: 'Toronto', addressCountry: 'CA' }),
        applicantLocationRequirements: [
          { name: 'CAN' },
          { name: 'Canada' },
          { name: 'United States' },
        ],
      },
      [{ address: { city: 'Toronto', country: 'CA' } }, { text: 'United States' }],
    ],
    [
      'requirements of a job that is not remote',
      { jobLocation: 'Boise, ID', applicantLocationRequirements: { name: 'Canada' } },
      [{ text: 'Boise, ID' }],
    ],
  ])('%s', (_, job, places) => {
    expect(jobPlaces(job)).toEqual(places)
  })

  test('their order does not count', () => {
    const places = ['Boise, ID', 'Austin, TX', 'Toronto, ON']
    expect(jobPlaces({ jobLocation: places.toReversed() })).toEqual(
      jobPlaces({ jobLocation: places }),
    )
  })
})

describe('pay', () => {
  const of = (pay: unknown, more: object = {}) => {
    const salary = jobSalary({ baseSalary: pay, ...more })
    if (salary === undefined) return undefined
    const { minValue, maxValue, value, unitText } = salary.value
    return [salary.currency, value ?? [minValue ?? null, maxValue ?? null], unitText]
  }

  test.each<[unknown, object, ReturnType<typeof of>]>([
    [
      { currency: 'CAD', value: { minValue: 20, maxValue: 25, unitText: 'HOUR' } },
      {},
      ['CAD', [20, 25], 'HOUR'],
    ],
    [
      { currency: 'CAD', value: { value: '52,000.50', unitText: 'YEAR' } },
      {},
      ['CAD', 52000.5, 'YEAR'],
    ],
    [{ currency: 'CAD', value: 4200, unitText: 'MONTH' }, {}, ['CAD', 4200, 'MONTH']],
    [
      { currency: 'CAD', minValue: 20, maxValue: 25, unitText: 'hourly' },
      {},
      ['CAD', [20, 25], 'HOUR'],
    ],
    [
      { value: { minValue: 70000, unitText: 'YEAR' } },
      { salaryCurrency: 'USD' },
      ['USD', [70000, null], 'YEAR'],
    ],
    [{ currency: 'USD', value: [{ value: 30, unitText: 'HOUR' }] }, {}, ['USD', 30, 'HOUR']],
    [
      { currency: 'USD', value: { minValue: 30, maxValue: 30, unitCode: 'HUR' } },
      {},
      ['USD', 30, 'HOUR'],
    ],
    ['$30 - $40 per hour', { salaryCurrency: 'CAD' }, ['CAD', [30, 40], 'HOUR']],
    ['USD 90,000 per year', {}, ['USD', 90000, 'YEAR']],
    [
      [
        { currency: 'USD', value: { minValue: 50000, maxValue: 60000, unitText: 'YEAR' } },
        { currency: 'USD', value: { minValue: 55000, maxValue: 70000, unitText: 'YEAR' } },
      ],
      {},
      ['USD', [50000, 70000], 'YEAR'],
    ],
    // No unit, no currency, no amount, amounts that are none, and a part of the pay.
    ['100000', { salaryCurrency: 'USD' }, undefined],
    [{ value: { value: 30, unitText: 'HOUR' } }, {}, undefined],
    [{ currency: 'USD', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } }, {}, undefined],
    [{ currency: 'USD', value: { value: 'competitive', unitText: 'YEAR' } }, {}, undefined],
    [{ currency: 'USD', value: { minValue: 9, maxValue: 5, unitText: 'HOUR' } }, {}, undefined],
    [[{ currency: 'USD', value: { value: 30, unitText: 'HOUR' } }, 'more'], {}, undefined],
    [
      undefined,
      { estimatedSalary: { currency: 'USD', value: { value: 30, unitText: 'HOUR' } } },
      undefined,
    ],
  ])('%j %j', (pay, more, expected) => {
    expect(of(pay, more)).toEqual(expected)
  })
})

describe('other members', () => {
  const posting = (members: object) =>
    toPosting({ title: 'Cook', ...members }, 'https://acme.example/jobs/1')

  test.each<[unknown, CollectedPosting['employment_type']]>([
    ['FULL_TIME', ['FULL_TIME']],
    [
      ['PART_TIME', 'FULL_TIME'],
      ['FULL_TIME', 'PART_TIME'],
    ],
    ['Full-time; Seasonal', ['FULL_TIME', 'TEMPORARY']],
    [{ '@type': 'DefinedTerm', name: 'Internship' }, ['INTERN']],
    ['OTHER', null],
    [['Regular', 7], null],
  ])('employmentType %j', (employmentType, expected) => {
    expect(posting({ employmentType })?.employment_type).toEqual(expected)
  })

  test.each<[string, string | null, string | undefined]>([
    ['<p>One</p>', '<p>One</p>', undefined],
    ['&lt;p&gt;One &amp;amp; two&lt;/p&gt;', '<p>One &amp; two</p>', undefined],
    ['&amp;lt;p&amp;gt;One&amp;lt;/p&amp;gt;', '<p>One</p>', undefined],
    ['One &amp; two\n\nif a < b', null, 'One & two\n\nif a < b'],
    ['**Bold** words', '<p><strong>Bold</strong> words</p>', undefined],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>', undefined],
    ['', null, undefined],
  ])('description %j', (description, html, text) => {
    const found = posting({ description })
    expect(found?.description_html ?? null).toBe(html)
    expect(found?.description_text ?? undefined).toBe(text)
  })

  test('sections of their own are added, unless the description has them', () => {
    const both = {
      description: '<p>Cook</p>',
      responsibilities: '<p>Boil</p>',
      qualifications: '<p>Cook</p>',
    }
    expect(posting(both)?.description_html).toBe(
      '<p>Cook</p>\n<h3>Responsibilities</h3>\n<p>Boil</p>',
    )
  })

  test.each<[object, string | null]>([
    [{}, null],
    [{ url: '/jobs/1' }, null],
    [{ url: 'https://apply.vendor.example/1' }, 'https://apply.vendor.example/1'],
    [{ directApply: true }, 'https://acme.example/jobs/1'],
    [{ directApply: true, url: '/jobs/1/apply' }, 'https://acme.example/jobs/1/apply'],
    [{ directApply: false, url: 'javascript:alert(1)' }, null],
  ])('apply_url of %j', (members, expected) => {
    expect(posting(members)?.apply_url).toBe(expected)
  })

  test.each<[unknown, string | null]>([
    ['2026-02-20', '2026-02-20T00:00:00Z'],
    [['2026-02-20T10:00:00+02:00'], '2026-02-20T08:00:00Z'],
    ['3 days ago', null],
    [20260220, null],
  ])('datePosted %j', (datePosted, expected) => {
    expect(posting({ datePosted })?.date_posted).toBe(expected)
  })

  test('people are not kept', () => {
    const fields = posting({
      applicationContact: { email: 'jane@acme.example' },
      employmentUnit: { name: 'Kitchen' },
      identifier: 'C-1',
    })?.source_fields?.fields
    expect(fields).toEqual({
      identifier: { value: 'C-1', source_path: '$.identifier' },
      department: { value: 'Kitchen', source_path: '$.employmentUnit.name' },
    })
  })
})
