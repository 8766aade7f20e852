import type { Posting } from '../../src/catalogue/import/posting'

let count = 0

/** A valid posting of its own identity, in Toronto; the test states only what matters. */
export function posting(members: Partial<Posting> = {}): Posting {
  count += 1
  return {
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: `posting-${count}`,
    title: 'Software Developer',
    organization: 'Acme',
    url: `https://boards.greenhouse.example/acme/${count}`,
    date_posted: '2026-01-10T12:00:00Z',
    locations: [place('Toronto', 'ON', 'CA')],
    ...members,
  }
}

/** A place as the service shows it. */
export function shownPlace(city: string | null, region: string | null, country: string): object {
  const { address, ...more } = place(city, region, country)
  return { ...more, address: { ...address, postalCode: null } }
}

type PublishedPlace = NonNullable<Posting['locations']>[number]

export function place(city: string | null, region: string | null, country: string): PublishedPlace {
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      addressLocality: city,
      addressRegion: region,
      addressCountry: country,
    },
  }
}
