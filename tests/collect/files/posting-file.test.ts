import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { readLine } from '../../../src/catalogue/import/line/read-line'
import { type FileFormat, readPostingFile } from '../../../src/collect/files/posting-file'
import type { Board } from '../../../src/collect/system'

const FEED_BOARD: Board = { source: 'feed', slug: 'acme' }

/** The lines of a file, whose bytes arrive in parts of `size`. */
async function read(
  text: string | Uint8Array,
  {
    format = 'indeed',
    board,
    size = 7,
  }: { format?: FileFormat; board?: Board; size?: number } = {},
) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) {
        controller.enqueue(bytes.slice(at, at + size))
      }
      controller.close()
    },
  })
  const of = format === 'indeed' ? FEED_BOARD : board
  const lines = await Array.fromAsync(
    readPostingFile(stream, format, of, new Date('2026-11-21T00:00:00Z')),
  )
  return lines.map((line) => ('issue' in line ? line.issue : JSON.parse(line.text)))
}

const JOB = `<job>
  <title><![CDATA[Welder &amp; Fitter]]></title>
  <date><![CDATA[Fri, 20 Nov 2026 22:49:39 GMT]]></date>
  <referencenumber><![CDATA[R-1]]></referencenumber>
  <url><![CDATA[https://acme.example/jobs/1?source=Indeed&x=2]]></url>
  <company><![CDATA[Acme]]></company>
  <city><![CDATA[Windsor]]></city><state><![CDATA[ON]]></state><country><![CDATA[CA]]></country>
  <postalcode>N9A 1A1</postalcode>
  <email>someone@acme.example</email>
  <description><![CDATA[<p>You weld A &amp; B.</p>]]></description>
  <salary><![CDATA[$30 - $35 per hour]]></salary>
  <jobtype>fulltime</jobtype>
  <category>Trades, Metal</category>
  <remotetype>Hybrid remote</remotetype>
  <expirationdate>2026-12-31</expirationdate>
</job>`
const feed = (...jobs: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<source><publisher>X</publisher>${jobs.join('\n')}</source>\n`

describe("Indeed's XML", () => {
  test('each job is a line', async () => {
    const [line] = await read(feed(JOB))
    expect(line).toMatchObject({
      source: 'feed',
      source_slug: 'acme',
      external_id: 'R-1',
      title: 'Welder & Fitter',
      url: 'https://acme.example/jobs/1?source=Indeed&x=2',
      organization: 'Acme',
      date_posted: '2026-11-20T22:49:39Z',
      date_valid_through: '2026-12-31T00:00:00Z',
      work_arrangement: 'hybrid',
      location_type: null,
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', minValue: 30, maxValue: 35, unitText: 'HOUR' },
      },
      employment_type: ['FULL_TIME'],
      description_html: '<p>You weld A &amp; B.</p>',
      locations: [
        {
          address: { addressLocality: 'Windsor', addressRegion: 'ON', addressCountry: 'CA' },
        },
      ],
    })
    const fields = line.source_fields.fields
    expect(fields.category.value).toBe('Trades, Metal')
    expect(JSON.stringify(fields)).not.toContain('someone@')
    expect(readLine(JSON.stringify(line), { history: false }).kind).toBe('posting')
  })

  test('in one part or many, and compressed', async () => {
    const text = feed(JOB, JOB.replace('R-1', 'R-2'))
    const lines = await read(text)
    expect(lines.map(({ external_id }) => external_id)).toEqual(['R-1', 'R-2'])
    expect(await read(text, { size: 1_000_000 })).toEqual(lines)
    expect(await read(gzipSync(text))).toEqual(lines)
  })

  test('a posting in neither country keeps its name and its place', async () => {
    const [line] = await read(
      feed(
        JOB.replace('Windsor', 'Paris')
          .replace('<![CDATA[ON]]>', '')
          .replace('<![CDATA[CA]]>', '<![CDATA[FR]]>'),
      ),
    )
    expect(line).toMatchObject({
      external_id: 'R-1',
      locations: [{ address: { addressLocality: 'Paris', addressCountry: 'FR' } }],
    })
  })

  test('a job without a title or an address is refused by itself', async () => {
    const lines = await read(feed('<job><title>Welder</title></job>', JOB))
    expect(lines).toEqual([
      'it lacks a title or a url',
      expect.objectContaining({ title: 'Welder & Fitter' }),
    ])
  })

  test('without a reference number, the address is the id', async () => {
    const [line] = await read(feed(JOB.replace(/<referencenumber>.*<\/referencenumber>/, '')))
    expect(line.external_id).toBe('https://acme.example/jobs/1?source=Indeed&x=2')
  })

  test.each([
    [feed(JOB).slice(0, -12), 'the XML ends early'],
    ['<rss><channel></channel></rss>', "expected Indeed's XML"],
    ['{"a":1}', "expected Indeed's XML"],
    [feed(`<job><title>${'x'.repeat(16_000_001)}</title></job>`), 'a <job> is longer than 16 MB'],
  ])('%.40s is an error', async (text, message) => {
    expect(read(text, { size: 1_000_000 })).rejects.toThrow(message)
  })

  test('an empty feed has no jobs', async () => {
    expect(await read(feed())).toEqual([])
  })
})

const POSTING = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Welder',
  url: 'https://jobs.acme.example/welder',
  datePosted: '2026-11-20',
  hiringOrganization: { '@type': 'Organization', name: 'Acme' },
  jobLocation: {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: 'Windsor',
      addressRegion: 'ON',
      addressCountry: 'CA',
    },
  },
  baseSalary: { currency: 'CAD', value: { minValue: 30, maxValue: 35, unitText: 'HOUR' } },
  employmentType: 'FULL_TIME',
  description: '<p>You weld.</p>',
}

describe('JobPostings of schema.org', () => {
  const format = 'jobposting'
  const second = { ...POSTING, url: 'https://jobs.acme.example/fitter', title: 'Fitter' }

  test.each([
    ['JSON a line', `${JSON.stringify(POSTING)}\n${JSON.stringify(second)}\n`],
    ['a list', JSON.stringify([POSTING, second])],
    ['a list of several lines', JSON.stringify([POSTING, second], null, 2)],
    ['a graph', JSON.stringify({ '@context': 'https://schema.org', '@graph': [POSTING, second] })],
    [
      'a page',
      `<!doctype html><html><script type="application/ld+json">${JSON.stringify([POSTING, second], null, 1)}</script></html>`,
    ],
  ])('%s', async (_, text) => {
    const lines = await read(text, { format })
    expect(lines).toMatchObject([
      {
        source: 'careerpage',
        source_slug: 'jobs.acme.example',
        external_id: 'https://jobs.acme.example/welder',
        title: 'Welder',
        organization: 'Acme',
        employment_type: ['FULL_TIME'],
        salary: { currency: 'CAD', value: { minValue: 30, maxValue: 35, unitText: 'HOUR' } },
        locations: [{ address: { addressLocality: 'Windsor' } }],
      },
      { title: 'Fitter', external_id: 'https://jobs.acme.example/fitter' },
    ])
  })

  test('of one that is named', async () => {
    const [line] = await read(JSON.stringify(POSTING), { format, board: FEED_BOARD })
    expect(line).toMatchObject({ source: 'feed', source_slug: 'acme' })
  })

  test('what is none is refused by itself', async () => {
    const { url, ...nowhere } = POSTING
    const text = [POSTING, { '@type': 'Organization' }, nowhere].map((value) =>
      JSON.stringify(value),
    )
    expect(await read([...text, 'x'].join('\n'), { format })).toEqual([
      expect.objectContaining({ url }),
      'no JobPosting of schema.org',
      'it lacks a title or a url',
      'not JSON; expected a JobPosting a line',
    ])
    expect(read('{\n"a":', { format })).rejects.toThrow('not JSON')
  })
})
