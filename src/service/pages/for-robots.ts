import { Elysia } from 'elysia'
import { reply } from '../http/reply'
import { context } from '../plugins/request-context'
import { staticReply } from './static-file'

/**
 * Serves `/robots.txt` (RFC 9309), which keeps crawlers from all but the pages, and `/llms.txt` (llmstxt.org), which tells
 * a language model what this service is. `publicUrl`: the address of the service, without a '/' at its end.
 */
export function forRobots(publicUrl: string, servesMcp: boolean) {
  const files = { '/robots.txt': ROBOTS, '/llms.txt': llms(publicUrl, servesMcp) }
  const app = new Elysia({ detail: { hide: true } }).use(context)
  for (const [path, text] of Object.entries(files)) {
    const content = staticReply('text/plain; charset=utf-8', async () => Buffer.from(text))
    app.get(path, async ({ context }) => reply(context, await content()))
  }
  return app
}

const ROBOTS = `User-agent: *
Disallow: /v1
Disallow: /feeds
Disallow: /mcp
`

function llms(publicUrl: string, servesMcp: boolean): string {
  const tools = servesMcp
    ? `- [MCP](${publicUrl}/mcp): tools that search, count and read jobs, over streamable HTTP\n`
    : ''
  return `# Job catalogue

> Active job postings in Canada and the United States, as JSON over HTTP. Read-only.

Every request needs an API key from the operator of this service, in the header \`Authorization: Bearer KEY\`. Requests
without one are answered with 401.

## Three ways to read

- [Search](${publicUrl}/v1/jobs?title=nurse&country=CA): one country, newest first; send \`next_cursor\` as \`cursor\` for more
- [New, changed and removed jobs](${publicUrl}/v1/active-ats?time_frame=1h): hourly lists for a copy, with /v1/modified-ats and /v1/expired-ats
- [Change log](${publicUrl}/v1/changes?country=CA&since=0): every event of a country in order, from any point on

## Documents

- [OpenAPI document](${publicUrl}/swagger/json): every path, parameter and response
- [Search syntax](${publicUrl}/search-syntax): words, phrases, exclusions and the advanced form
- [Problems](${publicUrl}/problems): each error and what to do
${tools}
## Optional

- [Feeds](${publicUrl}/feeds/jobs.atom?title=nurse): a search as Atom or JSON Feed, with a key for feeds
- [Page for people](${publicUrl}/explore): search, maps and charts
`
}
