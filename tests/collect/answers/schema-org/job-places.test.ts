import { expect, test } from 'bun:test'
import { jobPlaces } from '../../../../src/collect/answers/schema-org/job-places'

const address = (members: object) => ({ '@type': 'Place', address: members })
const remote = { jobLocationType: ['TELECOMMUTE'] }

test.each<[string, object, ReturnType<typeof jobPlaces>]>([
  ['a text', { jobLocation: ' Toronto,\n ON ' }, [{ text: 'Toronto, ON' }]],
  ['an address as text', { jobLocation: { address: 'Boise, ID' } }, [{ text: 'Boise, ID' }]],
  [
    'an address without a place',
    { jobLocation: { '@type': 'PostalAddress', addressLocality: 'Boise', addressRegion: 'ID' } },
    [{ address: { city: 'Boise', region: 'ID' } }],
  ],
  [
    'an address in members of the posting',
    { addressLocality: 'Boise', addressRegion: 'ID', addressCountry: 'US', name: 'Cook' },
    [{ address: { city: 'Boise', region: 'ID', country: 'US' } }],
  ],
  [
    'a whole address as the street',
    { jobLocation: { streetAddress: 'Windsor, ON, CA, N9A 1A1' } },
    [{ text: 'Windsor, ON, CA, N9A 1A1' }],
  ],
  ['a street alone', { jobLocation: address({ streetAddress: '12 Boston Road, Suite 4' }) }, []],
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
  ['a place without an address', { jobLocation: [{ '@type': 'Place' }, { address: ' ' }] }, []],
  [
    'city, region and country',
    {
      jobLocation: address({
        addressLocality: 'Guelph',
        addressRegion: 'ON',
        addressCountry: 'CA',
      }),
    },
    [{ address: { city: 'Guelph', region: 'ON', country: 'CA' } }],
  ],
  [
    'a foreign region with the country behind it',
    {
      jobLocation: address({
        addressLocality: 'HKI',
        addressRegion: 'Uusimaa,FI',
        addressCountry: 'FI',
      }),
    },
    [{ address: { city: 'HKI', country: 'FI' } }],
  ],
  [
    'a part of the world and a country object',
    {
      jobLocation: address({ addressRegion: 'Europe', addressCountry: { name: 'France' } }),
    },
    [{ address: { country: 'France' } }],
  ],
  [
    'several addresses in a place',
    {
      jobLocation: [
        { address: [{ addressLocality: 'Reno' }, { addressLocality: 'Elko' }] },
        { address: { addressLocality: 'Reno' } },
      ],
    },
    [{ address: { city: 'Elko' } }, { address: { city: 'Reno' } }],
  ],
  [
    'parts that are not known',
    {
      jobLocation: address({
        addressLocality: 'UNAVAILABLE',
        addressRegion: 'N/A',
        addressCountry: 'US',
      }),
    },
    [{ address: { country: 'US' } }],
  ],
  [
    'coordinates, as numbers or texts',
    {
      jobLocation: [
        { ...address({ addressLocality: 'Reno' }), geo: { latitude: 39.5, longitude: -119.8 } },
        { ...address({ addressLocality: 'Elko' }), latitude: '40.8', longitude: '-115.8' },
        { ...address({ addressLocality: 'Ely' }), latitude: 0, longitude: 0 },
      ],
    },
    [
      { address: { city: 'Elko', latitude: 40.8, longitude: -115.8 } },
      { address: { city: 'Ely' } },
      { address: { city: 'Reno', latitude: 39.5, longitude: -119.8 } },
    ],
  ],
  [
    'a remote job in a place without a country: the countries too',
    {
      ...remote,
      jobLocation: address({ addressLocality: 'Reno' }),
      applicantLocationRequirements: [{ '@type': 'Country', name: 'Canada' }, { name: 'USA' }],
    },
    [{ address: { city: 'Reno' } }, { text: 'Canada' }, { text: 'USA' }],
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
