import type { Tag } from './open-api-operation'

/** The introduction of the document; Markdown. */
export const DESCRIPTION = `Verified postings, collected from employers' career sites and applicant tracking systems. Every operation is a read.

**Keys.** Send the API key with every request: \`Authorization: Bearer <API_KEY>\`. On the page \`/swagger\`, press *Authorize* and paste it.

**A copy in step.** Backfill once with \`/v1/active-ats?time_frame=6m&limit=1000&cursor=0\`. Every hour, a few minutes past, add the jobs of \`time_frame=1h\` and delete the ids of \`/v1/expired-ats?time_frame=1h\`. Once a day, after 00:00 UTC, delete the ids of \`/v1/expired-ats?time_frame=1d\` too: the last hour ends now, so two polls may leave a gap. Once a day, in the same hour, replace the jobs of \`/v1/modified-ats\`. Read every list of jobs to its end: begin with \`cursor=0\` and send the last \`id\` of a page as \`cursor\`, until a page is shorter than \`limit\`. Or follow \`/v1/changes\`, which replaces all of this with one checkpoint a country. When \`X-Catalogue-Generation\` changes, the catalogue was restored or its server replaced: fill a copy that was made with the feeds again.

**Numbers and times.** Ids are 64-bit integers that never change. Times are UTC. Windows contain their start and not their end, and \`X-Window-From\` and \`X-Window-To\` say them.

**Searches.** [The search syntax](/search-syntax) says how the text filters read what they are sent. In an address \`+\` is \`%2B\`, \`#\` is \`%23\` and \`&\` is \`%26\`.

**Lists** are one parameter with commas, \`country=CA,US\`; an element with a comma stands in double quotes. Generated clients read this from \`explode: false\`; openapi-fetch does not read it and needs \`querySerializer: { array: { style: 'form', explode: false } }\`. A parameter that is unknown or sent twice is an error.

**Errors** are problem objects (RFC 9457), and \`type\` is the address of a page that explains them.`

const CHAPTERS: Readonly<Record<Tag, string>> = {
  Feeds: 'Keep a copy of the catalogue in step.',
  Search: 'Ask the live catalogue, one country at a time.',
  Overview: 'Who hires, and where.',
}

export const TAGS = Object.entries(CHAPTERS).map(([name, description]) => ({ name, description }))
