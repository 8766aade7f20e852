import { expect, test } from 'bun:test'
import { jobPostingMembers } from '../../src/collect/job-posting'

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

test.each([
  [{ address: 'Toronto, ON' }, [{ text: 'Toronto, ON' }]],
  [{ '@type': 'Place' }, []],
  [{ address: ' ' }, []],
  [
    { address: { addressLocality: 'Guelph', addressRegion: 'ON', addressCountry: 'CA' } },
    [{ address: { city: 'Guelph', region: 'ON', country: 'CA' } }],
  ],
  [
    { address: { addressLocality: 'HKI', addressRegion: 'Uusimaa,FI', addressCountry: 'FI' } },
    [{ address: { city: 'HKI', country: 'FI' } }],
  ],
  [
    {
      address: { addressRegion: 'Europe', addressCountry: { '@type': 'Country', name: 'France' } },
    },
    [{ address: { country: 'France' } }],
  ],
  [
    [
      { address: [{ addressLocality: 'Reno' }, { addressLocality: 'Elko' }] },
      { address: { addressLocality: 'Reno' } },
    ],
    [{ address: { city: 'Elko' } }, { address: { city: 'Reno' } }],
  ],
])('the places of %p', (jobLocation, places) => {
  expect(jobPostingMembers({ jobLocation }).places).toEqual(places)
})

test('a remote job has the countries of applicants that no place names', () => {
  const remote = {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: [{ '@type': 'Country', name: 'Canada' }, { name: 'USA' }],
  }
  expect(jobPostingMembers(remote)).toMatchObject({
    places: [{ text: 'Canada' }, { text: 'USA' }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
  })
  const placed = { ...remote, jobLocation: { address: { addressLocality: 'Reno' } } }
  expect(jobPostingMembers(placed).places).toEqual([
    { address: { city: 'Reno' } },
    { text: 'Canada' },
    { text: 'USA' },
  ])
})

test.each([
  [{ currency: 'USD', value: { minValue: 20, maxValue: 30, unitText: 'HOUR' } }, [20, 30, 'HOUR']],
  [{ currency: 'USD', value: { value: 500, unitText: 'Weekly' } }, [500, 500, 'WEEK']],
  [{ currency: 'USD', value: 90000, unitText: 'YEAR' }, [90000, 90000, 'YEAR']],
  [{ currency: 'USD', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } }, undefined],
  [{ currency: '$', value: { minValue: 20, unitText: 'HOUR' } }, undefined],
  [{ currency: 'USD', value: { minValue: 20 } }, undefined],
  [null, undefined],
])('the pay of %p', (baseSalary, expected) => {
  const value = jobPostingMembers({ baseSalary }).salary?.value
  const amounts: unknown = value && [
    value.minValue ?? value.value,
    value.maxValue ?? value.value,
    value.unitText,
  ]
  expect(amounts).toEqual(expected)
})

test.each([
  ['FULL_TIME', ['FULL_TIME']],
  [
    ['PART_TIME', 'CONTRACTOR'],
    ['PART_TIME', 'CONTRACTOR'],
  ],
  ['OTHER', null],
])('the types of %p', (employmentType, expected) => {
  const types: unknown = jobPostingMembers({ employmentType }).employment_type
  expect(types).toEqual(expected)
})

test('an employer may be a text', () => {
  expect(jobPostingMembers({ hiringOrganization: 'Acme' }).organization).toBe('Acme')
  expect(jobPostingMembers({ hiringOrganization: { name: 'Acme' } }).organization).toBe('Acme')
})
