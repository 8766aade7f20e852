import { Html, html } from '../pages/html'
import type { Feed, FeedEntry } from './feed'

/** A feed in Atom 1.0 (RFC 4287). */
export function atomFeed({ title, address, home, updated, entries }: Feed): string {
  const { text } = html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${address}</id>
<title>${title}</title>
<updated>${updated}</updated>
<link rel="alternate" type="text/html" href="${home}"/>
<link rel="self" type="application/atom+xml" href="${address}"/>
<author><name>Job Catalogue</name></author>
${entries.map(atomEntry)}</feed>
`
  return `<?xml version="1.0" encoding="utf-8"?>\n${text.replaceAll(NO_XML_CHARACTER, '')}`
}

function atomEntry(entry: FeedEntry): Html {
  const { id, title, url, author, published, updated, facts, description } = entry
  return html`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" href="${url}"/>
<published>${published}</published>
<updated>${updated}</updated>
${author === null ? NOTHING : html`<author><name>${author}</name></author>\n`}<summary>${facts}</summary>
${description === undefined ? NOTHING : contentOf(description)}</entry>
`
}

function contentOf(description: NonNullable<FeedEntry['description']>): Html {
  return 'html' in description
    ? html`<content type="html">${description.html}</content>\n`
    : html`<content>${description.text}</content>\n`
}

const NOTHING = new Html('')

/** What XML 1.0 does not allow in a document. */
const NO_XML_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
