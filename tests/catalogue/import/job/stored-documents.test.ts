import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { readBatchLine } from '../../../../src/catalogue/import/line/read-line'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { writeBatch } from '../../../../src/catalogue/import/write/write-batch'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const app = useTestApp()

type Shown = Record<string, unknown>

/** The body of the single-job endpoint for a posting that has just been written. */
async function storedText(line: string): Promise<string> {
  const read = readBatchLine({ number: 1, text: line }, { history: false })
  expect((await writeBatch(app.writer, [read])).outcomes).toEqual(['created'])
  const { events } = await app.get<{ events: { job_id: number }[] }>(`/v1/changes?since=${written}`)
  written += 1
  return await (await app.request(`/v1/jobs/${events[0]?.job_id}`)).text()
}

/** How many jobs of Canada the tests of this file wrote. */
let written = 0

async function stored(members: Partial<Posting>): Promise<Shown> {
  return JSON.parse(await storedText(JSON.stringify(posting(members))))
}

test('a job has the fields of the specification, in its order, and then where it stands', async () => {
  expect(Object.keys(await stored({}))).toEqual([
    'id',
    'title',
    'organization',
    'organization_url',
    'organization_logo',
    'date_posted',
    'date_created',
    'date_valid_through',
    'locations',
    'locations_alt',
    'locations_derived',
    'location_type',
    'location_requirements',
    'salary',
    'employment_type',
    'url',
    'source',
    'source_type',
    'source_domain',
    'source_slug',
    'domain_derived',
    'description_text',
    'description_html',
    'cities_derived',
    'counties_derived',
    'regions_derived',
    'countries_derived',
    'timezones_derived',
    'lats_derived',
    'lngs_derived',
    'country',
    'apply_url',
    'work_arrangement',
    'source_fields',
    'status',
    'date_modified',
    'date_removed',
  ])
})

describe('every value comes back as it was published', () => {
  test.each<[Partial<Posting>]>([
    [{ title: 'Infirmière "auxiliaire" \\ <b> & 😀 \u2028 \u007f \t' }],
    [{ title: '{"id":1}' }],
    [{ organization: `O'Neil, "Sons" & {Co}, \\N NULL` }],
    [{ organization: 'NULL' }],
    [{ organization: null }],
    [{ source_slug: '{a,b}' }],
    [{ apply_url: 'https://apply.example/?a=%20&b="' }],
    [{ location_type: 'TELECOMMUTE', work_arrangement: 'remote' }],
    [{ employment_type: ['PER_DIEM', 'VOLUNTEER', 'INTERN'] }],
    [{ description_html: '<p>"a" \\ \n\r\t\u0001 é 😀</p>', description_text: 'b \u2029' }],
    [{ description_html: null, description_text: 'only text' }],
    [{ description_text: 'NUL \u0000 and \u0000', description_html: '<p>\u0000</p>' }],
    [{ source_fields: null }],
    [{ source_fields: { version: null, fields: {} } }],
    [
      {
        source_fields: {
          version: '2',
          fields: {
            'a "b"': {
              value: [1.5, -0.25, true, null, { x: '\u0000 \ufffd' }],
              source_path: ['$', 'a'],
            },
            __proto__x: { value: '', source_path: null },
          },
        },
      },
    ],
  ])('%j', async (members) => {
    expect(await stored(members)).toMatchObject(members)
  })

  test('a text is derived from HTML when only HTML is given', async () => {
    const html = '<ul><li>Caf&eacute;</li></ul>'
    expect(await stored({ description_html: html })).toMatchObject({
      description_html: html,
      description_text: '- Café',
    })
  })

  test.each([
    [{ description_html: ' \n', description_text: '' }],
    [{ description_html: null }],
    [{}],
  ])('a blank description is none: %j', async (members) => {
    expect(await stored(members)).toMatchObject({ description_html: null, description_text: null })
  })

  test('HTML without text has no text', async () => {
    expect(await stored({ description_html: '<p> </p>' })).toMatchObject({
      description_html: '<p> </p>',
      description_text: null,
    })
  })

  test('numbers and names of source fields keep every digit', async () => {
    // The name that would set the prototype of an object stands for all names.
    const fields =
      '{"version":1,"fields":{"__proto__":{"value":[9007199254740993,1.0,1e2,-0,0.1000000000000000055511],"source_path":12345678901234567890}}}'
    const line = JSON.stringify(posting()).replace(/}$/, `,"source_fields":${fields}}`)
    expect(await storedText(line)).toContain(`"source_fields":${fields},"status"`)
  })
})

test('whatever halves of characters a posting has, its document has none', async () => {
  const piece = fc.constantFrom('a', '\\', '"', '😀', '\ud83d', '\ude00', '&#xd83d;', '\\ud83d')
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => `x${pieces.join('')}`)
  const members = fc.record({
    source_slug: text,
    external_id: text,
    title: text,
    organization: text,
    description_html: text,
    description_text: fc.option(text),
    locations: fc.tuple(text, text).map(([city, region]) => [place(city, region, 'CA')]),
    source_fields: fc.tuple(text, text, text).map(([version, name, value]) => ({
      version,
      fields: { [name]: { value: [value, 1], source_path: { [name]: value } } },
    })),
  })
  let count = 0
  await fc.assert(
    fc.asyncProperty(members, async (some) => {
      count += 1
      const line = posting({ ...some, external_id: `${count} ${some.external_id}` })
      // The number has its source fields read a second time.
      const document = await storedText(JSON.stringify(line).replace(',1],', ',1.0],'))
      expect(strings(JSON.parse(document)).filter((found) => !found.isWellFormed())).toEqual([])
      expect(JSON.parse(document)).toMatchObject({
        title: some.title.toWellFormed(),
        source_slug: some.source_slug.toWellFormed(),
        description_html: some.description_html.toWellFormed(),
      })
    }),
    { numRuns: 40 },
  )
})

/** Every string of a JSON value, names of members among them. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [name, ...strings(member)])
}
