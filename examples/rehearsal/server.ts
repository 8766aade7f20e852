/**
 * Answers as the systems of twenty invented employers would, for rehearsals of `bun run collect` without the internet:
 *
 *   bun examples/rehearsal/server.ts [PORT]
 *
 * `/HOST/PATH?QUERY` is answered with the file `answers/HOST/PATH@QUERY` or `answers/HOST/PATH` (`.json`, `.xml` or `.html`);
 * change or delete files and collect again. Answers have an `ETag`, and all other addresses are 404.
 */
import { join } from 'node:path'

const answers = join(import.meta.dir, 'answers')
const port = Number(process.argv[2] ?? 9000)

async function answer({ url, headers }: Request): Promise<Response> {
  const { pathname, search } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  const paths = search === '' ? [path] : [`${path}@${search.slice(1)}`, path]
  const types = ['', '.json', '.xml', '.html']
  for (const name of paths.flatMap((each) => types.map((type) => each + type))) {
    const file = Bun.file(join(answers, name))
    if (!(await file.exists())) continue
    const body = await file.text()
    const etag = `"${Bun.hash(body).toString(36)}"`
    if (headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    return new Response(body, { headers: { etag, 'content-type': file.type } })
  }
  return new Response('not found', { status: 404 })
}

function serve() {
  try {
    return Bun.serve({ hostname: '127.0.0.1', port, fetch: answer })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    console.error(
      `port ${port} is taken by another process; name another: bun examples/rehearsal/server.ts ${port + 1}`,
    )
    process.exit(1)
  }
}

console.log(`COLLECT_REPLAY_URL=${serve().url.origin}`)
