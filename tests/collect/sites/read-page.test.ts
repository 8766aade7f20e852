import { describe, expect, test } from 'bun:test'
import { readPage } from '../../../src/collect/sites/read-page'
import type { PageAnswer } from '../../../src/collect/system'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { jobPage } from '../support/site-rehearsal'
import { boardOf, checkImportable } from '../systems/answers'

const ADDRESS = 'https://acme.example/jobs/1'
const NOW = new Date('2026-03-02T08:00:00Z')

function read(
  text: string,
  more: { status?: number; headers?: Record<string, string>; url?: string } = {},
) {
  const { status = 200, headers = {}, url = ADDRESS } = more
  return readPage(
    { status, text, headers: new Headers(headers), url },
    {
      address: ADDRESS,
      now: NOW,
      agent: 'job-catalogue',
      isNamed: (host) => host.endsWith('acme.example'),
    },
  )
}

function posting(answer: PageAnswer) {
  if (answer.kind !== 'posting') throw new Error(answer.reason)
  checkImportable(boardOf(careerpage, 'acme.example'), answer.posting)
  return answer.posting
}

const block = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`

describe('postings worked out by hand', () => {
  test('a graph with references, escaped twice, beside broken and foreign blocks', () => {
    const graph = {
      '@context': 'https://schema.org',
      '@graph': [
        {
          '@type': 'Organization',
          '@id': '#acme',
          name: 'Acme &amp; Sons',
          sameAs: 'https://acme.example',
        },
        { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'Jobs' }] },
        {
          '@type': ['JobPosting'],
          title: '  Charge nurse &ndash; nights ',
          description: '&amp;lt;p&amp;gt;Care for &amp;amp;amp; help patients.&amp;lt;/p&amp;gt;',
          identifier: { '@type': 'PropertyValue', name: 'Acme', value: 4711 },
          datePosted: '2026-02-20',
          validThrough: '2026-04-01T23:59:59-05:00',
          employmentType: ['FULL_TIME', 'OTHER', 'Per diem'],
          hiringOrganization: { '@id': '#acme' },
          jobLocation: [
            {
              '@type': 'Place',
              address: {
                '@type': 'PostalAddress',
                streetAddress: '1 Main St',
                addressLocality: 'Toronto',
                addressRegion: 'Ontario',
                postalCode: 'M5V 2T6',
                addressCountry: { '@type': 'Country', name: 'Canada' },
              },
              geo: { latitude: '43.65', longitude: '-79.38' },
            },
            { '@type': 'Place', address: 'Buffalo, NY' },
          ],
          baseSalary: {
            '@type': 'MonetaryAmount',
            currency: 'cad',
            value: {
              '@type': 'QuantitativeValue',
              minValue: '42.50',
              maxValue: '58',
              unitText: 'Hourly',
            },
          },
          directApply: 'true',
          url: 'https://acme.example/jobs/1?utm_source=google',
          applicationContact: { '@type': 'ContactPoint', email: 'jane.doe@acme.example' },
        },
      ],
    }
    const page = `<html><head>${block('{"@type": "JobPosting", broken')}${block({ '@type': 'WebSite' })}
      ${block(graph)}</head></html>`
    const answer = read(page)
    expect(posting(answer)).toEqual({
      external_id: ADDRESS,
      title: 'Charge nurse – nights',
      url: ADDRESS,
      organization: 'Acme & Sons',
      apply_url: 'https://acme.example/jobs/1?utm_source=google',
      date_posted: '2026-02-20T00:00:00Z',
      date_valid_through: '2026-04-02T04:59:59Z',
      places: [
        {
          address: {
            city: 'Toronto',
            region: 'Ontario',
            country: 'Canada',
            latitude: 43.65,
            longitude: -79.38,
          },
        },
        { text: 'Buffalo, NY' },
      ],
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', minValue: 42.5, maxValue: 58, unitText: 'HOUR' },
      },
      employment_type: ['FULL_TIME', 'PER_DIEM'],
      description_html: '<p>Care for &amp; help patients.</p>',
      source_fields: {
        version: 1,
        fields: {
          identifier: { value: 4711, source_path: '$.identifier.value' },
          employmentType: {
            value: ['FULL_TIME', 'OTHER', 'Per diem'],
            source_path: '$.employmentType',
          },
          directApply: { value: 'true', source_path: '$.directApply' },
          sameAs: { value: 'https://acme.example', source_path: '$.hiringOrganization.sameAs' },
          streetAddress: {
            value: ['1 Main St'],
            source_path: '$.jobLocation[*].address.streetAddress',
          },
          postalCode: { value: ['M5V 2T6'], source_path: '$.jobLocation[*].address.postalCode' },
        },
      },
    })
    expect(answer).toMatchObject({ validThrough: new Date('2026-04-02T04:59:59Z') })
  })

  test('microdata', () => {
    const page = `<body><div itemscope itemtype="http://schema.org/JobPosting">
      <h1 itemprop="title">Infirmière <b>auxiliaire</b></h1>
      <span itemprop="hiringOrganization" itemscope itemtype="http://schema.org/Organization">
        <span itemprop="name">Hôpital Sainte-Anne</span></span>
      <meta itemprop="datePosted" content="2026-02-01"><time itemprop="validThrough" datetime="2026-05-01">mai</time>
      <div itemprop="jobLocation" itemscope itemtype="http://schema.org/Place">
        <div itemprop="address" itemscope itemtype="http://schema.org/PostalAddress">
          <span itemprop="addressLocality">Montréal</span>, <span itemprop="addressRegion">QC</span>
          <meta itemprop="addressCountry" content="CA"></div></div>
      <span itemprop="employmentType">Temps partiel</span>
      <div itemprop="baseSalary" itemscope itemtype="http://schema.org/MonetaryAmount">
        <meta itemprop="currency" content="CAD">
        <div itemprop="value" itemscope itemtype="http://schema.org/QuantitativeValue">
          <meta itemprop="value" content="31.25"><meta itemprop="unitText" content="HOUR"></div></div>
      <div itemprop="description"><p>Soins <em>aux</em> patients</p></div>
      <a itemprop="url" href="https://apply.vendor.example/77">Postuler</a>
    </div></body>`
    expect(posting(read(page))).toEqual({
      external_id: ADDRESS,
      title: 'Infirmière auxiliaire',
      url: ADDRESS,
      organization: 'Hôpital Sainte-Anne',
      apply_url: 'https://apply.vendor.example/77',
      date_posted: '2026-02-01T00:00:00Z',
      date_valid_through: '2026-05-01T00:00:00Z',
      places: [{ address: { city: 'Montréal', region: 'QC', country: 'CA' } }],
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'CAD',
        value: { '@type': 'QuantitativeValue', value: 31.25, unitText: 'HOUR' },
      },
      employment_type: ['PART_TIME'],
      description_html: '<p>Soins <em>aux</em> patients</p>',
      source_fields: {
        version: 1,
        fields: { employmentType: { value: 'Temps partiel', source_path: '$.employmentType' } },
      },
    })
  })

  test('microdata as the career sites of SuccessFactors have it', () => {
    const page = `<body><div class="job" itemscope="itemscope" itemtype="http://schema.org/JobPosting">
      <meta itemprop="hiringOrganization" content="Harbourline">
      <meta itemprop="datePosted" content="Sun Jun 21 02:00:00 UTC 2026">
      <meta itemprop="addressLocality" content="Windsor"><meta itemprop="addressRegion" content="ON">
      <meta itemprop="addressCountry" content="CA">
      <h1><span itemprop="title" data-careersite-propertyid="title">Welder</span></h1>
      <span itemprop="description"><span class="jobdescription"><p>Weld <span>steel</span></p></span></span>
    </div></body>`
    expect(posting(read(page))).toMatchObject({
      title: 'Welder',
      organization: 'Harbourline',
      date_posted: '2026-06-21T02:00:00Z',
      places: [{ address: { city: 'Windsor', region: 'ON', country: 'CA' } }],
      description_html: '<span class="jobdescription"><p>Weld <span>steel</span></p></span>',
    })
  })

  test('remote, with a Markdown description and pay by unit code, in a block with raw line breaks', () => {
    const text = `<!-- {"@context":"http://schema.org/","@type":"http://schema.org/JobPosting","title":"Data analyst",
      "description":"## What you do

* count **things**
* explain them","responsibilities":["Answer questions"],
      "jobLocationType":"telecommute","applicantLocationRequirements":[{"@type":"Country","name":"Canada"},
      {"@type":"State","name":"Texas"}],"hiringOrganization":"Acme","employmentType":"Full-time, Contract",
      "baseSalary":{"currency":"USD","value":{"minValue":"$80,000","maxValue":"$95,000.00","unitCode":"ANN"}},
      "validThrough":"2026-03-31",} -->`
    const answer = read(block(text))
    expect(posting(answer)).toEqual({
      external_id: ADDRESS,
      title: 'Data analyst',
      url: ADDRESS,
      organization: 'Acme',
      apply_url: null,
      date_posted: null,
      date_valid_through: '2026-03-31T00:00:00Z',
      places: [{ text: 'Canada' }, { text: 'Texas' }],
      location_type: 'TELECOMMUTE',
      work_arrangement: 'remote',
      salary: {
        '@type': 'MonetaryAmount',
        currency: 'USD',
        value: { '@type': 'QuantitativeValue', minValue: 80000, maxValue: 95000, unitText: 'YEAR' },
      },
      employment_type: ['FULL_TIME', 'CONTRACTOR'],
      description_html: [
        '<h2>What you do</h2>',
        '<ul>',
        '<li>count <strong>things</strong></li>',
        '<li>explain them</li>',
        '</ul>',
        '<h3>Responsibilities</h3>',
        '<p>Answer questions</p>',
      ].join('\n'),
      source_fields: {
        version: 1,
        fields: {
          employmentType: { value: 'Full-time, Contract', source_path: '$.employmentType' },
        },
      },
    })
    expect(answer).toMatchObject({ validThrough: new Date('2026-04-01T12:00:00Z') })
  })
})

describe('a posting is gone', () => {
  test.each<[string, PageAnswer]>([
    ['answered 404', read('', { status: 404 })],
    ['answered 410', read('', { status: 410 })],
    [
      'meta robots: noindex',
      read(jobPage('A', {}, '<META NAME="Robots" CONTENT="NOFOLLOW,NOINDEX">')),
    ],
    ['meta robots: noindex', read(jobPage('A', {}, '<meta name="job-catalogue" content="none">'))],
    [
      'X-Robots-Tag: noindex',
      read(jobPage('A'), { headers: { 'x-robots-tag': 'nofollow, noindex' } }),
    ],
    [
      'X-Robots-Tag: noindex',
      read(jobPage('A'), {
        headers: { 'x-robots-tag': 'googlebot: nofollow, job-catalogue: noindex' },
      }),
    ],
    [
      'validThrough 2026-03-02T07:59:59Z',
      read(jobPage('A', { validThrough: '2026-03-02T07:59:59Z' })),
    ],
    ['validThrough 2026-02-28', read(jobPage('A', { validThrough: '2026-02-28' }))],
  ])('%s', (reason, answer) => {
    expect(answer).toEqual({ kind: 'gone', reason })
  })

  test.each<[string, PageAnswer]>([
    ['rules for others', read(jobPage('A', {}, '<meta name="googlebot" content="noindex">'))],
    [
      'a header for others',
      read(jobPage('A'), { headers: { 'x-robots-tag': 'googlebot: nofollow, noindex' } }),
    ],
    [
      'rules with values',
      read(jobPage('A'), {
        headers: { 'x-robots-tag': 'max-snippet: 50, max-image-preview: none' },
      }),
    ],
    ['a day that is not over in every zone', read(jobPage('A', { validThrough: '2026-03-01' }))],
    ['a time without a zone', read(jobPage('A', { validThrough: '2026-03-01T00:00:00' }))],
    ['an unreadable date', read(jobPage('A', { validThrough: 'until filled' }))],
    ['an empty date', read(jobPage('A', { validThrough: '0001-01-01T00:00:00Z' }))],
  ])('not by %s', (_, answer) => {
    expect(answer.kind).toBe('posting')
  })
})

describe('a page without a posting', () => {
  const list = [
    { '@type': 'JobPosting', title: 'One', url: '/jobs/1#apply' },
    { '@type': 'JobPosting', title: 'Two', url: '/jobs/2' },
  ]
  test.each([
    ['<h1>Just a moment</h1>', 'the page has no JobPosting'],
    [
      block(list.toReversed().map((job) => ({ ...job, url: '/x' }))),
      'the page has a list of 2 JobPostings',
    ],
    [block({ '@type': 'JobPosting', title: ' ' }), 'the JobPosting has no title'],
    [block({ '@type': 'JobPosting', title: 'Test job' }), 'a test posting'],
  ])('%s', (page, reason) => {
    expect(read(page)).toEqual({ kind: 'empty', reason })
  })

  test('of several postings the one at its address counts', () => {
    expect(posting(read(block({ '@graph': list }))).title).toBe('One')
  })
})

test.each([
  ['the same', `<link rel="canonical" href="${ADDRESS}#x">`, ADDRESS, undefined],
  ['another', '<link href="/jobs/one" rel="Canonical">', ADDRESS, 'https://acme.example/jobs/one'],
  ['another host', '<link rel="canonical" href="https://vendor.example/1">', ADDRESS, undefined],
  ['a redirect', '', 'https://acme.example/jobs/1-nurse', 'https://acme.example/jobs/1-nurse'],
])('the address that a page names as its own: %s', (_, head, url, copyOf) => {
  const answer = read(jobPage('A', {}, head), { url })
  expect(answer).toMatchObject({ kind: 'posting' })
  expect('copyOf' in answer ? answer.copyOf : undefined).toBe(copyOf)
})
