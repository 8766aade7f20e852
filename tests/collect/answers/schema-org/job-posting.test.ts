import { expect, test } from 'bun:test'
import {
  endOf,
  jobPostingMembers,
  toPosting,
} from '../../../../src/collect/answers/schema-org/job-posting'
import type { CollectedPosting } from '../../../../src/collect/system'

test('a JobPosting without members', () => {
  expect(jobPostingMembers({ '@type': 'JobPosting' })).toEqual({
    organization: null,
    date_posted: null,
    date_valid_through: null,
    places: [],
    salary: null,
    employment_type: null,
    description_html: null,
  })
})

test('a remote job', () => {
  expect(jobPostingMembers({ jobLocationType: 'TELECOMMUTE' })).toMatchObject({
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
  })
})

test('dates without leading zeros', () => {
  expect(jobPostingMembers({ datePosted: '2026-7-27', validThrough: '2026-9-1' })).toMatchObject({
    date_posted: '2026-07-27T00:00:00Z',
    date_valid_through: '2026-09-01T00:00:00Z',
  })
})

test.each([
  ['27-7-2026', '2026-07-28T12:00:00.000Z'],
  ['2026-7-27', '2026-07-28T12:00:00.000Z'],
  ['2026-07-27', '2026-07-28T12:00:00.000Z'],
  ['2026-07-27T10:00:00', '2026-07-28T22:00:00.000Z'],
  ['2026-07-27T10:00:00-04:00', '2026-07-27T14:00:00.000Z'],
])('a posting valid through %s ends when that is over everywhere', (validThrough, end) => {
  expect(endOf({ validThrough })?.toISOString()).toBe(end)
})

test('an employer may be a text', () => {
  expect(jobPostingMembers({ hiringOrganization: 'Acme' }).organization).toBe('Acme')
  expect(jobPostingMembers({ hiringOrganization: { name: 'Acme' } }).organization).toBe('Acme')
})

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
  ['PART_TIME, CONTRACTOR', ['PART_TIME', 'CONTRACTOR']],
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
