import { Elysia } from 'elysia'
import { projectFile } from '../../values/files/project-file'
import { reply } from '../http/reply'
import { context } from '../plugins/request-context'
import { staticFile, staticReply } from './static-file'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = staticFile(own('index.html'))

const FILES = {
  'page.css': staticFile(own('page.css')),
  'controls.css': staticFile(own('controls.css')),
  'pane.css': staticFile(own('pane.css')),
  'search.css': staticFile(own('search.css')),
  'query.css': staticFile(own('query.css')),
  'cards.css': staticFile(own('cards.css')),
  'overview.css': staticFile(own('overview.css')),
  'CA.svg': staticFile(own('canada.svg')),
  'US.svg': staticFile(own('united-states.svg')),
}

/** The page that searches the catalogue and shows its figures; `/` redirects to it. `servesMcp`: whether `/mcp` serves assistants. */
export function explorePage(servesMcp: boolean) {
  const script = staticReply('text/javascript; charset=utf-8', () => bundle(servesMcp))
  const pages = new Elysia({ detail: { hide: true } })
    .use(context)
    .get('/', ({ context }) =>
      reply(context, { body: '', contentType: 'text/plain', redirectTo: 'explore' }),
    )
    .get('/explore', async ({ context }) =>
      reply(context, {
        ...(await page()),
        headers: { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' },
      }),
    )
  for (const [name, content] of Object.entries({ ...FILES, 'explore.js': script })) {
    pages.get(`/explore/${name}`, async ({ context }) => reply(context, await content()))
  }
  return pages
}

/** The scripts of the page as one. Bun bundles them in memory, in some ten milliseconds; nothing is written. */
async function bundle(servesMcp: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const { outputs } = await Bun.build({
    entrypoints: [own('browser/main.ts')],
    target: 'browser',
    minify: true,
    define: { SERVES_MCP: String(servesMcp) },
  })
  const [script] = outputs
  if (script === undefined) throw new TypeError('a bundle has one script')
  return new Uint8Array(await script.arrayBuffer())
}

function own(name: string): string {
  return projectFile(`src/service/pages/explore/${name}`)
}
